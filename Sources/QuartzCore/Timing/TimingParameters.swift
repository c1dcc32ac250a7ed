import Foundation
import PlayheadBasics

/// The arithmetic of `CAMediaTiming`: the state of a timed object at a time.
package struct TimingParameters: Sendable, Equatable {
  /// The start in the parent's time, in seconds.
  package var beginTime: Double = 0
  /// The duration of one repetition in local time, in seconds.
  package var duration: Double = 0
  /// The speed of local time relative to the parent's.
  package var speed: Float = 1
  /// The offset that is added to local time, in seconds.
  package var timeOffset: Double = 0
  /// The number of repetitions; 0 means one.
  package var repeatCount: Float = 0
  /// The total duration of the repetitions; 0 means that `repeatCount` applies.
  package var repeatDuration: Double = 0
  /// Whether each repetition also runs in reverse.
  package var autoreverses = false
  /// The effect before the start and after the end.
  package var fillMode = CAMediaTimingFillMode.removed

  /// Creates the timing of an object without a duration.
  package init() {}

  /// The state of a timed object.
  package enum Moment: Equatable, Sendable {
    /// It has not started and has no effect.
    case before
    /// `time` is between zero and the duration, in repetition number `run`. `isOver` if the final state is held.
    case active(time: Double, run: Int, isOver: Bool)
    /// It has ended and has no effect.
    case after
  }

  /// Converts the parent's time to local time.
  package func localTime(at parentTime: Double) -> Double {
    (parentTime - beginTime) * Double(speed) + timeOffset
  }

  /// Converts local time to the parent's time. At speed 0 local time is constant; the result is the begin time.
  package func parentTime(at localTime: Double) -> Double {
    speed == 0 ? beginTime : (localTime - timeOffset) / Double(speed) + beginTime
  }

  /// The duration of one repetition. Negative and undefined durations count as 0.
  package var runDuration: Double { duration > 0 ? duration : 0 }

  /// The duration of one repetition including its reverse.
  private var cycle: Double { autoreverses ? runDuration * 2 : runDuration }

  /// The duration of all repetitions in local time.
  package var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    guard repeatCount > 0 else { return cycle }
    return cycle == 0 ? 0 : cycle * Double(repeatCount)
  }

  /// The end of the active duration in the parent's time; nil for never.
  package var parentEndTime: Double? {
    guard speed > 0, activeDuration.isFinite else { return nil }
    let end = parentTime(at: activeDuration)
    return end.isFinite ? end : nil
  }

  /// The state at a time of the parent.
  package func moment(at parentTime: Double) -> Moment {
    let local = localTime(at: parentTime)
    guard local.isFinite else { return .before }
    if local < 0 { return fillMode == .backwards || fillMode == .both ? at(0, isOver: false) : .before }
    guard local >= activeDuration else { return at(local, isOver: false) }
    return fillMode == .forwards || fillMode == .both ? at(activeDuration, isOver: true) : .after
  }

  /// The active state at a local time, not negative.
  ///
  /// - Parameter isOver: Whether the active duration has ended and the final state is held.
  private func at(_ local: Double, isOver: Bool) -> Moment {
    // An infinite repetition is in its first run, and one without length has ended.
    guard cycle.isFinite else { return .active(time: local, run: 0, isOver: isOver) }
    guard cycle > 0 else { return .active(time: 0, run: 0, isOver: isOver) }
    var run = (local / cycle).rounded(.down)
    var time = local - run * cycle
    // The end of the last repetition does not start another one.
    if isOver, time == 0, run > 0 {
      run -= 1
      time = cycle
    }
    if time > runDuration { time = max(0, cycle - time) }
    return .active(time: min(time, runDuration), run: Int(saturating: min(run, 1e15)), isOver: isOver)
  }
}

extension TimingParameters {
  /// Reads the properties of a timed object.
  init(_ object: some CAMediaTiming) {
    beginTime = object.beginTime
    duration = object.duration
    speed = object.speed
    timeOffset = object.timeOffset
    repeatCount = object.repeatCount
    repeatDuration = object.repeatDuration
    autoreverses = object.autoreverses
    fillMode = object.fillMode
  }
}
