import CoreMedia

/// Estimates the frame rate of a track whose container stores only presentation times.
package struct FrameRateEstimate {
  /// The presentation times in file order, which is decode order.
  private var times: [CMTime] = []
  /// The container's time units per second.
  private let timescale: Int32

  /// Creates an estimate without frames.
  package init(timescale: Int32) { self.timescale = max(1, timescale) }

  /// The number of presentation times so far.
  package var count: Int { times.count }

  /// Adds the presentation time of a frame.
  package mutating func add(_ time: CMTime) { if time.isNumeric { times.append(time) } }

  /// The average frame duration; invalid with too few frames. Snaps to a common frame rate within the rounding of the
  /// container's times.
  package var frameDuration: CMTime {
    let seconds = Array(Set(times)).map(\.seconds).sorted()
    let gaps = zip(seconds, seconds.dropFirst()).map { $1 - $0 }
    guard gaps.count >= 2 else { return .invalid }
    let median = gaps.sorted()[gaps.count / 2]
    // After a gap, frames may be missing that are stored later.
    let even = gaps.prefix { $0 < median * 1.5 }
    guard median > 0, even.count >= 2 else { return .invalid }
    let average = even.reduce(0, +) / Double(even.count)
    let error = 1 / (Double(timescale) * Double(even.count)) + 1e-9
    let nearest = Self.common.min { abs($0.seconds - average) < abs($1.seconds - average) }
    if let nearest, abs(nearest.seconds - average) <= error { return nearest }
    return CMTime(seconds: average, preferredTimescale: 1_000_000)
  }

  /// The durations of common frame rates: whole ones, and those of NTSC (divided by 1.001).
  private static let common: [CMTime] =
    [8, 10, 12, 15, 20, 24, 25, 30, 48, 50, 60, 72, 90, 100, 120, 144, 240].map { CMTime(value: 1, timescale: $0) }
    + [12, 15, 24, 30, 48, 60, 120, 240].map { CMTime(value: 1001, timescale: $0 * 1000) }
}
