import Foundation

/// The key of the value: a number.
public let kCMTimeValueKey: CFString = "value"

/// The key of the timescale: a number.
public let kCMTimeScaleKey: CFString = "timescale"

/// The key of the epoch: a number.
public let kCMTimeEpochKey: CFString = "epoch"

/// The key of the flags: a number.
public let kCMTimeFlagsKey: CFString = "flags"

/// The fields of a time with the keys `value`, `timescale`, `epoch` and `flags`, as `NSNumber` objects.
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
  [
    kCMTimeValueKey: NSNumber(value: time.value),
    kCMTimeScaleKey: NSNumber(value: time.timescale),
    kCMTimeEpochKey: NSNumber(value: time.epoch),
    kCMTimeFlagsKey: NSNumber(value: time.flags.rawValue),
  ]
}

/// Creates a time from a dictionary of `CMTimeCopyAsDictionary`; invalid if a key is missing or its value is not a
/// number in range.
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary?) -> CMTime {
  guard let fields = dictionaryRepresentation,
    let value = integer(fields[kCMTimeValueKey], as: CMTimeValue.self),
    let timescale = integer(fields[kCMTimeScaleKey], as: CMTimeScale.self),
    let epoch = integer(fields[kCMTimeEpochKey], as: CMTimeEpoch.self),
    let flags = integer(fields[kCMTimeFlagsKey], as: UInt32.self)
  else { return .invalid }
  return CMTime(value: value, timescale: timescale, flags: CMTimeFlags(rawValue: flags), epoch: epoch)
}

/// Converts a number of any type if it is integral and in range.
private func integer<Value: FixedWidthInteger>(_ field: Any?, as type: Value.Type) -> Value? {
  if let number = field as? NSNumber { return Value(exactly: number.int64Value) }
  return (field as? any BinaryInteger).flatMap { Value(exactly: $0) }
}
