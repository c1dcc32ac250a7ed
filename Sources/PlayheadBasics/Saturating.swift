extension FixedWidthInteger {
  /// The integer part of a floating-point number; the nearest end of the range for a number outside it, and 0 for NaN.
  ///
  /// Swift's own conversion ends the program for such numbers. Everything that comes from a file, a server, a playlist or a
  /// command line is converted with this one; a test of the tree watches over it.
  @inlinable @inline(__always)
  package init<Source: BinaryFloatingPoint>(saturating value: Source) {
    // The lower end is a power of two, exact in every floating-point type. The upper end may not be: compare with the power
    // of two above it.
    if value >= Source(Self.min),
      value < Source(sign: .plus, exponent: Source.Exponent(Self.positiveBits), significand: 1)
    {
      self = Self(value)
    } else {
      self = value.isNaN ? 0 : value < 0 ? .min : .max
    }
  }

  /// The bits of the largest value.
  @inlinable package static var positiveBits: Int { isSigned ? bitWidth - 1 : bitWidth }

  /// The sum; the nearest end of the range where it does not fit.
  @inlinable package func addingSaturated(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference; the nearest end of the range where it does not fit.
  @inlinable package func subtractingSaturated(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// The product; the nearest end of the range where it does not fit.
  @inlinable package func multipliedSaturated(by other: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
