import Foundation

/// How fast segments come: two averages, one that follows quickly and one that remembers, of which the lower one counts.
package struct ThroughputEstimate: Sendable, Equatable {
  private struct Average: Sendable, Equatable {
    let halfLife: Double
    var sum = 0.0
    var weight = 0.0

    mutating func add(_ speed: Double, weight seconds: Double) {
      let keep = exp2(-seconds / halfLife)
      sum = sum * keep + speed * (1 - keep)
      weight = weight * keep + (1 - keep)
    }
    var value: Double? { weight > 0 ? sum / weight : nil }
  }

  /// The shortest wait for a first byte: what the way there and back takes.
  private var latency = Double.infinity
  private var quick = Average(halfLife: 2)
  private var slow = Average(halfLife: 4)
  package init() {}

  private static let leastWeight = 4.0
  /// Less tells more of the server's first answer than of the link.
  static let fewestBytes = 16 << 10

  /// The most of a load's time that counts as such a wait.
  private static let mostLatency = 0.5

  /// A load that took `seconds` from the question to the last byte, `wait` of them until the first one.
  ///
  /// The way there and back is no matter of speed: small segments would seem to come more slowly than large ones. What a server takes
  /// longer than that to answer is: it may have to fetch everything from elsewhere first.
  package mutating func add(bytes: Int, seconds: Double, wait: Double? = nil) {
    guard bytes >= Self.fewestBytes, seconds.isFinite else { return }
    if let wait, wait.isFinite { latency = min(latency, max(0, wait)) }
    let lost = latency.isFinite ? min(latency, seconds * Self.mostLatency) : 0
    let speed = Double(bytes) * 8 / max(seconds - lost, 0.001)
    // A quick load is seldom where much is ahead: it must count for more than its time, or a link that has recovered is not noticed.
    quick.add(speed, weight: max(seconds, Self.leastWeight))
    slow.add(speed, weight: max(seconds, Self.leastWeight))
  }

  /// Whether both averages tell much the same: the link has not just changed.
  package var isSettled: Bool {
    guard let quick = quick.value, let slow = slow.value else { return false }
    return min(quick, slow) >= Self.agreement * max(quick, slow)
  }
  private static let agreement = 0.8

  /// Bits a second; nil before anything was seen.
  package var bitsPerSecond: Double? {
    guard let quick = quick.value, let slow = slow.value else { return nil }
    return min(quick, slow)
  }
}
