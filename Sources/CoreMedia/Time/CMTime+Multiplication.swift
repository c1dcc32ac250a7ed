/// The product of a time and an integer, with the time's timescale.
///
/// A value that overflows halves the timescale until it fits, with rounding, and becomes an infinity if it does not fit
/// at timescale 1. An infinity has the sign of the product, where 0 counts as positive; invalid and indefinite times
/// are unchanged.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  switch time.kind {
  case .invalid, .indefinite: return time
  case .positiveInfinity: return .infinity(isNegative: multiplier < 0)
  case .negativeInfinity: return .infinity(isNegative: multiplier >= 0)
  case .numeric:
    if time.timescale > 0 {
      let (product, overflow) = time.value.multipliedReportingOverflow(by: Int64(multiplier))
      if !overflow { return CMTime(value: product, timescale: time.timescale, flags: time.flags, epoch: time.epoch) }
    }
    guard var fraction = ExactFraction(time) else { return .invalid }
    fraction.isNegative = fraction.isNegative != (multiplier < 0)
    fraction.second = UInt128(multiplier.magnitude)
    return .settle(
      fraction, timescale: UInt64(time.timescale.magnitude), wasRounded: time.hasBeenRounded, epoch: time.epoch)
  }
}

/// The product of a time and a floating-point number; the exact product is rounded once.
///
/// A timescale below 65536 is doubled until it is not: 600 becomes 76800. A value that overflows halves it until it
/// fits, and becomes an infinity if it does not fit at timescale 1. An infinite time has the sign of the product, where
/// 0 counts as positive; invalid and indefinite times are unchanged.
///
/// A NaN multiplier results in an invalid time; an infinite one in an infinity, or in an invalid time if the time is
/// zero.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
  guard !multiplier.isNaN else { return time.isIndefinite ? time : .invalid }
  switch time.kind {
  case .invalid, .indefinite: return time
  case .positiveInfinity: return .infinity(isNegative: multiplier < 0)
  case .negativeInfinity: return .infinity(isNegative: multiplier >= 0)
  case .numeric: return CMTime.multiply(time, by: multiplier)
  }
}

/// `time * multiplier / divisor`.
///
/// Multiplier and divisor are reduced to lowest terms; the value is then multiplied by the one and the timescale by the
/// other without further reduction, so 1/3 times 1/3 is 1/9, and that times 3 is 3/9. If the result overflows, the
/// fraction is reduced; if it still overflows, the nearest representable fraction is used and flagged as rounded; a
/// number too large for timescale 1 becomes an infinity.
///
/// A division by zero results in an infinity with the sign of the other operands, or in an invalid time if one of them
/// is zero. Non-numeric times are unchanged.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  guard time.isNumeric else { return time }
  guard let fraction = ExactFraction(time) else { return .invalid }
  let isNegative = fraction.isNegative != (multiplier < 0)
  guard divisor != 0 else {
    return fraction.first == 0 || multiplier == 0 ? .invalid : .infinity(isNegative: isNegative)
  }
  let shared = greatestCommonDivisor(multiplier.magnitude, divisor.magnitude)
  let product = ExactFraction(
    isNegative: isNegative != (divisor < 0),
    first: fraction.first * UInt128(multiplier.magnitude / shared),
    denominator: fraction.denominator * UInt128(divisor.magnitude / shared))
  // Zero has the timescale of the operand.
  let timescale = product.first == 0 ? fraction.denominator : product.denominator
  let exact = CMTime.exact(
    product, timescale: UInt64(timescale), wasRounded: time.hasBeenRounded, epoch: time.epoch)
  return exact ?? CMTime.nearest(product, epoch: time.epoch)
}

extension CMTime {
  /// The product of a numeric time and a finite or infinite multiplier.
  fileprivate static func multiply(_ time: CMTime, by multiplier: Double) -> CMTime {
    guard let fraction = ExactFraction(time) else { return .invalid }
    let isNegative = fraction.isNegative != (multiplier < 0)
    guard multiplier.isFinite else { return time.value == 0 ? .invalid : .infinity(isNegative: isNegative) }
    guard var product = fraction.multiplied(byMagnitudeOf: multiplier) else { return .infinity(isNegative: isNegative) }

    var timescale = UInt64(time.timescale.magnitude)
    while timescale < 65536 {
      timescale *= 2
    }
    product.isNegative = isNegative
    return settle(product, timescale: timescale, wasRounded: time.hasBeenRounded, epoch: time.epoch)
  }
}

extension ExactFraction {
  /// The fraction times the magnitude of a finite number; nil if it exceeds 2^63 seconds. `second` must be 1.
  fileprivate func multiplied(byMagnitudeOf multiplier: Double) -> ExactFraction? {
    // A Double is a 53-bit integer times a power of two, so its product with a 64-bit value is exact.
    let (significand, exponent) = multiplier.integerParts
    var product = first * UInt128(significand)
    if exponent >= 0 {
      guard product.leadingZeroBitCount >= exponent else { return product == 0 ? self : nil }
      product <<= UInt128(exponent)
      return ExactFraction(isNegative: isNegative, first: 1, second: product, denominator: denominator)
    }
    // The denominator has 31 bits, so 96 more fit. Excess bits of the product are far below half a unit and matter only
    // if they are not all zero: they are combined into the lowest bit.
    let shift = min(-exponent, 96)
    let excess = -exponent - shift
    if excess > 0 {
      let truncated = product >> UInt128(excess)
      product = truncated | (truncated << UInt128(excess) == product ? 0 : 1)
    }
    return ExactFraction(
      isNegative: isNegative, first: 1, second: product, denominator: denominator << UInt128(shift))
  }
}

extension Double {
  /// The integer and the exponent with `integer * 2^exponent` equal to the magnitude of a finite number.
  fileprivate var integerParts: (integer: UInt64, exponent: Int) {
    let fractionBits = Double.significandBitCount
    let bias = 1023 + fractionBits
    if exponentBitPattern == 0 { return (significandBitPattern, 1 - bias) }
    return (significandBitPattern | 1 << UInt64(fractionBits), Int(exponentBitPattern) - bias)
  }
}
