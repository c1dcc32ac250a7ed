import Foundation

/// A timing function: maps the elapsed fraction of the time to the fraction of the change.
///
/// A cubic Bézier curve from (0, 0) to (1, 1) with two control points; time is on the x axis, and the change on the y
/// axis. Immutable and therefore `Sendable`.
open class CAMediaTimingFunction: NSObject, @unchecked Sendable {
  // Sendable: constants.
  /// The coordinates of the four control points: time and change in turn.
  private let points: [Double]

  /// Creates a curve with two control points. Times outside 0 to 1, which would run backward, are clamped; values that
  /// are not finite count as 0.
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    func number(_ value: Float) -> Double { value.isFinite ? Double(value) : 0 }
    func time(_ value: Float) -> Double { max(0, min(1, number(value))) }
    points = [0, 0, time(c1x), number(c1y), time(c2x), number(c2y), 1, 1]
    super.init()
  }

  /// Creates a predefined curve; linear for an unknown name.
  public convenience init(name: CAMediaTimingFunctionName) {
    switch name {
    case .easeIn: self.init(controlPoints: 0.42, 0, 1, 1)
    case .easeOut: self.init(controlPoints: 0, 0, 0.58, 1)
    case .easeInEaseOut: self.init(controlPoints: 0.42, 0, 0.58, 1)
    case .default: self.init(controlPoints: 0.25, 0.1, 0.25, 1)
    default: self.init(controlPoints: 0, 0, 1, 1)
    }
  }

  /// Writes the time and the change of a control point, 0 to 3; 0 and 3 are the ends. Another index is a programming
  /// error.
  open func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
    precondition((0...3).contains(idx), "A timing function has the control points 0 to 3, not \(idx)")
    ptr[0] = Float(points[idx * 2])
    ptr[1] = Float(points[idx * 2 + 1])
  }

  /// The fraction of the change after a fraction of the time.
  package func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    if points[2] == points[3], points[4] == points[5] { return time }
    // Time is monotonic along the curve, so bisection always converges; 50 steps exhaust the precision of a Double.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if bezier(points[2], points[4], middle) < time { low = middle } else { high = middle }
    }
    return bezier(points[3], points[5], (low + high) / 2)
  }

  /// A coordinate of the curve at a parameter, for the two inner control points `a` and `b`.
  private func bezier(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t
  }
}

/// The name of a predefined timing function.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name of the function.
  public let rawValue: String

  /// Creates a name from a string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Constant speed.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// Slow at the start.
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Slow at the end.
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Slow at the start and at the end.
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// The function of implicit animations: fast at the start, slow at the end.
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}
