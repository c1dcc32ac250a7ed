extension CMTime {
  /// Creates the time nearest to `seconds`, but not above it in magnitude, in multiples of `1/preferredTimescale`;
  /// epoch 0.
  ///
  /// The product is truncated toward zero: 2.870 s at timescale 1 is 2/1. If the value exceeds 64 bits, the timescale
  /// is halved until it fits; a time that is too long even at timescale 1 becomes an infinity. The result is flagged as
  /// rounded if its `seconds` differ from the argument.
  ///
  /// A timescale of zero or below and NaN seconds result in an invalid time; infinite seconds in the corresponding
  /// infinity.
  @inlinable
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    // The exclusive bound of Doubles that fit a 64-bit value.
    let limit = 0x1p63
    let scaled = seconds * Double(preferredTimescale)
    guard preferredTimescale > 0, scaled > -limit, scaled < limit else {
      self = CMTime.outOfRange(seconds: seconds, preferredTimescale: preferredTimescale)
      return
    }
    let value = CMTimeValue(scaled)
    let isExact = Double(value) / Double(preferredTimescale) == seconds
    self.init(
      value: value, timescale: preferredTimescale, flags: isExact ? .valid : [.valid, .hasBeenRounded], epoch: 0)
  }

  /// Handles seconds that exceed the preferred timescale, or that are not finite.
  @usableFromInline
  static func outOfRange(seconds: Double, preferredTimescale: CMTimeScale) -> CMTime {
    guard preferredTimescale > 0, !seconds.isNaN else { return .invalid }
    var timescale = preferredTimescale
    while timescale > 1 {
      timescale /= 2
      if abs(seconds * Double(timescale)) < 0x1p63 {
        return CMTime(seconds: seconds, preferredTimescale: timescale)
      }
    }
    return seconds < 0 ? .negativeInfinity : .positiveInfinity
  }

  /// The time in seconds, regardless of its epoch.
  ///
  /// NaN for invalid and indefinite times, and the corresponding infinity for infinite times: test before converting to
  /// an integer.
  @inlinable
  public var seconds: Double {
    if isNumeric { return Double(value) / Double(timescale) }
    if !isValid || flags.rawValue & 0b01100 == 0 { return .nan }
    return isPositiveInfinity ? .infinity : -.infinity
  }
}

/// The time nearest to `seconds`, but not above it in magnitude, with the preferred timescale or a smaller one that
/// fits.
@inlinable
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The time in seconds: NaN for invalid and indefinite times, an infinity for infinite times.
@inlinable
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 {
  time.seconds
}
