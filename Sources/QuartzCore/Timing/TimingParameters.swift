import Foundation
import PlayheadBasics

/// The arithmetic of `CAMediaTiming`: which moment of itself something timed is in.
package struct TimingParameters: Sendable, Equatable {
  package var beginTime: Double = 0
  package var duration: Double = 0
  package var speed: Float = 1
  package var timeOffset: Double = 0
  package var repeatCount: Float = 0
  package var repeatDuration: Double = 0
  package var autoreverses = false
  package var fillMode = CAMediaTimingFillMode.removed

  package init() {}

  /// Where something is in its run.
  package enum Moment: Equatable, Sendable {
    /// It has no effect yet.
    case before
    /// `time` lies between zero and the duration, in run number `run`. `isOver` where the last state is kept.
    case active(time: Double, run: Int, isOver: Bool)
    /// It has no effect any more.
    case after
  }

  /// Local time for a time of the parent.
  package func localTime(at parentTime: Double) -> Double {
    (parentTime - beginTime) * Double(speed) + timeOffset
  }

  /// The parent's time for a local one. While the speed is 0 local time stands, and its moment is the beginning.
  package func parentTime(at localTime: Double) -> Double {
    speed == 0 ? beginTime : (localTime - timeOffset) / Double(speed) + beginTime
  }

  /// The length of one run. What is no number or negative is nothing.
  package var runDuration: Double { duration > 0 ? duration : 0 }

  /// One run, there and back.
  private var cycle: Double { autoreverses ? runDuration * 2 : runDuration }

  /// All runs together, in local time.
  package var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    guard repeatCount > 0 else { return cycle }
    return cycle == 0 ? 0 : cycle * Double(repeatCount)
  }

  /// When all is over, in the parent's time; nil for never.
  package var parentEndTime: Double? {
    guard speed > 0, activeDuration.isFinite else { return nil }
    let end = parentTime(at: activeDuration)
    return end.isFinite ? end : nil
  }

  /// The moment at a time of the parent.
  package func moment(at parentTime: Double) -> Moment {
    let local = localTime(at: parentTime)
    guard local.isFinite else { return .before }
    if local < 0 { return fillMode == .backwards || fillMode == .both ? at(0, isOver: false) : .before }
    guard local >= activeDuration else { return at(local, isOver: false) }
    return fillMode == .forwards || fillMode == .both ? at(activeDuration, isOver: true) : .after
  }

  private func at(_ local: Double, isOver: Bool) -> Moment {
    // An endless run has hardly begun, and one without length has already ended.
    guard cycle.isFinite else { return .active(time: local, run: 0, isOver: isOver) }
    guard cycle > 0 else { return .active(time: 0, run: 0, isOver: isOver) }
    var run = (local / cycle).rounded(.down)
    var time = local - run * cycle
    // The end of the last run belongs to it and begins no other.
    if isOver, time == 0, run > 0 {
      run -= 1
      time = cycle
    }
    if time > runDuration { time = max(0, cycle - time) }
    return .active(time: min(time, runDuration), run: Int(saturating: min(run, 1e15)), isOver: isOver)
  }
}

extension TimingParameters {
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
