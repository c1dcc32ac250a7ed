import Foundation

/// The observable state of a looper.
struct LoopState: Sendable {
  /// The state of looping.
  var status = AVPlayerLooper.Status.unknown
  /// The error if the state is `failed`; otherwise nil.
  var error: (any Error)?
  /// The number of times that a copy has played to its end.
  var loopCount = 0

  /// The observable properties that differ from an earlier state, in notification order: `status` is last.
  func changes(since old: LoopState) -> [ObservableKey] {
    var keys: [ObservableKey] = []
    if loopCount != old.loopCount { keys.append("loopCount") }
    if (error == nil) != (old.error == nil) { keys.append("error") }
    if status != old.status { keys.append("status") }
    return keys
  }
}

/// The observations of a looper's items; they end with the looper at the latest.
final class LoopTokens: @unchecked Sendable {
  // Sendable: written once when the looper is created, ended once; both objects can be ended on any thread.
  /// The observations of the `status` of the copies.
  var observations: [NSKeyValueObservation] = []
  /// The tokens of notifications; empty once looping has ended.
  var notifications: [any NSObjectProtocol] = []

  /// Ends all observations. Has no effect the second time.
  func end() {
    for observation in observations { observation.invalidate() }
    for token in notifications { NotificationCenter.default.removeObserver(token) }
    observations = []
    notifications = []
  }
}
