extension CMTime {
  /// The time 0/1.
  @inlinable public static var zero: CMTime { CMTime(value: 0, timescale: 1, flags: .valid, epoch: 0) }

  /// No time at all: the result of operations that have no answer.
  @inlinable public static var invalid: CMTime { CMTime() }

  /// A time that is not known, as the duration of a live broadcast.
  @inlinable public static var indefinite: CMTime {
    CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  }

  /// A time later than every number.
  @inlinable public static var positiveInfinity: CMTime {
    CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  }

  /// A time earlier than every number.
  @inlinable public static var negativeInfinity: CMTime {
    CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
  }
}

/// The largest timescale that arithmetic chooses by itself: 0x7fffffff.
@inlinable public var kCMTimeMaxTimescale: Int { 0x7fff_ffff }

/// The time 0/1.
@available(swift, deprecated: 4.2, renamed: "CMTime.zero")
@inlinable public var kCMTimeZero: CMTime { .zero }

/// No time at all.
@available(swift, deprecated: 4.2, renamed: "CMTime.invalid")
@inlinable public var kCMTimeInvalid: CMTime { .invalid }

/// A time that is not known.
@available(swift, deprecated: 4.2, renamed: "CMTime.indefinite")
@inlinable public var kCMTimeIndefinite: CMTime { .indefinite }

/// A time later than every number.
@available(swift, deprecated: 4.2, renamed: "CMTime.positiveInfinity")
@inlinable public var kCMTimePositiveInfinity: CMTime { .positiveInfinity }

/// A time earlier than every number.
@available(swift, deprecated: 4.2, renamed: "CMTime.negativeInfinity")
@inlinable public var kCMTimeNegativeInfinity: CMTime { .negativeInfinity }
