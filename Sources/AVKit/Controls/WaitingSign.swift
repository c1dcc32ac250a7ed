import PlayheadEngine

/// Decides when the wheel that says "wait" turns.
///
/// Waits under a third of a second are not noticed as waits; a wheel that flashes at every seek is.
struct WaitingSign {
  static let patience = HostDuration.milliseconds(300)

  private var since: HostTime?

  /// Whether it is to be seen now. To be asked again after `patience` while it is waiting.
  mutating func isShown(isWaiting: Bool, at now: HostTime) -> Bool {
    guard isWaiting else {
      since = nil
      return false
    }
    let start = since ?? now
    since = start
    return now - start >= Self.patience
  }
}
