/// A range of media time: a start and a duration. The end is excluded.
///
/// A range can be created from any two times; `isValid` returns whether it is meaningful. Empty ranges are valid.
@frozen
public struct CMTimeRange: Sendable {
  /// The start, which is included.
  public var start: CMTime

  /// The duration; its epoch is 0 in a valid range.
  public var duration: CMTime

  /// Creates an invalid range, like `CMTimeRange.invalid`.
  @inlinable
  public init() {
    start = .invalid
    duration = .invalid
  }

  /// Creates a range from its start and duration; invalid if the duration is not in epoch 0.
  @inlinable
  public init(start: CMTime, duration: CMTime) {
    // An infinite or indefinite duration has no epoch, regardless of the field.
    let isMeaningful = !duration.isNumeric || duration.epoch == 0
    self.start = isMeaningful ? start : .invalid
    self.duration = isMeaningful ? duration : .invalid
  }

  /// Creates a range from its start to an end, which is excluded.
  ///
  /// The duration is `end - start`, so an end before the start and different epochs result in an invalid range.
  @inlinable
  public init(start: CMTime, end: CMTime) {
    self.init(start: start, duration: CMTimeSubtract(end, start))
  }

  /// An empty range at zero.
  @inlinable public static var zero: CMTimeRange { CMTimeRange(start: .zero, duration: .zero) }

  /// An invalid range.
  @inlinable public static var invalid: CMTimeRange { CMTimeRange() }
}

/// Creates a range from its start and duration; invalid if the duration is not in epoch 0.
@inlinable
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}

/// Creates a range from a start to an end; invalid if the end is earlier or in another epoch.
@inlinable
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, end: end)
}

/// An empty range at zero.
@available(swift, deprecated: 4.2, renamed: "CMTimeRange.zero")
@inlinable public var kCMTimeRangeZero: CMTimeRange { .zero }

/// An invalid range.
@available(swift, deprecated: 4.2, renamed: "CMTimeRange.invalid")
@inlinable public var kCMTimeRangeInvalid: CMTimeRange { .invalid }
