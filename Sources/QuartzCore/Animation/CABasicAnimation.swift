import Foundation

/// An animation of a property from one value to another.
///
/// The values: `fromValue` and `toValue` as set; `fromValue` and `byValue`: to their sum; `byValue` and `toValue`: from
/// their difference; one of them alone: from it to the layer's current value, from the current value to it, or from the
/// current value to the sum. Without any of them the property is not animated.
///
/// Numbers, points, sizes and rectangles may be passed as such, as `NSNumber` or as `NSValue`; transforms as such or as
/// `NSValue`; colors as `CGColor`. Values of other types are not interpolated: they change halfway.
open class CABasicAnimation: CAPropertyAnimation {
  /// The start value.
  open var fromValue: Any?
  /// The end value.
  open var toValue: Any?
  /// The difference between start and end.
  open var byValue: Any?

  override func makeEmptyCopy() -> CAAnimation { CABasicAnimation() }

  override func adopt(_ other: CAAnimation) {
    super.adopt(other)
    guard let other = other as? CABasicAnimation else { return }
    (fromValue, toValue, byValue) = (other.fromValue, other.toValue, other.byValue)
  }

  override func value(at time: Double, of duration: Double, underlying: AnimatedValue) -> AnimatedValue? {
    // The missing values of an additive animation are zero, not the current value.
    let present = isAdditive ? underlying.zero : underlying
    func read(_ value: Any?) -> AnimatedValue? { value.flatMap { AnimatedValue($0, like: underlying) } }
    let ends: (AnimatedValue, AnimatedValue)
    switch (read(fromValue), read(toValue), read(byValue)) {
    case (let from?, let to?, _): ends = (from, to)
    case (let from?, nil, let by?): ends = (from, from.adding(by, times: 1))
    case (nil, let to?, let by?): ends = (to.adding(by, times: -1), to)
    case (let from?, nil, nil): ends = (from, present)
    case (nil, let to?, nil): ends = (present, to)
    case (nil, nil, let by?): ends = (present, present.adding(by, times: 1))
    case (nil, nil, nil): return nil
    }
    return ends.0.blended(with: ends.1, by: progress(at: time, of: duration))
  }
}
