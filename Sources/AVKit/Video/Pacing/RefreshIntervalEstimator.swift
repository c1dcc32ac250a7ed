import PlayheadClock

/// Measures the refresh interval of a display whose refreshes are numbered, as X servers number them: from the numbers
/// and the times of the refreshes at which frames were shown.
///
/// The interval is unknown until it has been measured over a number of refreshes, and while times and numbers do not
/// belong together: on a display with a variable refresh rate, and if the server has no refreshes.
struct RefreshIntervalEstimator: Sendable {
  /// The fit of the times.
  private var estimator = PeriodEstimator(memory: RefreshIntervalEstimator.memory)
  /// The number of the last refresh in the fit.
  private var number: UInt64 = 0
  /// The number of the first refresh in the fit.
  private var first: UInt64 = 0
  /// Increases with times that do not fit, and decreases with those that do.
  private var doubt = 0

  /// The memory of the fit: a few seconds, because the clock of a display hardly changes.
  private static let memory = 256
  /// The number of frames, and of refreshes, over which the interval is measured at least: times that are wrong by a
  /// millisecond then give an interval that is right to about a thousandth.
  private static let required = (frames: 8, refreshes: UInt64(30))
  /// The largest part of an interval by which the time of a refresh may differ from the fit.
  private static let tolerance = 0.25
  /// The doubt from which the measurement begins anew: three times in a row that do not fit.
  private static let restartLimit = 6
  /// The limits of credible reports: the age of a refresh, its distance in the future, and the distance of refreshes if
  /// one of two times is late. Servers report refreshes when they come; others have times of another clock.
  private static let credible = (
    age: HostDuration.milliseconds(1_000), lead: HostDuration.milliseconds(50),
    intervals: HostDuration.milliseconds(1)...HostDuration.milliseconds(100)
  )

  /// Adds a refresh that showed a frame.
  ///
  /// - Parameters:
  ///   - number: The number of the refresh.
  ///   - time: Its time.
  ///   - now: The current time.
  /// - Returns: The refresh interval; nil while it is unknown, for times that are not credible, and for a refresh that
  ///   was already added.
  mutating func add(_ number: UInt64, at time: HostTime, now: HostTime) -> HostDuration? {
    guard time > .zero, now - time <= Self.credible.age, time - now <= Self.credible.lead else { return nil }
    guard estimator.count > 0 else { return restart(number, at: time) }
    guard number != self.number else { return nil }
    let elapsed = time - estimator.last
    guard number > self.number, elapsed > .zero, elapsed <= RefreshClock.maximumAge else {
      return restart(number, at: time)
    }
    let steps = Double(number - self.number)
    if let interval {
      let position = Double((time - estimator.estimate).nanoseconds) / Double(interval.nanoseconds)
      guard abs(position - steps) <= Self.tolerance else {
        doubt += 2
        return doubt >= Self.restartLimit ? restart(number, at: time) : interval
      }
    } else if !Self.credible.intervals.contains(HostDuration(rounding: Double(elapsed.nanoseconds) / steps)) {
      return restart(number, at: time)
    }
    doubt = max(0, doubt - 1)
    estimator.add(time, steps: steps)
    self.number = number
    return interval
  }

  /// The interval; nil while it is unknown.
  private var interval: HostDuration? {
    guard estimator.count >= Self.required.frames, number - first >= Self.required.refreshes,
      let period = estimator.period
    else { return nil }
    let interval = HostDuration(rounding: period)
    return RefreshClock.validIntervals.contains(interval) ? interval : nil
  }

  /// Begins anew with one refresh.
  private mutating func restart(_ number: UInt64, at time: HostTime) -> HostDuration? {
    estimator = PeriodEstimator(memory: Self.memory)
    estimator.add(time, steps: 0)
    (self.number, first, doubt) = (number, number, 0)
    return nil
  }
}
