import Foundation
import PlayheadBasics
import PlayheadItems

extension HDRDisplays {
  /// Adds, changes or removes a view, as `set` does. Posts `eligibleForHDRPlaybackDidChangeNotification` if the
  /// eligibility has changed.
  @MainActor package func report(_ transfers: HDRTransfers, for view: ObjectIdentifier) {
    guard set(transfers, for: view) else { return }
    NotificationCenter.default.post(name: AVPlayer.eligibleForHDRPlaybackDidChangeNotification, object: nil)
  }
}
