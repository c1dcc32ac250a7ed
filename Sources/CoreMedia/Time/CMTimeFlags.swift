/// The kind of a `CMTime`.
@frozen
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
  /// The bits of the flags.
  public let rawValue: UInt32

  /// Creates flags from bits; unknown bits are preserved.
  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The time is valid; without this flag it is invalid regardless of the others.
  @inlinable public static var valid: CMTimeFlags { CMTimeFlags(rawValue: 1 << 0) }

  /// The value is the result of a rounding.
  @inlinable public static var hasBeenRounded: CMTimeFlags { CMTimeFlags(rawValue: 1 << 1) }

  /// The time is positive infinity.
  @inlinable public static var positiveInfinity: CMTimeFlags { CMTimeFlags(rawValue: 1 << 2) }

  /// The time is negative infinity.
  @inlinable public static var negativeInfinity: CMTimeFlags { CMTimeFlags(rawValue: 1 << 3) }

  /// The time is unknown, as the duration of a live stream.
  @inlinable public static var indefinite: CMTimeFlags { CMTimeFlags(rawValue: 1 << 4) }

  /// The three flags that replace the value: both infinities and indefinite.
  @inlinable public static var impliedValueFlagsMask: CMTimeFlags { CMTimeFlags(rawValue: 0b11100) }
}
