import Foundation

/// What a looper knows.
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

/// What tells a looper about its items; ends with the looper, or before.
final class LoopTokens: @unchecked Sendable {
  // Sendable: written once where the looper is made, ended once; both objects may be ended on any thread.
  var observations: [NSKeyValueObservation] = []
  var notifications: [any NSObjectProtocol] = []

  func end() {
    for observation in observations { observation.invalidate() }
    for token in notifications { NotificationCenter.default.removeObserver(token) }
    observations = []
    notifications = []
  }
}
