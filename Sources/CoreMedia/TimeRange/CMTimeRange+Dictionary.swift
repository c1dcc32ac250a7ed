/// The key of the start: the dictionary of a time.
public let kCMTimeRangeStartKey: CFString = "start"

/// The key of the duration: the dictionary of a time.
public let kCMTimeRangeDurationKey: CFString = "duration"

/// The key of the source: the dictionary of a range.
public let kCMTimeMappingSourceKey: CFString = "source"

/// The key of the target: the dictionary of a range.
public let kCMTimeMappingTargetKey: CFString = "target"

/// Start and duration as dictionaries of times, with the keys `start` and `duration`.
public func CMTimeRangeCopyAsDictionary(_ range: CMTimeRange, allocator: CFAllocator?) -> CFDictionary? {
  [
    kCMTimeRangeStartKey: CMTimeCopyAsDictionary(range.start, allocator: allocator) ?? [:],
    kCMTimeRangeDurationKey: CMTimeCopyAsDictionary(range.duration, allocator: allocator) ?? [:],
  ]
}

/// Creates a range from a dictionary of `CMTimeRangeCopyAsDictionary`; invalid if a key is missing.
public func CMTimeRangeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeRange {
  guard let start = dictionaryRepresentation[kCMTimeRangeStartKey] as? CFDictionary,
    let duration = dictionaryRepresentation[kCMTimeRangeDurationKey] as? CFDictionary
  else { return .invalid }
  return CMTimeRange(start: CMTimeMakeFromDictionary(start), duration: CMTimeMakeFromDictionary(duration))
}

/// Source and target as dictionaries of ranges, with the keys `source` and `target`.
public func CMTimeMappingCopyAsDictionary(_ mapping: CMTimeMapping, allocator: CFAllocator?) -> CFDictionary? {
  [
    kCMTimeMappingSourceKey: CMTimeRangeCopyAsDictionary(mapping.source, allocator: allocator) ?? [:],
    kCMTimeMappingTargetKey: CMTimeRangeCopyAsDictionary(mapping.target, allocator: allocator) ?? [:],
  ]
}

/// Creates a mapping from a dictionary of `CMTimeMappingCopyAsDictionary`; invalid if a key is missing.
public func CMTimeMappingMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeMapping {
  guard let source = dictionaryRepresentation[kCMTimeMappingSourceKey] as? CFDictionary,
    let target = dictionaryRepresentation[kCMTimeMappingTargetKey] as? CFDictionary
  else { return .invalid }
  return CMTimeMapping(
    source: CMTimeRangeMakeFromDictionary(source), target: CMTimeRangeMakeFromDictionary(target))
}
