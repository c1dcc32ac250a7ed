/// Orders two times: -1, 0 or 1 for less, equal and greater.
///
/// The order is total: -∞ < every number < indefinite < +∞ < invalid, and each of these kinds equals itself whatever its
/// other fields hold. Of two numbers the one in the larger epoch is larger; inside one epoch the exact rationals are
/// compared, without a detour over floating point.
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

/// The earlier of two times by `CMTimeCompare`; the first one when they are equal.
@inlinable
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  CMTimeCompare(time1, time2) <= 0 ? time1 : time2
}

/// The later of two times by `CMTimeCompare`, so an invalid one if there is one; the first one when they are equal.
@inlinable
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  CMTimeCompare(time1, time2) >= 0 ? time1 : time2
}

extension CMTime {
  /// Comparison of times of different kinds, epochs, or without a positive timescale.
  @usableFromInline
  static func compareUnusual(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    let kinds = (time1.kind, time2.kind)
    guard kinds == (.numeric, .numeric) else { return order(kinds.0.rawValue, kinds.1.rawValue) }
    guard time1.epoch == time2.epoch else { return order(time1.epoch, time2.epoch) }

    // A number over zero stands outside all rationals on its side, so that the order stays total; 0/0 counts as 0.
    let sides = (time1.side, time2.side)
    guard sides == (0, 0) else { return order(sides.0, sides.1) }
    let scale1 = time1.timescale == 0 ? 1 : Int128(time1.timescale)
    let scale2 = time2.timescale == 0 ? 1 : Int128(time2.timescale)
    let left = Int128(time1.value) * scale2
    let right = Int128(time2.value) * scale1
    return scale1.signum() * scale2.signum() < 0 ? order(right, left) : order(left, right)
  }

  /// -1 or 1 for a numeric time whose zero timescale puts it below or above every rational, otherwise 0.
  private var side: Int { timescale == 0 ? Int(value.signum()) : 0 }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int32 {
    left < right ? -1 : (left == right ? 0 : 1)
  }
}

extension CMTime: Comparable, Hashable {
  /// Whether both name the same time: 200/2 equals 400/4, and every invalid time equals every other.
  @inlinable
  public static func == (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) == 0 }

  /// Whether the times differ by `CMTimeCompare`.
  @inlinable
  public static func != (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) != 0 }

  /// Whether the first time is earlier by `CMTimeCompare`.
  @inlinable
  public static func < (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) < 0 }

  /// Whether the first time is not later by `CMTimeCompare`.
  @inlinable
  public static func <= (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) <= 0 }

  /// Whether the first time is later by `CMTimeCompare`.
  @inlinable
  public static func > (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) > 0 }

  /// Whether the first time is not earlier by `CMTimeCompare`.
  @inlinable
  public static func >= (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) >= 0 }

  /// Feeds what `==` looks at: the kind, and for numbers the epoch and the fraction in lowest terms.
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
