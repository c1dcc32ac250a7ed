import Foundation

/// An animation of a property through several values.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values, of the kinds that `CABasicAnimation` takes.
  open var values: [Any]?

  /// When each value is reached, as parts of the duration that never decrease. Without them, or where there are fewer than needed, the
  /// values are spread evenly. In the mode `discrete` there is one more than there are values: the end of the last.
  open var keyTimes: [NSNumber]?

  /// The pace from each value to the next, beside the pace of the whole.
  open var timingFunctions: [CAMediaTimingFunction]?

  /// What lies between the values.
  open var calculationMode = CAAnimationCalculationMode.linear

  /// How tight a cubic curve is at each value; 0 without.
  open var tensionValues: [NSNumber]?

  /// How sharp the corners of a cubic curve are at each value; 0 without: none.
  open var continuityValues: [NSNumber]?

  /// Whether a cubic curve leans to what was before each value (positive) or comes after it; 0 without.
  open var biasValues: [NSNumber]?

  override func makeEmptyCopy() -> CAAnimation { CAKeyframeAnimation() }

  override func adopt(_ other: CAAnimation) {
    super.adopt(other)
    guard let other = other as? CAKeyframeAnimation else { return }
    values = other.values
    keyTimes = other.keyTimes
    timingFunctions = other.timingFunctions
    calculationMode = other.calculationMode
    tensionValues = other.tensionValues
    continuityValues = other.continuityValues
    biasValues = other.biasValues
  }

  override func value(at time: Double, of duration: Double, underlying: AnimatedValue) -> AnimatedValue? {
    let values = (values ?? []).compactMap { AnimatedValue($0, like: underlying) }
    guard !values.isEmpty, values.count == self.values?.count else { return nil }
    let frames = Keyframes(
      values: values, times: keyTimes?.map(\.doubleValue), mode: calculationMode,
      paces: timingFunctions ?? [], tension: Self.numbers(tensionValues), continuity: Self.numbers(continuityValues),
      bias: Self.numbers(biasValues))
    return frames.value(at: progress(at: time, of: duration))
  }

  private static func numbers(_ values: [NSNumber]?) -> [Double] { values?.map(\.doubleValue) ?? [] }
}
