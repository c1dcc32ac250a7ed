extension CMTime {
  /// The time 0/1.
  @inlinable public static var zero: CMTime { CMTime(value: 0, timescale: 1, flags: .valid, epoch: 0) }

  /// An invalid time: the result of undefined operations.
  @inlinable public static var invalid: CMTime { CMTime() }

  /// An unknown time, such as the duration of a live stream.
  @inlinable public static var indefinite: CMTime {
    CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  }

  /// A time later than every numeric time.
  @inlinable public static var positiveInfinity: CMTime {
    CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  }

  /// A time earlier than every numeric time.
  @inlinable public static var negativeInfinity: CMTime {
    CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
  }
}

/// The largest timescale that arithmetic selects: 0x7fffffff.
@inlinable public var kCMTimeMaxTimescale: Int { 0x7fff_ffff }

/// The time 0/1.
@available(swift, deprecated: 4.2, renamed: "CMTime.zero")
@inlinable public var kCMTimeZero: CMTime { .zero }

/// An invalid time.
@available(swift, deprecated: 4.2, renamed: "CMTime.invalid")
@inlinable public var kCMTimeInvalid: CMTime { .invalid }

/// An unknown time.
@available(swift, deprecated: 4.2, renamed: "CMTime.indefinite")
@inlinable public var kCMTimeIndefinite: CMTime { .indefinite }

/// A time later than every numeric time.
@available(swift, deprecated: 4.2, renamed: "CMTime.positiveInfinity")
@inlinable public var kCMTimePositiveInfinity: CMTime { .positiveInfinity }

/// A time earlier than every numeric time.
@available(swift, deprecated: 4.2, renamed: "CMTime.negativeInfinity")
@inlinable public var kCMTimeNegativeInfinity: CMTime { .negativeInfinity }
