import PlayheadClock

/// The predicted refreshes of a display: times at equal distances.
struct RefreshGrid: Sendable, Equatable {
  /// The time of one refresh.
  var reference: HostTime
  /// The distance of refreshes in nanoseconds, greater than zero.
  var interval: Double

  /// The position of a time in refreshes since `reference`.
  func position(of time: HostTime) -> Double { Double((time - reference).nanoseconds) / interval }

  /// The time of a refresh; `index` 0 is `reference`.
  func time(of index: Double) -> HostTime {
    reference + HostDuration(rounding: index * interval)
  }
}

/// Estimates when a display refreshes, from the times at which earlier frames were presented.
///
/// Nothing is predicted before a number of observations, without recent ones, and while they are irregular.
///
/// On a display with a variable refresh rate, frames that are shown at their deadlines can look like refreshes of a
/// constant rate. Drawing for such a prediction would move the refreshes, and it would fail. The number of required
/// observations doubles with each failure, so that this display soon shows all frames at their deadlines.
struct RefreshClock: Sendable {
  /// The fit of the observations; nil before the first valid one.
  private var estimator: PeriodEstimator?
  /// The interval that the display system reports, in nanoseconds.
  private var reported = 0.0
  /// Increases with observations that do not fit, and decreases with those that do.
  private var doubt = 0
  /// The number of observations from which refreshes are predicted.
  private var requiredCount = RefreshClock.initialCount

  /// The intervals of existing displays: 500 Hz to 20 Hz. Others are errors of a driver.
  static let validIntervals = HostDuration.milliseconds(2)...HostDuration.milliseconds(50)
  /// The number of observations that is required at first.
  static let initialCount = 8
  /// The largest required number: over half a minute of observations at 60 Hz.
  private static let largestCount = 2048
  /// The age of the last observation after which nothing is predicted: the window may be on another display.
  static let maximumAge = HostDuration.milliseconds(2_000)
  /// The memory of the fit: about seventeen seconds at 60 Hz.
  private static let memory = 1024
  /// Reported intervals are true to about a thousandth, observed times to about half a millisecond, a thirtieth of an
  /// interval.
  private static let priorWeight = 900.0
  /// The doubt from which nothing is predicted: two observations in a row that do not fit.
  private static let doubtLimit = 4
  /// The doubt from which the estimate begins anew.
  private static let restartLimit = 6

  /// Adds the time at which a frame was presented.
  ///
  /// - Parameters:
  ///   - presented: The time of the refresh. Times that are not after the previous one are ignored.
  ///   - interval: The refresh interval that the display system reports. Nothing is predicted if it is not valid.
  ///   - now: The current time. Times more than an interval after it are ignored.
  mutating func observe(_ presented: HostTime, interval: HostDuration, now: HostTime) {
    guard Self.validIntervals.contains(interval) else { return reset() }
    guard presented > .zero, presented <= now + interval else { return }
    let nominal = Double(interval.nanoseconds)
    // Another display, or another mode.
    if abs(nominal - reported) > reported / 100 { reset() }
    guard let estimator, let period = estimator.period else { return restart(at: presented, interval: nominal) }
    let elapsed = presented - estimator.last
    guard elapsed > .zero else { return }
    guard elapsed <= Self.maximumAge else { return restart(at: presented, interval: nominal) }
    let position = Double((presented - estimator.estimate).nanoseconds) / period
    let steps = position.rounded()
    guard steps >= 1 else { return }
    guard abs(position - steps) * period <= Self.tolerance(of: period) else {
      doubt += 2
      if doubt >= Self.restartLimit {
        requiredCount = min(2 * requiredCount, Self.largestCount)
        restart(at: presented, interval: nominal)
      }
      return
    }
    doubt = max(0, doubt - 1)
    self.estimator?.add(presented, steps: steps)
  }

  /// The predicted refreshes; nil if they cannot be predicted.
  func grid(at now: HostTime) -> RefreshGrid? {
    guard let estimator, let interval = estimator.period, interval > 0, doubt < Self.doubtLimit,
      estimator.count >= requiredCount, now - estimator.last <= Self.maximumAge
    else { return nil }
    return RefreshGrid(reference: estimator.estimate, interval: interval)
  }

  /// Discards all observations.
  private mutating func reset() { self = RefreshClock() }

  /// Begins anew with one observation.
  private mutating func restart(at presented: HostTime, interval: Double) {
    var estimator = PeriodEstimator(
      memory: Self.memory, prior: PeriodEstimator.Prior(period: interval, weight: Self.priorWeight))
    estimator.add(presented, steps: 0)
    self.estimator = estimator
    (reported, doubt) = (interval, 0)
  }

  /// The largest difference from a predicted refresh at which an observation is used. Some systems report whole
  /// milliseconds.
  private static func tolerance(of period: Double) -> Double { min(max(period / 6, 1_300_000), period / 4) }
}
