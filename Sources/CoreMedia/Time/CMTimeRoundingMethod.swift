/// The rounding of a value to a whole number of units.
@frozen
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest unit; halves away from zero. The default.
  case roundHalfAwayFromZero = 1

  /// Toward zero.
  case roundTowardZero = 2

  /// Away from zero.
  case roundAwayFromZero = 3

  /// Toward zero if the new timescale is smaller, away from zero if it is larger; a negative time never becomes 0 but
  /// `-1/newTimescale`.
  case quickTime = 4

  /// Up to the next unit.
  case roundTowardPositiveInfinity = 5

  /// Down to the next unit.
  case roundTowardNegativeInfinity = 6

  /// The default rounding of arithmetic: `roundHalfAwayFromZero`.
  @inlinable public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}
