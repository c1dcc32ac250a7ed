import PlayheadClock

/// Chooses the refresh at which each frame is shown: the nearest one to its deadline, with hysteresis.
///
/// A deadline in the middle between two refreshes could be rounded either way, and the smallest jitter would change the
/// cadence from frame to frame. Therefore a bias is added to all deadlines, which moves those near the middle away from
/// it, in the direction to which they are:
///
/// ```
///   refresh                 middle                 refresh
///      |───────────────────────┼───────────────────────|
///                      ◄─ ●    │    ● ─►                    moved until they are `margin` away
/// ```
/// A drifting deadline crosses the middle only after the bias has reached its limit, and is then moved to the other
/// side. The cadence changes once, and remains steady before and after.
struct FrameSchedule: Sendable {
  /// The deadlines of the frames so far.
  private var filter = DeadlineFilter()
  /// The time added to deadlines before they are rounded, in nanoseconds.
  private var bias = 0.0
  /// The refresh of the previous frame; nil before the first one.
  private var previous: HostTime?

  /// The largest bias in nanoseconds: not visible as a difference to the audio.
  static let largestBias = 2_000_000.0
  /// The largest number of frames after which a cadence repeats.
  private static let longestCadence = 32

  /// Returns the refresh at which the next frame is shown.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the frame should be on the screen.
  ///   - grid: The predicted refreshes.
  mutating func refresh(for deadline: HostTime, on grid: RefreshGrid) -> HostTime {
    let ideal = filter.add(deadline)
    let position = grid.position(of: ideal) + bias / grid.interval
    var index = position.rounded()
    let last = previous.map { grid.position(of: $0).rounded() }
    if let last, index <= last, isRefreshPerFrame(on: grid), last + 1 - position < 1 {
      // Every frame has a refresh of its own.
      index = last + 1
    } else {
      moveBias(error: position - index, grid)
    }
    let refresh = grid.time(of: index)
    previous = refresh
    return refresh
  }

  /// Records a frame that is shown without predicted refreshes, so that the filter is ready when there are some.
  mutating func skip(_ deadline: HostTime) {
    _ = filter.add(deadline)
    previous = nil
  }

  /// The frame interval in nanoseconds, and the number of deadlines that it was measured with; nil if it is unknown.
  var frameInterval: (nanoseconds: Double, count: Int)? { filter.interval }

  /// Whether the display refreshes at least once per frame.
  private func isRefreshPerFrame(on grid: RefreshGrid) -> Bool {
    guard let interval = filter.interval else { return false }
    let count = Double(interval.count)
    // The error of a fitted interval decreases with the number of deadlines to the power of 3/2.
    let uncertainty = 0.000_2 + 0.5 / (count * count.squareRoot())
    return interval.nanoseconds / grid.interval >= 1 - uncertainty
  }

  /// Moves the bias so that deadlines like this one keep their distance from the middle between two refreshes.
  private mutating func moveBias(error: Double, _ grid: RefreshGrid) {
    let count = Double(filter.interval?.count ?? 1)
    // More than the jitter that remains in filtered deadlines and predicted refreshes.
    let jitter = max(600_000, min(1_000_000, 6_000_000 / count.squareRoot()))
    let ratio = filter.interval.map { $0.nanoseconds / grid.interval }
    let margin = min(jitter, Self.margin(ratio: ratio, interval: grid.interval))
    bias = max(-2 * jitter, min(2 * jitter, bias))
    let distance = (0.5 - abs(error)) * grid.interval
    guard distance < margin else { return }
    let shift = margin - distance
    bias = max(-2 * jitter, min(2 * jitter, bias + (error > 0 ? -shift : shift)))
  }

  /// The largest useful distance from the middle, in nanoseconds: less than half the distance of two deadlines'
  /// positions between refreshes, because moving one away would move another one nearer.
  ///
  /// - Parameter ratio: The number of refreshes per frame; nil if it is unknown.
  static func margin(ratio: Double?, interval: Double) -> Double {
    guard let ratio, ratio.isFinite, ratio > 0 else { return 0 }
    let length = (1...longestCadence).first { length in
      let refreshes = ratio * Double(length)
      return abs(refreshes - refreshes.rounded()) * Double(length) < 0.15
    }
    return 0.45 * interval / Double(length ?? longestCadence)
  }
}
