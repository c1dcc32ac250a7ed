import PlayheadClock

/// Limits the position and the latency that a device reports to values that are possible, and records whether any was
/// not. Pure.
struct DeviceTimingPolicy: Sendable {
  /// The longest latency that is believed: twice that of an AirPlay speaker.
  static let latencyLimit = HostDuration.seconds(4)

  /// Whether an impossible value was reported and not taken yet.
  private var hasFault = false
  /// Whether a fault was taken: each device is recorded once.
  private var isRecorded = false

  /// Nothing was reported.
  init() {}

  /// The number of played frames: not negative, and no more than were rendered.
  mutating func frames(_ reported: Int64, rendered: Int64) -> Int64 {
    limited(reported, to: 0...max(0, rendered))
  }

  /// The latency: not negative, and not longer than `latencyLimit`.
  mutating func latency(_ reported: HostDuration) -> HostDuration {
    limited(reported, to: .zero...Self.latencyLimit)
  }

  /// A value within a range. One outside of it is a fault.
  private mutating func limited<Value: Comparable>(_ value: Value, to range: ClosedRange<Value>) -> Value {
    guard !range.contains(value) else { return value }
    hasFault = true
    return value < range.lowerBound ? range.lowerBound : range.upperBound
  }

  /// Returns true once after an impossible value.
  mutating func takeFault() -> Bool {
    guard hasFault, !isRecorded else { return false }
    isRecorded = true
    return true
  }
}
