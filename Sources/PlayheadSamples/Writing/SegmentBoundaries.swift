import CoreMedia

/// The times at which the segments of a stream begin, on the timeline of the samples. A value of one thread.
package struct SegmentBoundaries: Sendable, Equatable {
  /// The distance of boundaries; nil: only requests are boundaries.
  private let interval: CMTime?
  /// The next boundary of the interval.
  private var next: CMTime
  /// The requested boundaries in ascending order.
  private var requests: [CMTime] = []

  /// Encoders round the times of samples to the units of the track.
  private static let tolerance = CMTime(value: 1, timescale: 1000)

  /// Boundaries after a start. `interval`: their distance, positive; nil: only requests are boundaries.
  package init(start: CMTime, interval: CMTime?) {
    self.interval = interval
    next = interval.map { start + $0 } ?? .positiveInfinity
  }

  /// Makes the next sample after a time a boundary.
  mutating func request(at time: CMTime) { requests.append(time) }

  /// Whether a sample at a time is at or after the next boundary.
  func isReached(at time: CMTime) -> Bool {
    guard time.isNumeric else { return false }
    return time + Self.tolerance >= next || requests.first.map { time > $0 } == true
  }

  /// Moves beyond a time. Returns whether it is at or after a boundary.
  mutating func pass(_ time: CMTime) -> Bool {
    guard isReached(at: time) else { return false }
    requests.removeAll { time > $0 }
    if let interval, time + Self.tolerance >= next {
      // A gap may contain any number of boundaries.
      let steps = ((time - next).seconds / interval.seconds).rounded(.down)
      next = next + CMTimeMultiplyByFloat64(interval, multiplier: steps.isFinite ? max(0, steps) : 0)
      while next <= time + Self.tolerance { next = next + interval }
    }
    return true
  }
}
