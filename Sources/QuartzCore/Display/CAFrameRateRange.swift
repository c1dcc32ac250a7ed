/// How many pictures a second are wanted.
public struct CAFrameRateRange: Hashable, Sendable {
  /// Fewer would be seen as stuttering.
  public var minimum: Float
  /// More would be of no use.
  public var maximum: Float
  /// What would be best; nil: whatever suits.
  public var preferred: Float?

  /// Whatever suits.
  public init() { (minimum, maximum, preferred) = (0, 0, nil) }

  /// A range with a best rate in it.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
  }

  /// Whatever suits.
  public static let `default` = CAFrameRateRange()
}
