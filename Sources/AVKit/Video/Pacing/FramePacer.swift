import PlayheadClock
import PlayheadPipeline

/// The time at which a frame was presented, as the display system reports it.
struct RefreshObservation: Sendable, Equatable {
  /// The time of the refresh that showed the frame.
  var presented: HostTime
  /// The refresh interval of the display; not valid values mean that it is unknown or variable.
  var interval: HostDuration
  /// The time at which the drawing was submitted; nil if it is unknown.
  var submitted: HostTime?
}

/// Frames whose deadlines follow each other regularly: those of a seek or an item, until the rate changes.
struct FrameSequence: Sendable, Equatable {
  /// The generation of the session's frames.
  var generation: Int
  /// The rate of the clock that the deadlines were computed from.
  var rate = 1.0
}

/// Decides when frames are shown: at predicted refreshes of the display, or at their deadlines while none are
/// predicted.
struct FramePacer: Sendable {
  /// The time at which a frame is shown.
  struct Target: Sendable, Equatable {
    /// The time at which the frame should be visible.
    var time: HostTime
    /// The time before it at which the drawing should be submitted.
    var advance = HostDuration.zero
  }

  /// Predicts the refreshes.
  private var refreshClock = RefreshClock()
  /// Assigns frames to refreshes.
  private var schedule = FrameSchedule()
  /// The latency of the compositor.
  private var latency = SubmissionLatency()
  /// The sequence of the frames in `schedule`; nil before the first one.
  private var sequence: FrameSequence?

  /// Adds what the display system has reported.
  mutating func observe(_ observation: RefreshObservation, now: HostTime) {
    refreshClock.observe(observation.presented, interval: observation.interval, now: now)
    guard let submitted = observation.submitted, let grid = refreshClock.grid(at: now) else { return }
    latency.add(submitted: submitted, presented: observation.presented, interval: grid.interval)
  }

  /// Returns when the next frame is shown.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the frame should be visible. If it has passed, the frame is late or belongs to a
  ///     paused player, and is shown at once.
  ///   - sequence: The sequence of the frame: deadlines of another one do not continue the cadence.
  mutating func target(ofFrame deadline: HostTime, in sequence: FrameSequence, now: HostTime) -> Target {
    if sequence != self.sequence {
      schedule = FrameSchedule()
      self.sequence = sequence
    }
    guard let grid = refreshClock.grid(at: now) else {
      schedule.skip(deadline)
      return Target(time: deadline)
    }
    let refresh = schedule.refresh(for: deadline, on: grid)
    return deadline > now ? Target(time: refresh, advance: advance(on: grid)) : Target(time: deadline)
  }

  /// Returns when a change of the current frame is shown, such as other captions: it has no place in the cadence.
  func target(ofChange deadline: HostTime, now: HostTime) -> Target {
    guard let grid = refreshClock.grid(at: now) else { return Target(time: deadline) }
    return Target(time: grid.time(of: grid.position(of: deadline).rounded()), advance: advance(on: grid))
  }

  /// The measured distances of frames and of refreshes; nil while one of them is unknown.
  func timing(at now: HostTime) -> DisplayTiming? {
    guard let grid = refreshClock.grid(at: now), let sequence, let frames = schedule.frameInterval else { return nil }
    return DisplayTiming(
      frameInterval: frames.nanoseconds, frameCount: frames.count, rate: sequence.rate, refreshInterval: grid.interval)
  }

  /// How much earlier than its deadline a frame may have to be submitted.
  func lead(at now: HostTime) -> HostDuration {
    guard let grid = refreshClock.grid(at: now) else { return .zero }
    let early = HostDuration(rounding: grid.interval / 2 + FrameSchedule.largestBias)
    return HostDuration(nanoseconds: advance(on: grid).nanoseconds + early.nanoseconds)
  }

  /// Drawings are submitted in the middle of the interval in which they must be: half of it remains for delays.
  private func advance(on grid: RefreshGrid) -> HostDuration {
    HostDuration(rounding: Double(latency.value.nanoseconds) + grid.interval / 2)
  }
}
