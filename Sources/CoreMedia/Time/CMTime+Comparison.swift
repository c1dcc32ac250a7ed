/// Orders two times: -1, 0 or 1 for less, equal and greater.
///
/// The order is total: -∞ < every number < indefinite < +∞ < invalid; times of the same non-numeric kind are equal
/// regardless of their other fields. Of two numbers the one in the larger epoch is larger; within an epoch the exact
/// rational values are compared, without conversion to floating point.
@inlinable
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
  if time1.isNumeric, time2.isNumeric, time1.epoch == time2.epoch, time1.timescale > 0, time2.timescale > 0 {
    if time1.timescale == time2.timescale {
      return time1.value < time2.value ? -1 : (time1.value == time2.value ? 0 : 1)
    }
    let left = Int128(time1.value) * Int128(time2.timescale)
    let right = Int128(time2.value) * Int128(time1.timescale)
    return left < right ? -1 : (left == right ? 0 : 1)
  }
  return CMTime.compareUnusual(time1, time2)
}

/// The earlier of two times according to `CMTimeCompare`; the first one if they are equal.
@inlinable
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  CMTimeCompare(time1, time2) <= 0 ? time1 : time2
}

/// The later of two times according to `CMTimeCompare`, so an invalid time wins; the first one if they are equal.
@inlinable
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  CMTimeCompare(time1, time2) >= 0 ? time1 : time2
}

extension CMTime {
  /// Compares times of different kinds or epochs, or without a positive timescale.
  @usableFromInline
  static func compareUnusual(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    let kinds = (time1.kind, time2.kind)
    guard kinds == (.numeric, .numeric) else { return order(kinds.0.rawValue, kinds.1.rawValue) }
    guard time1.epoch == time2.epoch else { return order(time1.epoch, time2.epoch) }

    // A number with timescale 0 is outside all rationals according to its sign, so that the order is total; 0/0 counts
    // as 0.
    let sides = (time1.side, time2.side)
    guard sides == (0, 0) else { return order(sides.0, sides.1) }
    let scale1 = time1.timescale == 0 ? 1 : Int128(time1.timescale)
    let scale2 = time2.timescale == 0 ? 1 : Int128(time2.timescale)
    let left = Int128(time1.value) * scale2
    let right = Int128(time2.value) * scale1
    return scale1.signum() * scale2.signum() < 0 ? order(right, left) : order(left, right)
  }

  /// -1 or 1 for a numeric time that is below or above every rational because its timescale is 0; otherwise 0.
  private var side: Int { timescale == 0 ? Int(value.signum()) : 0 }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int32 {
    left < right ? -1 : (left == right ? 0 : 1)
  }
}

extension CMTime: Comparable, Hashable {
  /// Whether both times are equal: 200/2 equals 400/4, and all invalid times are equal.
  @inlinable
  public static func == (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) == 0 }

  /// Whether the times differ according to `CMTimeCompare`.
  @inlinable
  public static func != (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) != 0 }

  /// Whether the first time is earlier according to `CMTimeCompare`.
  @inlinable
  public static func < (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) < 0 }

  /// Whether the first time is not later according to `CMTimeCompare`.
  @inlinable
  public static func <= (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) <= 0 }

  /// Whether the first time is later according to `CMTimeCompare`.
  @inlinable
  public static func > (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) > 0 }

  /// Whether the first time is not earlier according to `CMTimeCompare`.
  @inlinable
  public static func >= (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) >= 0 }

  /// Hashes the values compared by `==`: the kind, and for numbers the epoch and the reduced fraction.
  public func hash(into hasher: inout Hasher) {
    let kind = self.kind
    hasher.combine(kind.rawValue)
    guard kind == .numeric else { return }
    hasher.combine(epoch)
    hasher.combine(side)
    guard side == 0, value != 0 else { return }
    let divisor = greatestCommonDivisor(value.magnitude, UInt64(timescale.magnitude))
    hasher.combine((value < 0) != (timescale < 0))
    hasher.combine(value.magnitude / divisor)
    hasher.combine(UInt64(timescale.magnitude) / divisor)
  }
}
