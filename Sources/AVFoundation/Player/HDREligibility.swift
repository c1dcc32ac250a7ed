import Foundation
import PlayheadBasics
import PlayheadItems

/// Reports the views that pass HDR video through, for `AVPlayer.eligibleForHDRPlayback`.
package enum HDREligibility {
  /// Adds, changes or removes a view of the registry that streams consult. Posts
  /// `eligibleForHDRPlaybackDidChangeNotification` if the eligibility has changed.
  @MainActor package static func report(_ transfers: HDRTransfers, for view: ObjectIdentifier) {
    guard HDRDisplays.shared.set(transfers, for: view) else { return }
    NotificationCenter.default.post(name: AVPlayer.eligibleForHDRPlaybackDidChangeNotification, object: nil)
  }
}
