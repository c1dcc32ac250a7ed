import Foundation

/// An animation of a property through several values.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values, of the kinds that `CABasicAnimation` takes.
  open var values: [Any]?

  /// The way of a property that is a point, in the place of values: each piece of it counts as one step.
  open var path: CGPath?

  /// Whether the layer turns along the path; nil: it does not.
  open var rotationMode: CAAnimationRotationMode?

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
    path = other.path?.copy()
    rotationMode = other.rotationMode
    keyTimes = other.keyTimes
    timingFunctions = other.timingFunctions
    calculationMode = other.calculationMode
    tensionValues = other.tensionValues
    continuityValues = other.continuityValues
    biasValues = other.biasValues
  }

  override func apply(to values: inout LayerValues, at time: Double, of duration: Double, run: Int) {
    super.apply(to: &values, at: time, of: duration, run: run)
    guard let rotationMode, let track else { return }
    let direction = track.place(at: progress(at: time, of: duration)).angle
    let angle = rotationMode == .rotateAutoReverse ? direction + .pi : direction
    values.transform = CATransform3DConcat(values.transform, CATransform3DMakeRotation(angle, 0, 0, 1))
  }

  private var track: PathTrack? {
    path.flatMap {
      PathTrack(
        $0, mode: calculationMode, keyTimes: keyTimes?.map(\.doubleValue), paces: timingFunctions ?? [])
    }
  }

  override func value(at time: Double, of duration: Double, underlying: AnimatedValue) -> AnimatedValue? {
    if let track {
      guard case .point = underlying else { return nil }
      return .point(track.place(at: progress(at: time, of: duration)).point)
    }
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

/// How a layer turns along a path.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Its x axis points forward.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// Its x axis points backward.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}
