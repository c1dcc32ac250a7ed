import Foundation

/// The key of the value, a number.
public let kCMTimeValueKey: CFString = "value"

/// The key of the timescale, a number.
public let kCMTimeScaleKey: CFString = "timescale"

/// The key of the epoch, a number.
public let kCMTimeEpochKey: CFString = "epoch"

/// The key of the flags, a number.
public let kCMTimeFlagsKey: CFString = "flags"

/// The fields of a time under the keys `value`, `timescale`, `epoch` and `flags`, as `NSNumber`s.
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
  [
    kCMTimeValueKey: NSNumber(value: time.value),
    kCMTimeScaleKey: NSNumber(value: time.timescale),
    kCMTimeEpochKey: NSNumber(value: time.epoch),
    kCMTimeFlagsKey: NSNumber(value: time.flags.rawValue),
  ]
}

/// The time that `CMTimeCopyAsDictionary` was given; an invalid one when a key is missing or is not a number that fits.
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary?) -> CMTime {
  guard let fields = dictionaryRepresentation,
    let value = integer(fields[kCMTimeValueKey], as: CMTimeValue.self),
    let timescale = integer(fields[kCMTimeScaleKey], as: CMTimeScale.self),
    let epoch = integer(fields[kCMTimeEpochKey], as: CMTimeEpoch.self),
    let flags = integer(fields[kCMTimeFlagsKey], as: UInt32.self)
  else { return .invalid }
  return CMTime(value: value, timescale: timescale, flags: CMTimeFlags(rawValue: flags), epoch: epoch)
}

/// A number of any type, if it is whole and in range.
private func integer<Value: FixedWidthInteger>(_ field: Any?, as type: Value.Type) -> Value? {
  if let number = field as? NSNumber { return Value(exactly: number.int64Value) }
  return (field as? any BinaryInteger).flatMap { Value(exactly: $0) }
}
