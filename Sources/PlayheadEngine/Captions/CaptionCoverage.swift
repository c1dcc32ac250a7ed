import CoreMedia

/// The times of a track that have been read, as disjoint parts. The last one may have no end.
struct CaptionCoverage {
  struct Part: Equatable {
    var start: CMTime
    var end: CMTime
  }

  private(set) var parts: [Part] = []

  /// The end of the part that contains `time`; nil if `time` has not been read.
  func end(from time: CMTime) -> CMTime? { part(at: time)?.end }

  /// The part that contains a time, if it has been read.
  func part(at time: CMTime) -> Part? { parts.first { $0.start <= time && time <= $0.end } }

  /// Adds a range that has been read, joined with the parts that it touches.
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
