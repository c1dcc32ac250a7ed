import Foundation

/// An animation of a property from one value to another.
///
/// Which values: `fromValue` and `toValue` as given; `fromValue` and `byValue`: to their sum; `byValue` and `toValue`: from their
/// difference; one of them alone: from it to the layer's present value, from that to it, or from that to the sum. Without any, the
/// property stays as it is.
///
/// Numbers, points, sizes and rectangles may be given as such, as `NSNumber` or as `NSValue`; transforms as such or as `NSValue`;
/// colours as `CGColor`. Values that lie in between do not exist for anything else: it changes halfway.
open class CABasicAnimation: CAPropertyAnimation {
  /// Where it begins.
  open var fromValue: Any?
  /// Where it ends.
  open var toValue: Any?
  /// How far it goes.
  open var byValue: Any?

  override func makeEmptyCopy() -> CAAnimation { CABasicAnimation() }

  override func adopt(_ other: CAAnimation) {
    super.adopt(other)
    guard let other = other as? CABasicAnimation else { return }
    (fromValue, toValue, byValue) = (other.fromValue, other.toValue, other.byValue)
  }

  override func value(at time: Double, of duration: Double, underlying: AnimatedValue) -> AnimatedValue? {
    // What an additive animation leaves out is nothing, not what is there already.
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
