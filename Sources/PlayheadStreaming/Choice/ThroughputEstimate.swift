import Foundation

/// Estimates the throughput of segment downloads: the lower one of a fast and a slow moving average.
package struct ThroughputEstimate: Sendable, Equatable {
  /// An exponentially weighted moving average whose weights are durations.
  private struct Average: Sendable, Equatable {
    /// Seconds of measured loads after which a measurement counts half.
    let halfLife: Double
    /// The weighted sum of the speeds; divided by `weight` because the first measurements do not fill the window.
    var sum = 0.0
    /// The sum of the weights, from 0 (no measurement) towards 1.
    var weight = 0.0

    /// Adds a measurement in bits per second, which counts as long as `seconds` of loading.
    mutating func add(_ speed: Double, weight seconds: Double) {
      let decay = exp2(-seconds / halfLife)
      sum = sum * decay + speed * (1 - decay)
      weight = weight * decay + (1 - decay)
    }
    /// The average in bits per second; nil before the first measurement.
    var value: Double? { weight > 0 ? sum / weight : nil }
  }

  /// The shortest time to first byte: the round-trip time.
  private var latency = Double.infinity
  /// The fast average: it reacts to a link that becomes slower.
  private var quick = Average(halfLife: 2)
  /// The slow average: it delays the reaction to a link that becomes faster.
  private var slow = Average(halfLife: 4)
  /// An estimate without measurements.
  package init() {}

  /// The minimum weight of a load, in seconds.
  private static let minimumWeight = 4.0
  /// The minimum size of a measured load: smaller ones measure the latency instead of the link.
  static let minimumBytes = 16 << 10

  /// The maximum share of a load's time that counts as latency.
  private static let maximumLatency = 0.5

  /// Adds a load that took `seconds` from the request to the last byte, `wait` of them until the first byte.
  ///
  /// The round-trip time is subtracted: otherwise small segments would seem slower than large ones. A longer response
  /// time of the server is not: it may have to fetch the segment from elsewhere first.
  package mutating func add(bytes: Int, seconds: Double, wait: Double? = nil) {
    guard bytes >= Self.minimumBytes, seconds.isFinite else { return }
    if let wait, wait.isFinite { latency = min(latency, max(0, wait)) }
    let lost = latency.isFinite ? min(latency, seconds * Self.maximumLatency) : 0
    let speed = Double(bytes) * 8 / max(seconds - lost, 0.001)
    // Fast loads are rare with a full buffer: they must count for more than their time, or a recovered link is not
    // detected.
    quick.add(speed, weight: max(seconds, Self.minimumWeight))
    slow.add(speed, weight: max(seconds, Self.minimumWeight))
  }

  /// Whether both averages are similar: the link has not just changed.
  package var isSettled: Bool {
    guard let quick = quick.value, let slow = slow.value else { return false }
    return min(quick, slow) >= Self.agreement * max(quick, slow)
  }
  /// The minimum ratio of the lower to the higher average that counts as similar.
  private static let agreement = 0.8

  /// Bits per second; nil before the first measurement.
  package var bitsPerSecond: Double? {
    guard let quick = quick.value, let slow = slow.value else { return nil }
    return min(quick, slow)
  }
}
