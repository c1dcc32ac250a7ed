/// How a value is brought to a whole number of units.
@frozen
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest; a half goes away from zero. The default.
  case roundHalfAwayFromZero = 1

  /// Drops the fraction.
  case roundTowardZero = 2

  /// To the next unit of larger magnitude.
  case roundAwayFromZero = 3

  /// Toward zero when the new timescale is smaller, away from zero when it is larger; a negative time never becomes 0
  /// but `-1/newTimescale`.
  case quickTime = 4

  /// To the next unit that is not smaller.
  case roundTowardPositiveInfinity = 5

  /// To the next unit that is not larger.
  case roundTowardNegativeInfinity = 6

  /// The method of all arithmetic that does not name one: `roundHalfAwayFromZero`.
  @inlinable public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}
