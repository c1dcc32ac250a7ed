import PlayheadClock

/// Removes the jitter from the deadlines of frames with a constant frame rate: deadlines follow the audio clock, and
/// some containers round times to milliseconds. Deadlines of a variable frame rate are returned unchanged.
struct DeadlineFilter: Sendable {
  /// The fit of the deadlines since playback has been regular; nil before the first one.
  private var estimator: PeriodEstimator?
  /// Increases with deadlines that do not fit, and decreases with those that do.
  private var doubt = 0

  /// The memory of the fit: about twenty seconds of a film.
  private static let memory = 512
  /// The largest distance of two frames in frame intervals: more is a pause.
  private static let maximumSteps = 8.0
  /// The longest distance of two frames: more is a pause, or a series of images.
  private static let maximumInterval = HostDuration.milliseconds(1_000)
  /// The largest jitter that is removed, in nanoseconds: larger differences are changes of the clock.
  private static let maximumJitter = 3_000_000.0
  /// The same for a fit of few deadlines: of two with an error of 1 ms each, the next one may be 4 ms away.
  private static let initialJitter = 4_000_000.0
  /// The number of deadlines from which the fit is accurate. Until then deadlines are returned unchanged.
  private static let settledCount = 8
  /// The doubt from which the fit begins anew.
  private static let restartLimit = 6

  /// The frame interval in nanoseconds, and the number of deadlines that it was measured with; nil if it is unknown.
  var interval: (nanoseconds: Double, count: Int)? {
    estimator.flatMap { estimator in estimator.period.map { ($0, min(Self.memory, estimator.count)) } }
  }

  /// Adds the deadline of the next frame, and returns it without jitter.
  mutating func add(_ deadline: HostTime) -> HostTime {
    guard let estimator, estimator.count > 0 else { return restart(at: deadline) }
    guard let period = estimator.period else {
      let elapsed = deadline - estimator.last
      guard elapsed > .zero, elapsed <= Self.maximumInterval else { return restart(at: deadline) }
      return accept(deadline, steps: 1)
    }
    let position = Double((deadline - estimator.estimate).nanoseconds) / period
    let steps = position.rounded()
    guard period > 0, steps >= 0, steps <= Self.maximumSteps else { return restart(at: deadline) }
    guard steps >= 1, abs(position - steps) * period <= tolerance(of: period) else {
      doubt += 2
      return doubt >= Self.restartLimit ? restart(at: deadline) : deadline
    }
    doubt = max(0, doubt - 1)
    return accept(deadline, steps: steps)
  }

  /// Adds a deadline to the fit, and returns the fitted one.
  private mutating func accept(_ deadline: HostTime, steps: Double) -> HostTime {
    estimator?.add(deadline, steps: steps)
    guard let estimator, isSettled else { return deadline }
    return estimator.estimate
  }

  /// Whether the fit is accurate.
  private var isSettled: Bool { (estimator?.count ?? 0) >= Self.settledCount }

  /// Begins anew with one deadline.
  private mutating func restart(at deadline: HostTime) -> HostTime {
    var estimator = PeriodEstimator(memory: Self.memory)
    estimator.add(deadline, steps: 0)
    self.estimator = estimator
    doubt = 0
    return deadline
  }

  /// The largest difference from the fit at which a deadline belongs to it.
  private func tolerance(of period: Double) -> Double {
    isSettled ? min(Self.maximumJitter, period / 3) : min(Self.initialJitter, period * 0.45)
  }
}
