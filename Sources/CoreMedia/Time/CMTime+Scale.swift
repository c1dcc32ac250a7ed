/// Converts a time to another timescale, rounded with a method, and flagged as rounded if the conversion is not exact.
///
/// Non-numeric times are unchanged. A number that overflows becomes an infinity, and a timescale of zero or below
/// results in an invalid time.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
  guard time.isNumeric else { return time }
  guard newTimescale > 0, let fraction = ExactFraction(time) else { return .invalid }
  if time.timescale == newTimescale { return time }

  let isQuickTime = method == .quickTime
  let isSmaller = UInt32(newTimescale) < time.timescale.magnitude
  let rounding = isQuickTime ? (isSmaller ? .roundTowardZero : .roundAwayFromZero) : method
  switch fraction.units(at: UInt32(newTimescale), rounding: rounding) {
  case .exact(let value):
    return CMTime(value: value, timescale: newTimescale, flags: time.flags, epoch: time.epoch)
  case .rounded(let value):
    let result = isQuickTime && value == 0 && fraction.isNegative ? -1 : value
    return CMTime(value: result, timescale: newTimescale, flags: time.flags.union(.hasBeenRounded), epoch: time.epoch)
  case .overflow:
    return .infinity(isNegative: fraction.isNegative)
  }
}

extension CMTime {
  /// Converts the time to another timescale; see `CMTimeConvertScale`.
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    CMTimeConvertScale(self, timescale: newTimescale, method: method)
  }
}
