import PlayheadClock

/// Decides when the waiting spinner is shown.
///
/// A wait under a third of a second is not noticed as one; a spinner that flashes at every seek is.
struct SpinnerPolicy {
  /// The duration of a wait before the spinner appears.
  static let delay = HostDuration.milliseconds(300)

  /// The start of the current wait; nil while nothing waits.
  private var since: HostTime?

  /// Whether the spinner is visible now. To be called again after `delay` while waiting.
  mutating func isShown(isWaiting: Bool, at now: HostTime) -> Bool {
    guard isWaiting else {
      since = nil
      return false
    }
    let start = since ?? now
    since = start
    return now - start >= Self.delay
  }
}
