import Foundation

/// A place in a hierarchy of times: layers within layers, animations on layers, animations within groups.
///
/// Local time is `(parent's time - beginTime) * speed + timeOffset`. Times are seconds.
public protocol CAMediaTiming {
  /// When it begins, in its parent's time. For an animation on a layer 0 stands for "when it is added".
  var beginTime: CFTimeInterval { get set }
  /// How long it takes once; for an animation 0 stands for the transaction's.
  var duration: CFTimeInterval { get set }
  /// How fast local time passes in relation to the parent's; 0 stops it at `timeOffset`.
  var speed: Float { get set }
  /// What is added to local time.
  var timeOffset: CFTimeInterval { get set }
  /// How often it runs, fractions included; 0 stands for once.
  var repeatCount: Float { get set }
  /// How long it goes on running again and again; 0 stands for as long as `repeatCount` says.
  var repeatDuration: CFTimeInterval { get set }
  /// Whether it runs back each time it has run.
  var autoreverses: Bool { get set }
  /// What it does before and after.
  var fillMode: CAMediaTimingFillMode { get set }
}

/// What something timed does outside of its time.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nothing before it begins; its last state after it has ended.
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  /// Its first state before it begins; nothing after it has ended.
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  /// Its first state before, its last state after.
  public static let both = CAMediaTimingFillMode(rawValue: "both")
  /// Nothing before and after.
  public static let removed = CAMediaTimingFillMode(rawValue: "removed")
}
