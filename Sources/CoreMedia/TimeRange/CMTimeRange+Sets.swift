/// The smallest range that covers both. If one is empty or invalid, the other.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  if !range.isValid { return otherRange }
  if !otherRange.isValid { return range }
  if range.isEmpty { return otherRange }
  if otherRange.isEmpty { return range }
  return CMTimeRange(
    start: CMTimeMinimum(range.start, otherRange.start), end: CMTimeMaximum(range.end, otherRange.end))
}

/// The largest range that lies in both; an empty range at zero when they do not overlap, an invalid one when one of them is
/// not valid.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  guard range.isValid, otherRange.isValid else { return .invalid }
  let start = CMTimeMaximum(range.start, otherRange.start)
  let end = CMTimeMinimum(range.end, otherRange.end)
  return start < end ? CMTimeRange(start: start, end: end) : .zero
}

/// Whether a number lies in a range: from its start on, before its end. Times that are not numbers lie in no range.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
  range.isValid && time.isNumeric && range.start <= time && time < range.end
}

/// Whether a range lies in another: it starts no earlier and ends no later, so every valid range contains itself.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  range.isValid && otherRange.isValid && range.start <= otherRange.start && otherRange.end <= range.end
}

extension CMTimeRange {
  /// The smallest range that covers both; see `CMTimeRangeGetUnion`.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
    CMTimeRangeGetUnion(self, otherRange: otherRange)
  }

  /// The largest range that lies in both; see `CMTimeRangeGetIntersection`.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    CMTimeRangeGetIntersection(self, otherRange: otherRange)
  }

  /// Whether a number lies in the range; the end does not.
  public func containsTime(_ time: CMTime) -> Bool {
    CMTimeRangeContainsTime(self, time: time)
  }

  /// Whether the other range starts no earlier and ends no later.
  public func containsTimeRange(_ range: CMTimeRange) -> Bool {
    CMTimeRangeContainsTimeRange(self, otherRange: range)
  }
}
