import PlayheadClock

/// Decides when the visible controls are updated.
///
/// A label of whole seconds needs no more than four updates a second. They are made along with frames, so that they
/// need no drawing of their own; a timer covers the time without frames.
struct RefreshSchedule {
  /// The interval of updates during playback.
  static let interval = HostDuration.milliseconds(250)

  /// The time of the last update.
  private var last = HostTime.zero

  /// Creates a schedule without an update so far.
  init() {}

  /// Records an update.
  mutating func noteRefresh(at now: HostTime) { last = now }

  /// Whether an update is due along with a frame that is about to be drawn.
  func isDueWithFrame(at now: HostTime) -> Bool { now - last >= Self.interval }

  /// Whether an update is due although no frame has caused one. While waiting each check is an update.
  func isDueWithoutFrame(isWaiting: Bool, at now: HostTime) -> Bool {
    now - last >= HostDuration(nanoseconds: isWaiting ? 1 : 2 * Self.interval.nanoseconds)
  }
}
