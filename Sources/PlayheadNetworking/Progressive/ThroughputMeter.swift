import Glibc

/// Measures the throughput while receiving: time while the receiver pauses does not count.
struct ThroughputMeter: Sendable {
  /// Seconds after which a measurement has half its weight: long enough to average over the gaps between bursts, short
  /// enough to detect within a few seconds that a link has become slow.
  private static let halfLife = 2.0
  /// The minimum time between measurements: shorter intervals measure the scheduler instead of the link.
  private static let shortest = 0.05

  /// The bits received, weighted by their age.
  private var bits = 0.0
  /// The seconds of receiving, weighted by their age.
  private var seconds = 0.0
  /// The bytes since the last measurement.
  private var pendingBytes = 0
  /// The bytes received so far, measured or not; repeated requests count again.
  private(set) var totalBytes: Int64 = 0
  /// The time of the last measurement; nil while paused.
  private var last: Double?

  /// Bits per second; nil before a tenth of a second was measured.
  var estimate: Double? { seconds >= 0.1 ? bits / seconds : nil }

  /// Begins or continues receiving.
  mutating func resume(now: Double) { last = now }
  /// Stops measuring; bytes since the last measurement are not counted.
  mutating func pause() {
    last = nil
    pendingBytes = 0
  }

  /// Counts bytes; measures after at least 50 ms.
  mutating func add(_ count: Int, now: Double) {
    totalBytes += Int64(count)
    guard let since = last else {
      last = now
      return
    }
    pendingBytes += count
    let elapsed = now - since
    guard elapsed >= Self.shortest else { return }
    let decay = exp2(-elapsed / Self.halfLife)
    bits = bits * decay + Double(pendingBytes) * 8
    seconds = seconds * decay + elapsed
    pendingBytes = 0
    last = now
  }
}
