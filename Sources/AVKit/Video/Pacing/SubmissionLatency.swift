import PlayheadClock

/// Estimates how long before a refresh a drawing must be submitted to be shown by it: compositors begin to compose
/// earlier.
///
/// A drawing that was submitted a time `d` before the refresh that showed it proves that the latency is at most `d`,
/// and, since the refresh before did not show it, more than `d` minus an interval. The estimate changes only when it
/// contradicts a measurement, because drawings at other times within the interval prove nothing else.
struct SubmissionLatency: Sendable {
  /// The estimate in nanoseconds. Without measurements, the latency of common compositors.
  private var estimate = 2_000_000.0

  /// The distance from the bounds of a measurement, as a part of the interval.
  private static let margin = 1.0 / 8
  /// The longest latency in intervals. More is a drawing that was not visible.
  private static let longest = 4.0

  /// The estimated latency.
  var value: HostDuration { HostDuration(rounding: max(0, estimate)) }

  /// Adds a measurement.
  ///
  /// - Parameters:
  ///   - submitted: The time at which the drawing was submitted to the display.
  ///   - presented: The refresh that showed it.
  ///   - interval: The refresh interval in nanoseconds.
  mutating func add(submitted: HostTime, presented: HostTime, interval: Double) {
    let distance = Double((presented - submitted).nanoseconds)
    guard distance >= 0, distance <= Self.longest * interval else { return }
    let margin = Self.margin * interval
    estimate = max(distance - interval + margin, min(distance - margin, estimate))
  }
}
