import Foundation

/// An object in a hierarchy of times: layers within layers, animations on layers, animations within groups.
///
/// The local time is `(parent's time - beginTime) * speed + timeOffset`. Times are in seconds.
public protocol CAMediaTiming {
  /// The start in the parent's time. For an animation on a layer 0 means the time at which it is added.
  var beginTime: CFTimeInterval { get set }
  /// The duration of one repetition; for an animation 0 means the transaction's duration.
  var duration: CFTimeInterval { get set }
  /// The speed of local time relative to the parent's; 0 stops it at `timeOffset`.
  var speed: Float { get set }
  /// The offset that is added to local time.
  var timeOffset: CFTimeInterval { get set }
  /// The number of repetitions, which may be fractional; 0 means one.
  var repeatCount: Float { get set }
  /// The total duration of the repetitions; 0 means that `repeatCount` applies.
  var repeatDuration: CFTimeInterval { get set }
  /// Whether each repetition also runs in reverse.
  var autoreverses: Bool { get set }
  /// The effect before the start and after the end.
  var fillMode: CAMediaTimingFillMode { get set }
}

/// The effect of a timed object outside its active duration.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  /// The name of the mode.
  public let rawValue: String

  /// Creates a mode with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The final state remains after the end; no effect before the start.
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  /// The initial state applies before the start; no effect after the end.
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  /// The initial state applies before the start, the final state after the end.
  public static let both = CAMediaTimingFillMode(rawValue: "both")
  /// No effect before the start and after the end.
  public static let removed = CAMediaTimingFillMode(rawValue: "removed")
}
