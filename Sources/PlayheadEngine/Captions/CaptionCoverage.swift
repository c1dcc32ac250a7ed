import CoreMedia

/// Which times of a track have been read, as ranges that do not touch.
struct CaptionCoverage {
  private(set) var ranges: [CMTimeRange] = []

  /// Up to where everything from `time` on has been read; nil where `time` itself has not.
  func end(from time: CMTime) -> CMTime? {
    ranges.first { $0.start <= time && time <= $0.end }?.end
  }

  mutating func add(from start: CMTime, to end: CMTime) {
    guard end >= start else { return }
    var (start, end) = (start, end)
    ranges.removeAll { range in
      guard range.start <= end, range.end >= start else { return false }
      start = min(start, range.start)
      end = max(end, range.end)
      return true
    }
    ranges.append(CMTimeRange(start: start, end: end))
  }
}
