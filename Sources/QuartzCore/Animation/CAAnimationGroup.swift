import Foundation

/// A group of animations that run together within the group's time. They are clipped at the group's duration.
///
/// An animation without a duration has the group's. The delegates and `isRemovedOnCompletion` of the contained
/// animations are ignored.
open class CAAnimationGroup: CAAnimation {
  /// The animations; later ones are applied over earlier ones. Their begin times are relative to the group's start.
  open var animations: [CAAnimation]?

  override func makeEmptyCopy() -> CAAnimation { CAAnimationGroup() }

  override func adopt(_ other: CAAnimation) {
    super.adopt(other)
    animations = (other as? CAAnimationGroup)?.animations?.compactMap { $0.copy() as? CAAnimation }
  }

  override func apply(to values: inout LayerValues, at time: Double, of duration: Double, run: Int) {
    let groupTime = duration > 0 && duration.isFinite ? progress(at: time, of: duration) * duration : time
    for animation in animations ?? [] {
      var timing = TimingParameters(animation)
      if !(timing.duration > 0) { timing.duration = duration }
      guard case .active(let inner, let innerRun, _) = timing.moment(at: groupTime, isInGroupOf: duration) else {
        continue
      }
      animation.apply(to: &values, at: inner, of: timing.runDuration, run: innerRun)
    }
  }
}

extension TimingParameters {
  /// The state within a group. The last moment of the group includes animations that end with it.
  func moment(at groupTime: Double, isInGroupOf duration: Double) -> Moment {
    let moment = moment(at: groupTime)
    guard moment == .after, groupTime >= duration, localTime(at: groupTime) == activeDuration else { return moment }
    var held = self
    held.fillMode = .forwards
    return held.moment(at: groupTime)
  }
}
