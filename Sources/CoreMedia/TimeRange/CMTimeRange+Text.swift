/// A description of the range with the texts of start and duration: `{{0/1 = 0.000}, {3000/600 = 5.000}}`.
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> CFString? {
  range.text
}

/// Writes the text of `CMTimeRangeCopyDescription` and a newline to standard error.
public func CMTimeRangeShow(_ range: CMTimeRange) {
  showOnStandardError(range.text)
}

/// A description of the mapping with the texts of source and target, in braces.
public func CMTimeMappingCopyDescription(allocator: CFAllocator?, mapping: CMTimeMapping) -> CFString? {
  mapping.text
}

/// Writes the text of `CMTimeMappingCopyDescription` and a newline to standard error.
public func CMTimeMappingShow(_ mapping: CMTimeMapping) {
  showOnStandardError(mapping.text)
}

extension CMTimeRange {
  var text: String { "{\(start.text), \(duration.text)}" }
}

extension CMTimeMapping {
  var text: String { "{\(source.text), \(target.text)}" }
}
