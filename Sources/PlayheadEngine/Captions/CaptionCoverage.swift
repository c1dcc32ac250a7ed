import CoreMedia

/// Which times of a track have been read, as parts that do not touch. The last one may have no end.
struct CaptionCoverage {
  struct Part: Equatable {
    var start: CMTime
    var end: CMTime
  }

  private(set) var parts: [Part] = []

  /// Up to where everything from `time` on has been read; nil where `time` itself has not.
  func end(from time: CMTime) -> CMTime? { part(at: time)?.end }

  func part(at time: CMTime) -> Part? { parts.first { $0.start <= time && time <= $0.end } }

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
