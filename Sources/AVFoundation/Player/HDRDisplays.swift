import Foundation
import Synchronization

/// The views whose display shows HDR video without tone mapping, for `AVPlayer.eligibleForHDRPlayback`. AVKit reports
/// them on the main thread; any thread may read.
package enum HDRDisplays {
  /// The views that pass HDR through.
  private static let views = Mutex<Set<ObjectIdentifier>>([])

  /// Whether there is such a view.
  static var exist: Bool { views.withLock { !$0.isEmpty } }

  /// Adds or removes a view. Posts `eligibleForHDRPlaybackDidChangeNotification` if the eligibility has changed.
  @MainActor package static func set(_ passesThrough: Bool, for view: ObjectIdentifier) {
    let hasChanged = views.withLock { views in
      let before = views.isEmpty
      if passesThrough { views.insert(view) } else { views.remove(view) }
      return before != views.isEmpty
    }
    guard hasChanged else { return }
    NotificationCenter.default.post(name: AVPlayer.eligibleForHDRPlaybackDidChangeNotification, object: nil)
  }
}
