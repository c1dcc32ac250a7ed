import Foundation

/// The observable state of a looper.
struct LoopState: Sendable {
  var status = AVPlayerLooper.Status.unknown
  var error: (any Error)?
  var loopCount = 0

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
  var observations: [NSKeyValueObservation] = []
  var notifications: [any NSObjectProtocol] = []

  func end() {
    for observation in observations { observation.invalidate() }
    for token in notifications { NotificationCenter.default.removeObserver(token) }
    observations = []
    notifications = []
  }
}
