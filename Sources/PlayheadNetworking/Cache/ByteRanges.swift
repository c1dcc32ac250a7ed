/// The available bytes of a resource: ascending ranges that do not touch.
struct ByteRanges: Sendable, Equatable {
  private(set) var ranges: [Range<Int64>] = []

  init() {}
  init(_ ranges: [Range<Int64>]) { for range in ranges { insert(range) } }

  var byteCount: Int64 { ranges.reduce(0) { $0 + Int64($1.count) } }

  /// The end of the contiguous bytes from an offset on; nil if there are none.
  func end(from offset: Int64) -> Int64? { ranges.first { $0.contains(offset) }?.upperBound }

  func contains(_ range: Range<Int64>) -> Bool {
    range.isEmpty || (end(from: range.lowerBound) ?? range.lowerBound) >= range.upperBound
  }

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
