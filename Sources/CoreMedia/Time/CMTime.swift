/// The number of units of a time.
public typealias CMTimeValue = Int64

/// The number of units per second.
public typealias CMTimeScale = Int32

/// The epoch of a timeline: values in different epochs cannot be related, for instance those of successive loop passes.
public typealias CMTimeEpoch = Int64

/// A point in media time or a duration: the exact rational `value / timescale`, in seconds.
///
/// A time may also be invalid, indefinite or infinite, as specified by `flags`; the other fields of such a time are
/// meaningless, so compare times with `==`, never field by field.
///
/// Two times of the same value are equal regardless of their timescales: 200/2 equals 400/4.
///
/// No operation traps for any field values. A timescale of zero or below is possible but does not represent a time: a
/// negative one is treated as positive with the value negated, and arithmetic with zero results in an invalid time.
@frozen
public struct CMTime: Sendable {
  /// The number of units; meaningful for numeric times only.
  public var value: CMTimeValue

  /// Units per second; meaningful for numeric times only.
  public var timescale: CMTimeScale

  /// The kind of the time, and whether it was rounded.
  public var flags: CMTimeFlags

  /// The epoch of the timeline; 0 for durations and ordinary times.
  public var epoch: CMTimeEpoch

  /// Creates an invalid time, like `CMTime.invalid`.
  @inlinable
  public init() {
    self.init(value: 0, timescale: 0, flags: [], epoch: 0)
  }

  /// Creates a time of `value / timescale` seconds in epoch 0.
  ///
  /// The result is flagged as valid for every argument, including a timescale of zero or below.
  @inlinable
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
  }

  /// Creates a time from its fields.
  @inlinable
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }
}

/// Creates a time of `value / timescale` seconds in epoch 0, always flagged as valid.
@inlinable
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// Creates a time of `value / timescale` seconds in an epoch, always flagged as valid.
@inlinable
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
}
