/// A rational number as an intermediate result for a `CMTime`: `± first * second / denominator`, which is exact.
///
/// The numerator consists of two factors because products of two times have up to 190 bits. `first` is below 2^97 and a
/// timescale below 2^32, so that their product fits 128 bits; the full-width product with `second` is then divided
/// once, and the result is rounded once.
struct ExactFraction {
  var isNegative: Bool
  var first: UInt128
  var second: UInt128
  /// Positive.
  var denominator: UInt128

  init(isNegative: Bool, first: UInt128, second: UInt128 = 1, denominator: UInt128) {
    self.isNegative = isNegative
    self.first = first
    self.second = second
    self.denominator = denominator
  }

  init(numerator: Int128, denominator: UInt128) {
    self.init(isNegative: numerator < 0, first: numerator.magnitude, denominator: denominator)
  }

  /// The value of a numeric time; nil if its timescale is zero. The sign of a negative timescale is moved to the value.
  init?(_ time: CMTime) {
    guard time.timescale != 0 else { return nil }
    self.init(
      isNegative: (time.value < 0) != (time.timescale < 0), first: UInt128(time.value.magnitude),
      denominator: UInt128(time.timescale.magnitude))
  }

  /// The result of the conversion to a timescale.
  enum Units {
    case exact(Int64)
    case rounded(Int64)
    case overflow
  }

  /// The number of units of `1/timescale`, rounded.
  func units(at timescale: UInt32, rounding method: CMTimeRoundingMethod = .default) -> Units {
    let product = (first * UInt128(timescale)).multipliedFullWidth(by: second)
    // A quotient of 2^128 or more is not defined for the division, and an overflow in any case.
    guard product.high < denominator else { return .overflow }
    let (quotient, remainder) = denominator.dividingFullWidth((product.high, product.low))
    let isUp = remainder != 0 && roundsUp(quotient: quotient, remainder: remainder, method: method)
    let magnitude = isUp ? quotient &+ 1 : quotient
    guard !(isUp && magnitude == 0), let value = Int64(magnitude: magnitude, isNegative: isNegative) else {
      return .overflow
    }
    return remainder == 0 ? .exact(value) : .rounded(value)
  }

  /// Whether the magnitude is incremented for a remainder.
  private func roundsUp(quotient: UInt128, remainder: UInt128, method: CMTimeRoundingMethod) -> Bool {
    switch method {
    case .roundHalfAwayFromZero: remainder >= denominator - remainder
    // QuickTime's rule depends on both timescales: `CMTimeConvertScale` resolves it beforehand.
    case .roundTowardZero, .quickTime: false
    case .roundAwayFromZero: true
    case .roundTowardPositiveInfinity: !isNegative
    case .roundTowardNegativeInfinity: isNegative
    }
  }

  /// The fraction in lowest terms.
  func reduced() -> ExactFraction {
    var result = self
    if first == 0 || second == 0 {
      result.first = 0
      result.second = 1
      result.denominator = 1
      return result
    }
    let shared = greatestCommonDivisor(result.first, result.denominator)
    result.first /= shared
    result.denominator /= shared
    let sharedWithSecond = greatestCommonDivisor(result.second, result.denominator)
    result.second /= sharedWithSecond
    result.denominator /= sharedWithSecond
    return result
  }
}

extension Int64 {
  /// The signed value of a magnitude; nil if it overflows.
  init?(magnitude: UInt128, isNegative: Bool) {
    if !isNegative {
      self.init(exactly: magnitude)
    } else if magnitude == 1 << 63 {
      self = .min
    } else if let positive = Int64(exactly: magnitude) {
      self = -positive
    } else {
      return nil
    }
  }
}

/// The greatest common divisor; the other number if one is zero.
func greatestCommonDivisor<Value: UnsignedInteger>(_ left: Value, _ right: Value) -> Value {
  var (left, right) = (left, right)
  while right != 0 {
    (left, right) = (right, left % right)
  }
  return left
}
