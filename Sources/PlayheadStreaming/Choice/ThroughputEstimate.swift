import Foundation

/// Estimates the throughput of segment downloads: the lower one of a fast and a slow moving average.
package struct ThroughputEstimate: Sendable, Equatable {
  private struct Average: Sendable, Equatable {
    let halfLife: Double
    var sum = 0.0
    var weight = 0.0

    mutating func add(_ speed: Double, weight seconds: Double) {
      let decay = exp2(-seconds / halfLife)
      sum = sum * decay + speed * (1 - decay)
      weight = weight * decay + (1 - decay)
    }
    var value: Double? { weight > 0 ? sum / weight : nil }
  }

  /// The shortest time to first byte: the round-trip time.
  private var latency = Double.infinity
  private var quick = Average(halfLife: 2)
  private var slow = Average(halfLife: 4)
  package init() {}

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
  private static let agreement = 0.8

  /// Bits per second; nil before the first measurement.
  package var bitsPerSecond: Double? {
    guard let quick = quick.value, let slow = slow.value else { return nil }
    return min(quick, slow)
  }
}
