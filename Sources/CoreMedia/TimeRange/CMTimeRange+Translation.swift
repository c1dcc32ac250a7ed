/// Maps a time linearly from one range to another: `(t - from.start) * (to.duration / from.duration) + to.start`.
///
/// The product is exact if it is representable, otherwise rounded once with the timescale `kCMTimeMaxTimescale`. An
/// empty or invalid range and a time in another epoch than the first range result in an invalid time. Between two
/// infinite ranges the time is shifted but not scaled.
public func CMTimeMapTimeFromRangeToRange(
  _ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty else { return .invalid }
  guard !t.isNumeric || !fromRange.start.isNumeric || t.epoch == fromRange.start.epoch else { return .invalid }
  let offset = CMTimeSubtract(t, fromRange.start)
  if fromRange.duration.isPositiveInfinity, toRange.duration.isPositiveInfinity {
    return CMTimeAdd(offset, toRange.start)
  }
  return CMTimeAdd(CMTime.scale(offset, from: fromRange.duration, to: toRange.duration), toRange.start)
}

/// Scales a duration by the ratio of the ranges' durations.
///
/// The result is exact if it is representable, otherwise rounded once with the timescale `kCMTimeMaxTimescale`. An
/// empty or invalid range and a duration outside epoch 0 result in an invalid time; between two infinite ranges nothing
/// is scaled.
public func CMTimeMapDurationFromRangeToRange(
  _ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty else { return .invalid }
  guard !dur.isNumeric || dur.epoch == 0 else { return .invalid }
  if fromRange.duration.isPositiveInfinity, toRange.duration.isPositiveInfinity { return dur }
  return CMTime.scale(dur, from: fromRange.duration, to: toRange.duration)
}

/// The time itself if the range contains it, otherwise the start or the end, whichever is nearer.
///
/// An empty or invalid range and an invalid time result in an invalid time.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard time.isValid, range.isValid, !range.isEmpty else { return .invalid }
  return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// Shifts a time by whole durations of a range into that range, as for a position in an endless loop: forward for times
/// before the start, backward for times at or after the end.
///
/// An empty, invalid or indefinite range, a non-numeric time and a time in another epoch than the range result in an
/// invalid time, as do times before the start of an infinite range.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
  guard time.isNumeric, foldRange.isValid, !foldRange.isEmpty, foldRange.start.isNumeric,
    time.epoch == foldRange.start.epoch
  else { return .invalid }
  if foldRange.containsTime(time) { return time }
  guard foldRange.duration.isNumeric else { return .invalid }
  let offset = CMTimeSubtract(time, foldRange.start)
  return CMTimeAdd(CMTime.remainder(offset, dividingBy: foldRange.duration), foldRange.start)
}

extension CMTime {
  /// `time * to / from`, exact if it is representable.
  fileprivate static func scale(_ time: CMTime, from: CMTime, to: CMTime) -> CMTime {
    guard time.isNumeric else { return time }
    guard from.isNumeric, to.isNumeric, let ratioFrom = ExactFraction(from), let ratioTo = ExactFraction(to),
      var product = ExactFraction(time), ratioFrom.first != 0
    else { return .invalid }
    product.isNegative = product.isNegative != (ratioTo.isNegative != ratioFrom.isNegative)
    // Numerator: 63 and 32 bits, times 63; denominator: 32, 32 and 63 bits.
    product.first *= ratioFrom.denominator
    product.second = ratioTo.first
    product.denominator *= ratioTo.denominator * ratioFrom.first
    let wasRounded = time.hasBeenRounded || from.hasBeenRounded || to.hasBeenRounded
    return exact(product, timescale: commonTimescale(time, to), wasRounded: wasRounded, epoch: time.epoch)
      ?? settle(product, timescale: UInt64(maximumTimescale), wasRounded: wasRounded, epoch: time.epoch)
  }

  /// The remainder of a numeric time divided by a duration: not negative, and below the duration.
  fileprivate static func remainder(_ time: CMTime, dividingBy duration: CMTime) -> CMTime {
    guard time.isNumeric, time.timescale != 0, duration.timescale > 0, duration.value > 0 else { return .invalid }
    let multiple = commonTimescale(time, duration)
    let sign: Int128 = time.timescale < 0 ? -1 : 1
    let dividend = sign * Int128(time.value) * Int128(multiple / UInt64(time.timescale.magnitude))
    let divisor = Int128(duration.value) * Int128(multiple / UInt64(duration.timescale))
    let remainder = dividend % divisor
    return settle(
      ExactFraction(numerator: remainder < 0 ? remainder + divisor : remainder, denominator: UInt128(multiple)),
      timescale: multiple, wasRounded: time.hasBeenRounded || duration.hasBeenRounded, epoch: time.epoch)
  }
}
