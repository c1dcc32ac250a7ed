import PlayheadClock

/// Limits decoding right after an item's first frame: until that frame is on the screen the CPU is left to presenting
/// it.
struct StartupDecodeThrottle: Equatable {
  /// The time from a decoded frame to the screen.
  static let length = HostDuration.milliseconds(50)
  /// The frames of that time at 60 fps, and one.
  static let count = 4
  /// The interval at which the number of ready frames is checked: a high rate uses them up.
  static let interval = HostDuration.milliseconds(10)

  /// The end of the throttled period; nil before the first frame.
  private var end: HostTime?

  /// Records that a frame is ready. The first one begins the throttled period.
  mutating func noteFrame(at now: HostTime) {
    if end == nil { end = now + Self.length }
  }

  /// When to check again whether another frame may be decoded; nil if it may be now.
  ///
  /// - Parameters:
  ///   - count: The number of frames ready in the timeline. Evaluated only within the throttled period.
  ///   - now: The current host time.
  func nextCheck(with count: @autoclosure () -> Int, at now: HostTime) -> HostTime? {
    guard let end, now < end, count() >= Self.count else { return nil }
    return min(end, now + Self.interval)
  }
}
