import Foundation

/// The pace of an animation: how much of the change has happened after which part of the time.
///
/// A cubic Bézier curve from (0, 0) to (1, 1) with two control points; horizontally time, vertically change. Immutable, hence
/// `Sendable` without further proof.
open class CAMediaTimingFunction: NSObject, @unchecked Sendable {
  // Sendable: constants.
  private let points: [Double]

  /// The curve with these control points. Times outside of 0 to 1 would run backward, so they are brought inside; what is no number
  /// counts as 0.
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    func number(_ value: Float) -> Double { value.isFinite ? Double(value) : 0 }
    func time(_ value: Float) -> Double { max(0, min(1, number(value))) }
    points = [0, 0, time(c1x), number(c1y), time(c2x), number(c2y), 1, 1]
    super.init()
  }

  /// A curve with a name; linear for an unknown one.
  public convenience init(name: CAMediaTimingFunctionName) {
    switch name {
    case .easeIn: self.init(controlPoints: 0.42, 0, 1, 1)
    case .easeOut: self.init(controlPoints: 0, 0, 0.58, 1)
    case .easeInEaseOut: self.init(controlPoints: 0.42, 0, 0.58, 1)
    case .default: self.init(controlPoints: 0.25, 0.1, 0.25, 1)
    default: self.init(controlPoints: 0, 0, 1, 1)
    }
  }

  /// Writes time and change of a point of the curve, of which there are four: 0 and 3 are its ends. Others are a programmer's error.
  open func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
    precondition((0...3).contains(idx), "A timing function has the control points 0 to 3, not \(idx)")
    ptr[0] = Float(points[idx * 2])
    ptr[1] = Float(points[idx * 2 + 1])
  }

  /// How much of the change has happened after a part of the time.
  package func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    if points[2] == points[3], points[4] == points[5] { return time }
    // Time never runs backward along the curve, so halving the interval always arrives; 50 times is all a Double can tell.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if bezier(points[2], points[4], middle) < time { low = middle } else { high = middle }
    }
    return bezier(points[3], points[5], (low + high) / 2)
  }

  private func bezier(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t
  }
}

/// The name of a pace.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The same pace all the time.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// Slow at first.
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Slow in the end.
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Slow at first and in the end.
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// What implicit animations have: quickly on its way, slow in the end.
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}
