/// A range of frame rates in frames per second.
public struct CAFrameRateRange: Hashable, Sendable {
  /// The lowest acceptable rate.
  public var minimum: Float
  /// The highest useful rate.
  public var maximum: Float
  /// The preferred rate; nil if there is none.
  public var preferred: Float?

  /// Creates the default range, without preferences.
  public init() { (minimum, maximum, preferred) = (0, 0, nil) }

  /// Creates a range with an optional preferred rate.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
  }

  /// The default range, without preferences.
  public static let `default` = CAFrameRateRange()
}
