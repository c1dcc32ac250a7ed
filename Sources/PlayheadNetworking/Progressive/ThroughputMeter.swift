import Glibc

/// Measures how fast bytes come while they are asked for: time during which the receiver had paused does not count.
struct ThroughputMeter: Sendable {
  /// Seconds after which an old figure counts half: long enough to ride over the gaps between bursts, short enough to
  /// notice within a few seconds that a link has become slow.
  private static let halfLife = 2.0
  /// Pieces that come together are one: a shorter time tells more of the scheduler than of the link.
  private static let shortest = 0.05

  private var bits = 0.0
  private var seconds = 0.0
  private var pendingBytes = 0
  private var last: Double?

  /// Bits a second; nil before a tenth of a second was seen.
  var estimate: Double? { seconds >= 0.1 ? bits / seconds : nil }

  /// Receiving begins, or goes on after a pause.
  mutating func resume(now: Double) { last = now }
  mutating func pause() {
    last = nil
    pendingBytes = 0
  }

  mutating func add(_ count: Int, now: Double) {
    guard let since = last else {
      last = now
      return
    }
    pendingBytes += count
    let elapsed = now - since
    guard elapsed >= Self.shortest else { return }
    let keep = exp2(-elapsed / Self.halfLife)
    bits = bits * keep + Double(pendingBytes) * 8
    seconds = seconds * keep + elapsed
    pendingBytes = 0
    last = now
  }
}
