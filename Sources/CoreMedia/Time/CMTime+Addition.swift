/// The sum of two times.
///
/// Equal timescales are preserved; for different ones the result has their least common multiple, or 0x7fffffff with
/// rounding if that is larger. A value that overflows halves the timescale until it fits, and becomes an infinity if it
/// does not fit at timescale 1. The result is flagged as rounded if a rounding occurred, here or in an operand.
///
/// An invalid operand results in an invalid time. An infinite operand results in that infinity, and two opposite
/// infinities in an invalid time. Otherwise an indefinite operand results in an indefinite time.
///
/// Operands in different nonzero epochs result in an invalid time; operands in the same epoch in a duration in epoch 0;
/// if one epoch is 0, the sum is in the other one.
@inlinable
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
  // Fast path: valid times with the same timescale and epoch, which is nearly every addition during playback.
  if lhs.flags.rawValue == 1, rhs.flags.rawValue == 1,
    lhs.timescale == rhs.timescale, lhs.timescale > 0, lhs.epoch == rhs.epoch
  {
    let (sum, overflow) = lhs.value.addingReportingOverflow(rhs.value)
    if !overflow { return CMTime(value: sum, timescale: lhs.timescale) }
  }
  return CMTime.addUnusual(lhs, rhs, isSubtraction: false)
}

/// The difference of two times, by the rules of `CMTimeAdd`.
///
/// Infinities of the same sign result in an invalid time, those of different signs in the first one. Two times in the
/// same epoch result in a duration in epoch 0.
@inlinable
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
  if lhs.flags.rawValue == 1, rhs.flags.rawValue == 1,
    lhs.timescale == rhs.timescale, lhs.timescale > 0, lhs.epoch == rhs.epoch
  {
    let (difference, overflow) = lhs.value.subtractingReportingOverflow(rhs.value)
    if !overflow { return CMTime(value: difference, timescale: lhs.timescale) }
  }
  return CMTime.addUnusual(lhs, rhs, isSubtraction: true)
}

/// The absolute value of a time; negative infinity becomes positive infinity.
///
/// The magnitude of the smallest value overflows, so the timescale is halved as in `CMTimeAdd`.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  switch time.kind {
  case .invalid, .indefinite, .positiveInfinity: return time
  case .negativeInfinity: return .positiveInfinity
  case .numeric:
    guard time.value < 0 || time.timescale < 0 else { return time }
    guard var fraction = ExactFraction(time) else { return .invalid }
    fraction.isNegative = false
    return .settle(
      fraction, timescale: UInt64(time.timescale.magnitude), wasRounded: time.hasBeenRounded, epoch: time.epoch)
  }
}

extension CMTime {
  /// The sum of two times by `CMTimeAdd`.
  @inlinable
  public static func + (addend1: CMTime, addend2: CMTime) -> CMTime { CMTimeAdd(addend1, addend2) }

  /// The difference of two times by `CMTimeSubtract`.
  @inlinable
  public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime { CMTimeSubtract(minuend, subtrahend) }

  /// Sums and differences other than those of plain numbers with the same timescale.
  @usableFromInline
  static func addUnusual(_ lhs: CMTime, _ rhs: CMTime, isSubtraction: Bool) -> CMTime {
    let kinds = (lhs.kind, isSubtraction ? rhs.kind.negated : rhs.kind)
    switch kinds {
    case (.invalid, _), (_, .invalid): return .invalid
    case (.positiveInfinity, .negativeInfinity), (.negativeInfinity, .positiveInfinity): return .invalid
    case (.positiveInfinity, _), (_, .positiveInfinity): return .positiveInfinity
    case (.negativeInfinity, _), (_, .negativeInfinity): return .negativeInfinity
    case (.indefinite, _), (_, .indefinite): return .indefinite
    case (.numeric, .numeric): return addNumbers(lhs, rhs, isSubtraction: isSubtraction)
    }
  }

  private static func addNumbers(_ lhs: CMTime, _ rhs: CMTime, isSubtraction: Bool) -> CMTime {
    guard lhs.timescale != 0, rhs.timescale != 0, let epoch = commonEpoch(lhs.epoch, rhs.epoch) else { return .invalid }
    let scale1 = UInt64(lhs.timescale.magnitude)
    let scale2 = UInt64(rhs.timescale.magnitude)
    let multiple = commonTimescale(lhs, rhs)
    // 64-bit values times 31-bit timescales: at most 2^96, so the sum is exact.
    let value1 = Int128(lhs.value) * Int128(multiple / scale1) * (lhs.timescale < 0 ? -1 : 1)
    let value2 = Int128(rhs.value) * Int128(multiple / scale2) * (rhs.timescale < 0 ? -1 : 1)
    let sum = isSubtraction ? value1 - value2 : value1 + value2
    let wasRounded = lhs.hasBeenRounded || rhs.hasBeenRounded
    if multiple <= UInt64(maximumTimescale), let value = Int64(exactly: sum) {
      return CMTime(value: value, timescale: UInt32(multiple), wasRounded: wasRounded, epoch: epoch)
    }
    let fraction = ExactFraction(numerator: sum, denominator: UInt128(multiple))
    return settle(fraction, timescale: multiple, wasRounded: wasRounded, epoch: epoch)
  }

  /// The epoch of a sum or difference; nil if the operands' epochs cannot be related.
  private static func commonEpoch(_ epoch1: CMTimeEpoch, _ epoch2: CMTimeEpoch) -> CMTimeEpoch? {
    if epoch1 == epoch2 { return 0 }
    if epoch1 == 0 { return epoch2 }
    return epoch2 == 0 ? epoch1 : nil
  }
}

extension CMTime.Kind {
  /// The kind of the negated time.
  var negated: CMTime.Kind {
    switch self {
    case .positiveInfinity: .negativeInfinity
    case .negativeInfinity: .positiveInfinity
    case .numeric, .indefinite, .invalid: self
    }
  }
}
