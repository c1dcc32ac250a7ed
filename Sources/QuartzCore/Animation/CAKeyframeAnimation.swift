import Foundation

/// An animation of a property through several key values.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The key values, of the types that `CABasicAnimation` accepts.
  open var values: [Any]?

  /// The path of a point property, used instead of `values`: each segment of it is one step.
  open var path: CGPath?

  /// Whether the layer rotates to follow the path; nil means that it does not.
  open var rotationMode: CAAnimationRotationMode?

  /// The times of the values, as fractions of the duration that never decrease. If they are missing or too few, the
  /// values are spaced evenly. In the mode `discrete` there is one more time than there are values: the end of the
  /// last.
  open var keyTimes: [NSNumber]?

  /// The timing functions between successive values, in addition to that of the whole animation.
  open var timingFunctions: [CAMediaTimingFunction]?

  /// The interpolation between the values.
  open var calculationMode = CAAnimationCalculationMode.linear

  /// The tension of a cubic curve at each value; 0 by default.
  open var tensionValues: [NSNumber]?

  /// The continuity of a cubic curve at each value; 0, a smooth curve, by default.
  open var continuityValues: [NSNumber]?

  /// The bias of a cubic curve at each value, towards the preceding (positive) or the following segment; 0 by default.
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

  /// The path as a function of time; nil without a path, or for one without segments.
  private var track: PathTrack? {
    path.flatMap {
      PathTrack(
        $0, mode: calculationMode, keyTimes: keyTimes?.map(\.doubleValue), easings: timingFunctions ?? [])
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
      easings: timingFunctions ?? [], tension: Self.numbers(tensionValues), continuity: Self.numbers(continuityValues),
      bias: Self.numbers(biasValues))
    return frames.value(at: progress(at: time, of: duration))
  }

  /// The numbers of an optional list; empty for nil.
  private static func numbers(_ values: [NSNumber]?) -> [Double] { values?.map(\.doubleValue) ?? [] }
}

/// The rotation of a layer along a path.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// The name of the mode.
  public let rawValue: String

  /// Creates a mode with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The layer's x axis points forward.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// The layer's x axis points backward.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}
