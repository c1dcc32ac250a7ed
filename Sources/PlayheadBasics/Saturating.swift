extension FixedWidthInteger {
  /// The integer part of a floating-point number, clamped to the range, and 0 for NaN.
  ///
  /// Swift's own conversion traps for such numbers. All values from files, servers, playlists and command lines must be
  /// converted with this initializer; a test of the source tree checks it.
  @inlinable @inline(__always)
  package init<Source: BinaryFloatingPoint>(saturating value: Source) {
    // The lower end is a power of two, exact in every floating-point type. The upper end may not be: compare with the
    // power of two above it.
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

  /// The sum, clamped to the range.
  @inlinable package func addingSaturated(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, clamped to the range.
  @inlinable package func subtractingSaturated(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// The product, clamped to the range.
  @inlinable package func multipliedSaturated(by other: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
