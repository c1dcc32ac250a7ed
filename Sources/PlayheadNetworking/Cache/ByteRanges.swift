/// The available bytes of a resource: ascending ranges that do not touch.
struct ByteRanges: Sendable, Equatable {
  /// Ascending, not empty, and separated by gaps: adjacent ranges are merged.
  private(set) var ranges: [Range<Int64>] = []

  /// No bytes.
  init() {}
  /// Merges ranges in any order, which may overlap.
  init(_ ranges: [Range<Int64>]) { for range in ranges { insert(range) } }

  /// The number of available bytes.
  var byteCount: Int64 { ranges.reduce(0) { $0 + Int64($1.count) } }

  /// The end of the contiguous bytes from an offset on; nil if there are none.
  func end(from offset: Int64) -> Int64? { ranges.first { $0.contains(offset) }?.upperBound }

  /// Whether all bytes of a range are available; true for an empty range.
  func contains(_ range: Range<Int64>) -> Bool {
    range.isEmpty || (end(from: range.lowerBound) ?? range.lowerBound) >= range.upperBound
  }

  /// Adds a range, and merges it with those that it overlaps or touches.
  mutating func insert(_ new: Range<Int64>) {
    guard !new.isEmpty else { return }
    var merged = new
    let first = ranges.firstIndex { $0.upperBound >= new.lowerBound } ?? ranges.count
    var last = first
    while last < ranges.count, ranges[last].lowerBound <= new.upperBound {
      merged = min(merged.lowerBound, ranges[last].lowerBound)..<max(merged.upperBound, ranges[last].upperBound)
      last += 1
    }
    ranges.replaceSubrange(first..<last, with: [merged])
  }
}
