/// Counts units of a timescale.
public typealias CMTimeValue = Int64

/// Units in a second.
public typealias CMTimeScale = Int32

/// Tells apart timelines whose values cannot be related, for instance the passes of a loop.
public typealias CMTimeEpoch = Int64

/// A moment or a length of media time: the exact rational `value / timescale`, in seconds.
///
/// Besides numbers it holds invalid, indefinite and infinite times. These are told apart by `flags`; the other fields of
/// such a time carry no meaning, so compare times with `==`, never field by field.
///
/// Two times that name the same instant are equal whatever their timescales: 200/2 equals 400/4.
///
/// No operation on a time traps, whatever the fields hold. A timescale of zero or below is possible but names no moment:
/// a negative one is read as its positive counterpart with the value's sign changed, and arithmetic with a zero one gives
/// an invalid time.
@frozen
public struct CMTime: Sendable {
  /// The number of units; meaningful for numeric times only.
  public var value: CMTimeValue

  /// Units in a second; meaningful for numeric times only.
  public var timescale: CMTimeScale

  /// What kind of time this is, and whether it was rounded.
  public var flags: CMTimeFlags

  /// The timeline that the value belongs to; 0 for durations and ordinary times.
  public var epoch: CMTimeEpoch

  /// An invalid time, as `CMTime.invalid`.
  @inlinable
  public init() {
    self.init(value: 0, timescale: 0, flags: [], epoch: 0)
  }

  /// A time of `value / timescale` seconds in epoch 0.
  ///
  /// The result is flagged valid for every argument, a timescale of zero or below included.
  @inlinable
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
  }

  /// A time with exactly these fields.
  @inlinable
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }
}

/// A time of `value / timescale` seconds in epoch 0, always flagged valid.
@inlinable
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// A time of `value / timescale` seconds in an epoch, always flagged valid.
@inlinable
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
}
