/// What kind of time a `CMTime` is.
@frozen
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
  /// The bits, as they are stored and exchanged.
  public let rawValue: UInt32

  /// Flags with these bits; unknown bits are kept.
  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The time is usable; without this flag it is invalid whatever else is set.
  @inlinable public static var valid: CMTimeFlags { CMTimeFlags(rawValue: 1 << 0) }

  /// A rounding happened on the way to this value.
  @inlinable public static var hasBeenRounded: CMTimeFlags { CMTimeFlags(rawValue: 1 << 1) }

  /// The time is later than every number.
  @inlinable public static var positiveInfinity: CMTimeFlags { CMTimeFlags(rawValue: 1 << 2) }

  /// The time is earlier than every number.
  @inlinable public static var negativeInfinity: CMTimeFlags { CMTimeFlags(rawValue: 1 << 3) }

  /// The time is not known, as the duration of a live broadcast.
  @inlinable public static var indefinite: CMTimeFlags { CMTimeFlags(rawValue: 1 << 4) }

  /// The three flags that stand for a value instead of the fields: both infinities and indefinite.
  @inlinable public static var impliedValueFlagsMask: CMTimeFlags { CMTimeFlags(rawValue: 0b11100) }
}
