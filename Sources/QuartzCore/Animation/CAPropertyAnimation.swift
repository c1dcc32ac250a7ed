import Foundation

/// An animation of one property of a layer. Use `CABasicAnimation` or `CAKeyframeAnimation`.
open class CAPropertyAnimation: CAAnimation {
  /// The key path of the property or a component: `"opacity"`, `"position.x"`, `"bounds.size"`,
  /// `"transform.rotation.z"`. Unknown properties have no visible effect.
  open var keyPath: String?

  /// Whether the animation's value is added to the underlying value instead of replacing it.
  open var isAdditive = false

  /// Whether each repetition starts at the end of the previous one.
  open var isCumulative = false

  /// A function that makes the transform of an animation of `transform` or `sublayerTransform`, whose values are then
  /// numbers or arrays of numbers. Nil by default: the values are transforms. Ignored for other properties.
  open var valueFunction: CAValueFunction?

  /// Creates an animation without a key path.
  public override init() { super.init() }

  /// Creates an animation of a property.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  override func makeEmptyCopy() -> CAAnimation { CAPropertyAnimation() }

  override func adopt(_ other: CAAnimation) {
    super.adopt(other)
    guard let other = other as? CAPropertyAnimation else { return }
    keyPath = other.keyPath
    isAdditive = other.isAdditive
    isCumulative = other.isCumulative
    valueFunction = other.valueFunction
  }

  override func apply(to values: inout LayerValues, at time: Double, of duration: Double, run: Int) {
    guard let path = keyPath.flatMap(LayerKeyPath.init), let underlying = values[path] else { return }
    guard var value = output(at: time, of: duration, underlying: underlying) else { return }
    if isCumulative, run > 0, let end = output(at: duration, of: duration, underlying: underlying) {
      value = value.adding(end, times: Double(run))
    }
    values[path] = isAdditive ? underlying.adding(value, times: 1) : value
  }

  /// The value at a time of a repetition, after the value function.
  private func output(at time: Double, of duration: Double, underlying: AnimatedValue) -> AnimatedValue? {
    guard let valueFunction, case .transform = underlying else {
      return value(at: time, of: duration, underlying: underlying)
    }
    let numbers = valueFunction.numbers(of: underlying)
    guard case .vector(let found)? = value(at: time, of: duration, underlying: numbers) else { return nil }
    return .transform(valueFunction.transform(found))
  }

  /// The value at a time of a repetition; nil if the animation has no value that fits the property.
  func value(at time: Double, of duration: Double, underlying: AnimatedValue) -> AnimatedValue? { nil }
}
