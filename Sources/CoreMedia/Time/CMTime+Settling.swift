extension CMTime {
  /// The largest timescale that arithmetic selects.
  static var maximumTimescale: UInt32 { 0x7fff_ffff }

  /// The final step of every operation: represents the fraction with a timescale that is halved until the value fits,
  /// with default rounding of the exact number; an infinity if it does not fit at timescale 1.
  ///
  /// A timescale above `kCMTimeMaxTimescale` is reduced to it.
  static func settle(_ fraction: ExactFraction, timescale: UInt64, wasRounded: Bool, epoch: CMTimeEpoch) -> CMTime {
    var timescale = UInt32(min(timescale, UInt64(maximumTimescale)))
    while true {
      switch fraction.units(at: timescale) {
      case .exact(let value):
        return CMTime(value: value, timescale: timescale, wasRounded: wasRounded, epoch: epoch)
      case .rounded(let value):
        return CMTime(value: value, timescale: timescale, wasRounded: true, epoch: epoch)
      case .overflow:
        if timescale <= 1 { return infinity(isNegative: fraction.isNegative) }
        timescale /= 2
      }
    }
  }

  /// The exact fraction at `timescale` or in lowest terms; nil if it is not representable.
  static func exact(
    _ fraction: ExactFraction, timescale: UInt64, wasRounded: Bool, epoch: CMTimeEpoch
  ) -> CMTime? {
    if timescale <= UInt64(maximumTimescale), case .exact(let value) = fraction.units(at: UInt32(timescale)) {
      return CMTime(value: value, timescale: UInt32(timescale), wasRounded: wasRounded, epoch: epoch)
    }
    let reduced = fraction.reduced()
    guard reduced.denominator <= UInt128(maximumTimescale) else { return nil }
    let timescale = UInt32(reduced.denominator)
    guard case .exact(let value) = reduced.units(at: timescale) else { return nil }
    return CMTime(value: value, timescale: timescale, wasRounded: wasRounded, epoch: epoch)
  }

  /// The least common multiple of two nonzero timescales, which may exceed `kCMTimeMaxTimescale`.
  static func commonTimescale(_ time1: CMTime, _ time2: CMTime) -> UInt64 {
    let scale1 = UInt64(time1.timescale.magnitude)
    let scale2 = UInt64(time2.timescale.magnitude)
    return scale1 / greatestCommonDivisor(scale1, scale2) * scale2
  }

  /// Creates a numeric time with a timescale between 1 and the maximum.
  init(value: CMTimeValue, timescale: UInt32, wasRounded: Bool, epoch: CMTimeEpoch) {
    self.init(
      value: value, timescale: CMTimeScale(truncatingIfNeeded: timescale),
      flags: wasRounded ? [.valid, .hasBeenRounded] : .valid, epoch: epoch)
  }

  /// The infinity with a sign.
  static func infinity(isNegative: Bool) -> CMTime {
    isNegative ? .negativeInfinity : .positiveInfinity
  }
}
