import Foundation

/// What lies between two key values.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// A straight line.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// Nothing: each value holds until the next.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// A straight line, everywhere at the same speed; key times mean nothing.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// A curve without corners.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// A curve without corners at nearly the same speed everywhere; key times mean nothing.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}
