/// A stretch of media time: a start and a duration. The end lies outside.
///
/// A range can be made of any two times; `isValid` tells whether it means something. Empty ranges are valid.
@frozen
public struct CMTimeRange: Sendable {
  /// The first moment.
  public var start: CMTime

  /// The length; its epoch is 0 in a valid range.
  public var duration: CMTime

  /// An invalid range, as `CMTimeRange.invalid`.
  @inlinable
  public init() {
    start = .invalid
    duration = .invalid
  }

  /// A range with a start and a length; an invalid range when the duration is not in epoch 0.
  @inlinable
  public init(start: CMTime, duration: CMTime) {
    // An infinite or indefinite duration has no epoch, whatever the field holds.
    let isMeaningful = !duration.isNumeric || duration.epoch == 0
    self.start = isMeaningful ? start : .invalid
    self.duration = isMeaningful ? duration : .invalid
  }

  /// A range from a moment up to another one, which it does not contain.
  ///
  /// The duration is `end - start`, so an end before the start and different epochs make a range that is not valid.
  @inlinable
  public init(start: CMTime, end: CMTime) {
    self.init(start: start, duration: CMTimeSubtract(end, start))
  }

  /// An empty range at zero.
  @inlinable public static var zero: CMTimeRange { CMTimeRange(start: .zero, duration: .zero) }

  /// No range at all.
  @inlinable public static var invalid: CMTimeRange { CMTimeRange() }
}

/// A range with a start and a length; an invalid range when the duration is not in epoch 0.
@inlinable
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}

/// A range from a moment up to another one; not a valid range when that is earlier or in another epoch.
@inlinable
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, end: end)
}

/// An empty range at zero.
@available(swift, deprecated: 4.2, renamed: "CMTimeRange.zero")
@inlinable public var kCMTimeRangeZero: CMTimeRange { .zero }

/// No range at all.
@available(swift, deprecated: 4.2, renamed: "CMTimeRange.invalid")
@inlinable public var kCMTimeRangeInvalid: CMTimeRange { .invalid }
