import Foundation

/// An animation of one property of a layer. Use `CABasicAnimation` or `CAKeyframeAnimation`.
open class CAPropertyAnimation: CAAnimation {
  /// The property, or a part of it: `"opacity"`, `"position.x"`, `"bounds.size"`, `"transform.rotation.z"`. One that layers do
  /// not have is not seen.
  open var keyPath: String?

  /// Whether the animation's value is added to what the layer shows without it, instead of taking its place.
  open var isAdditive = false

  /// Whether each run begins where the last one ended.
  open var isCumulative = false

  public override init() { super.init() }

  /// An animation of a property.
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
  }

  override func apply(to values: inout LayerValues, at time: Double, of duration: Double, run: Int) {
    guard let path = keyPath.flatMap(LayerKeyPath.init), let underlying = values[path] else { return }
    guard var value = value(at: time, of: duration, underlying: underlying) else { return }
    if isCumulative, run > 0, let end = self.value(at: duration, of: duration, underlying: underlying) {
      value = value.adding(end, times: Double(run))
    }
    values[path] = isAdditive ? underlying.adding(value, times: 1) : value
  }

  /// The value at a moment of a run; nil where the animation says nothing that fits the property.
  func value(at time: Double, of duration: Double, underlying: AnimatedValue) -> AnimatedValue? { nil }
}
