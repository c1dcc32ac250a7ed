import Foundation

/// Animations that run together within the group's time. What reaches beyond the group's duration is cut off.
///
/// An animation without a duration takes the group's. Delegates and `isRemovedOnCompletion` of the animations inside mean nothing.
open class CAAnimationGroup: CAAnimation {
  /// The animations, the first below the others. Their begin times count from the group's beginning.
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
  /// The moment within a group. The group's last moment belongs to what ends with it.
  func moment(at groupTime: Double, isInGroupOf duration: Double) -> Moment {
    let moment = moment(at: groupTime)
    guard moment == .after, groupTime >= duration, localTime(at: groupTime) == activeDuration else { return moment }
    var kept = self
    kept.fillMode = .forwards
    return kept.moment(at: groupTime)
  }
}
