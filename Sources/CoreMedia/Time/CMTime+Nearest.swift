extension CMTime {
  /// The time nearest to a fraction that is not representable, flagged as rounded; an infinity if it is too large.
  ///
  /// This is the closest of all fractions with a denominator up to `kCMTimeMaxTimescale` and a 64-bit numerator, found
  /// by truncating the continued fraction (Khinchin, *Continued Fractions*, §6). `second` must be 1.
  static func nearest(_ fraction: ExactFraction, epoch: CMTimeEpoch) -> CMTime {
    let fraction = fraction.reduced()
    // A larger denominator would overflow the 64-bit numerator.
    let maximumDenominator = UInt128(Int64.max) * fraction.denominator / max(fraction.first, 1)
    let limit = min(UInt128(maximumTimescale), maximumDenominator)
    guard limit > 1 else { return settle(fraction, timescale: 1, wasRounded: true, epoch: epoch) }

    var (numerator, denominator) = (fraction.first, fraction.denominator)
    var (previous, current) = (Convergent(p: 0, q: 1), Convergent(p: 1, q: 0))
    while denominator != 0 {
      let term = numerator / denominator
      let next = previous.adding(current, times: term)
      if next.q > limit { break }
      (previous, current) = (current, next)
      (numerator, denominator) = (denominator, numerator - term * denominator)
    }
    // The last convergent within the limit, or the largest step toward the next one: the closer of the two.
    let step = previous.adding(current, times: (limit - previous.q) / current.q)
    let best = 2 * denominator * step.q <= fraction.denominator ? current : step
    guard let value = Int64(magnitude: best.p, isNegative: fraction.isNegative) else {
      return infinity(isNegative: fraction.isNegative)
    }
    return CMTime(value: value, timescale: UInt32(truncatingIfNeeded: best.q), wasRounded: true, epoch: epoch)
  }

  /// A convergent `p/q` of a continued fraction.
  private struct Convergent {
    var p: UInt128
    var q: UInt128

    func adding(_ other: Convergent, times count: UInt128) -> Convergent {
      Convergent(p: p + other.p * count, q: q + other.q * count)
    }
  }
}
