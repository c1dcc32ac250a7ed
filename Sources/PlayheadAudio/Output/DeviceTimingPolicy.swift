import PlayheadBasics
import PlayheadClock

/// Limits the position and the latency that a device reports to values that are possible, and records whether any was
/// not. Pure.
struct DeviceTimingPolicy: Sendable {
  /// The longest latency that is believed: twice that of an AirPlay speaker.
  static let latencyLimit = HostDuration.seconds(4)
  /// The period after a start in which a device has played no more than the time that has passed. Later the difference
  /// between the clocks of device and computer counts.
  static let startPeriod = HostDuration.seconds(1)

  /// Whether an impossible value was reported and not taken yet.
  private var hasFault = false
  /// Whether a fault was taken: each device is recorded once.
  private var isRecorded = false
  /// When the device was last started, and how many frames were rendered before.
  private var start: (at: HostTime, rendered: Int64)?

  /// Nothing was reported.
  init() {}

  /// The device is started.
  ///
  /// - Parameter rendered: The frames rendered before.
  mutating func starts(at now: HostTime, rendered: Int64) { start = (now, rendered) }

  /// The number of played frames: not negative, no more than were rendered, and after a start no more than the time
  /// permits. The latter is no fault: sound servers extrapolate the position of a new stream from when it was opened,
  /// until they have heard of its start.
  mutating func frames(_ reported: Int64, rendered: Int64, sampleRate: Int, at now: HostTime) -> Int64 {
    let possible = possible(sampleRate: sampleRate, at: now)
    guard reported <= possible else { return min(possible, max(0, rendered)) }
    return limited(reported, to: 0...max(0, rendered))
  }

  /// The most frames that the device can have played since its start; no limit once the start is long ago.
  private mutating func possible(sampleRate: Int, at now: HostTime) -> Int64 {
    guard let start else { return .max }
    let elapsed = now - start.at
    guard elapsed < Self.startPeriod else {
      self.start = nil
      return .max
    }
    return start.rendered + max(0, Int64(saturating: elapsed.seconds * Double(sampleRate)))
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
