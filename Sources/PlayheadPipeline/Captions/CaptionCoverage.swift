import CoreMedia

/// The times of a track that have been read, as disjoint parts. The last one may have no end.
struct CaptionCoverage {
  /// A contiguous range of times that was read.
  struct Part: Equatable {
    /// On the item's timeline.
    var start: CMTime
    /// Positive infinity if the track was read to its end.
    var end: CMTime
  }

  /// Disjoint, in no particular order.
  private(set) var parts: [Part] = []

  /// The end of the part that contains `time`; nil if `time` has not been read.
  func end(from time: CMTime) -> CMTime? { part(at: time)?.end }

  /// The part that contains a time, if it has been read.
  func part(at time: CMTime) -> Part? { parts.first { $0.start <= time && time <= $0.end } }

  /// Adds a range that has been read, joined with the parts that it touches.
  ///
  /// - Parameter end: Ignored if it is before `start`.
  mutating func add(from start: CMTime, to end: CMTime) {
    guard end >= start else { return }
    var new = Part(start: start, end: end)
    parts.removeAll { part in
      guard part.start <= end, part.end >= start else { return false }
      new.start = min(new.start, part.start)
      new.end = max(new.end, part.end)
      return true
    }
    parts.append(new)
  }
}
