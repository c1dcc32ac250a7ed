/// The smallest range that contains both. If one is empty or invalid, the other one.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  if !range.isValid { return otherRange }
  if !otherRange.isValid { return range }
  if range.isEmpty { return otherRange }
  if otherRange.isEmpty { return range }
  return CMTimeRange(
    start: CMTimeMinimum(range.start, otherRange.start), end: CMTimeMaximum(range.end, otherRange.end))
}

/// The largest range that both contain; an empty range at zero if they do not overlap, an invalid one if one of them is
/// invalid.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  guard range.isValid, otherRange.isValid else { return .invalid }
  let start = CMTimeMaximum(range.start, otherRange.start)
  let end = CMTimeMinimum(range.end, otherRange.end)
  return start < end ? CMTimeRange(start: start, end: end) : .zero
}

/// Whether a range contains a numeric time: the start is included and the end is not. Non-numeric times are never
/// contained.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
  range.isValid && time.isNumeric && range.start <= time && time < range.end
}

/// Whether a range contains another one: the other starts no earlier and ends no later, so every valid range contains
/// itself.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  range.isValid && otherRange.isValid && range.start <= otherRange.start && otherRange.end <= range.end
}

extension CMTimeRange {
  /// The smallest range that contains both; see `CMTimeRangeGetUnion`.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
    CMTimeRangeGetUnion(self, otherRange: otherRange)
  }

  /// The largest range that both contain; see `CMTimeRangeGetIntersection`.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    CMTimeRangeGetIntersection(self, otherRange: otherRange)
  }

  /// Whether the range contains a numeric time; the end is excluded.
  public func containsTime(_ time: CMTime) -> Bool {
    CMTimeRangeContainsTime(self, time: time)
  }

  /// Whether the other range starts no earlier and ends no later.
  public func containsTimeRange(_ range: CMTimeRange) -> Bool {
    CMTimeRangeContainsTimeRange(self, otherRange: range)
  }
}
