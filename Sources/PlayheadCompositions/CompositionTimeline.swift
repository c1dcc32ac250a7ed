import CoreMedia
import PlayheadItems

/// The segments of one composition track, and the edits of them. Pure.
///
/// Segments follow each other without gaps from zero on; an empty segment at the end is dropped.
package struct CompositionTimeline: Sendable {
  /// A range of the composition and the media that it presents.
  package typealias Segment = CompositionDescription.Segment

  /// The reason for which segments are refused.
  package enum Failure: Error, Equatable {
    /// A target does not begin where the one before it ends, or the first one not at zero.
    case notContiguous
    /// The duration of a target is not numeric, or not positive.
    case targetDuration
    /// The start of a source is not numeric, or negative.
    case sourceStart
    /// The duration of a source is not numeric, or not positive.
    case sourceDuration
  }

  /// The segments in the order of time.
  package private(set) var segments: [Segment] = []
  /// A track without segments.
  package init() {}

  /// The end of the last segment; zero without segments.
  package var end: CMTime { segments.last?.target.end ?? .zero }

  // MARK: All segments

  /// Checks that segments follow each other and have usable ranges.
  package static func validate(_ segments: [Segment]) throws(Failure) {
    var end = CMTime.zero
    for segment in segments {
      guard segment.target.start.isNumeric, segment.target.start == end else { throw .notContiguous }
      guard segment.target.duration.isNumeric, segment.target.duration > .zero, segment.target.end.isNumeric else {
        throw .targetDuration
      }
      if segment.source != nil { try validate(source: segment.sourceRange) }
      end = segment.target.end
    }
  }

  /// Checks the range of a source.
  package static func validate(source range: CMTimeRange) throws(Failure) {
    guard range.start.isNumeric, range.start >= .zero else { throw .sourceStart }
    guard range.duration.isNumeric, range.duration > .zero, range.end.isNumeric else { throw .sourceDuration }
  }

  /// Replaces all segments by valid ones.
  package mutating func replace(by segments: [Segment]) throws(Failure) {
    try Self.validate(segments)
    self.segments = segments
    dropEmptyEnd()
  }

  // MARK: Edits

  /// Inserts segments, whose targets begin at zero, and moves later ones back. A time after the end leaves a gap.
  package mutating func insert(_ inserted: [Segment], at time: CMTime) {
    guard time.isNumeric, time >= .zero, let length = inserted.last?.target.end else { return }
    if time > end { segments.append(Segment(emptyRange: CMTimeRange(start: end, end: time))) }
    split(at: time)
    let index = segments.firstIndex { $0.target.start >= time } ?? segments.count
    for later in index..<segments.count { segments[later].target.start = segments[later].target.start + length }
    segments.insert(contentsOf: inserted.map { $0.shifted(by: time) }, at: index)
    joinEmpty()
    dropEmptyEnd()
  }

  /// Inserts an empty range and moves later segments back.
  package mutating func insertEmpty(_ range: CMTimeRange) {
    guard Self.isUsable(range) else { return }
    insert([Segment(emptyRange: CMTimeRange(start: .zero, duration: range.duration))], at: range.start)
  }

  /// Removes a range and moves later segments forward.
  package mutating func remove(_ range: CMTimeRange) {
    guard let cut = usablePart(of: range) else { return }
    split(at: cut.start)
    split(at: cut.end)
    segments.removeAll { $0.target.start >= cut.start && $0.target.end <= cut.end }
    for index in segments.indices where segments[index].target.start >= cut.end {
      segments[index].target.start = segments[index].target.start - cut.duration
    }
    joinEmpty()
    dropEmptyEnd()
  }

  /// Changes the duration of a range, and moves later segments.
  package mutating func scale(_ range: CMTimeRange, to duration: CMTime) {
    guard duration.isNumeric, duration > .zero, let part = usablePart(of: range) else { return }
    // A range that reaches beyond the end scales what is there by the same factor.
    let whole = CMTimeRange(start: .zero, duration: range.duration)
    let target = CMTimeRange(start: .zero, duration: duration)
    split(at: part.start)
    split(at: part.end)
    let length = CMTimeMapDurationFromRangeToRange(part.duration, fromRange: whole, toRange: target)
    guard length.isNumeric, length > .zero, (part.start + length).isNumeric else { return }
    let scaled = CMTimeRange(start: part.start, duration: length)
    for index in segments.indices {
      let old = segments[index].target
      if old.start >= part.end {
        segments[index].target.start = old.start - part.duration + length
      } else if old.start >= part.start {
        let start = old.start == part.start ? part.start : segments[index - 1].target.end
        let end =
          old.end == part.end ? scaled.end : CMTimeMapTimeFromRangeToRange(old.end, fromRange: part, toRange: scaled)
        segments[index].target = CMTimeRange(start: start, end: end)
      }
    }
    joinEmpty()
  }

  /// The segments of a range, with targets that begin at zero. Times after the end are not included.
  package func slice(_ range: CMTimeRange) -> [Segment] {
    guard let part = usablePart(of: range) else { return [] }
    var copy = self
    copy.split(at: part.start)
    copy.split(at: part.end)
    return copy.segments.filter { part.containsTime($0.target.start) }
      .map { $0.shifted(by: CMTime.zero - part.start) }
  }

  // MARK: Steps

  /// Whether a range has numeric values and a length.
  private static func isUsable(_ range: CMTimeRange) -> Bool {
    range.start.isNumeric && range.duration.isNumeric && range.duration > .zero && range.end.isNumeric
  }

  /// The part of a range within the segments; nil if there is none.
  private func usablePart(of range: CMTimeRange) -> CMTimeRange? {
    guard Self.isUsable(range) else { return nil }
    let (start, end) = (max(.zero, range.start), min(end, range.end))
    return start < end ? CMTimeRange(start: start, end: end) : nil
  }

  /// Divides the segment that contains a time.
  private mutating func split(at time: CMTime) {
    guard let index = segments.firstIndex(where: { $0.target.start < time && $0.target.end > time }) else { return }
    var (first, second) = (segments[index], segments[index])
    first.target = CMTimeRange(start: first.target.start, end: time)
    second.target = CMTimeRange(start: time, end: second.target.end)
    if first.source != nil {
      let middle = segments[index].sourceTime(at: time)
      first.sourceRange = CMTimeRange(start: first.sourceRange.start, end: middle)
      second.sourceRange = CMTimeRange(start: middle, end: second.sourceRange.end)
    }
    segments.replaceSubrange(index...index, with: [first, second])
  }

  /// Joins adjacent empty segments.
  private mutating func joinEmpty() {
    for index in segments.indices.dropFirst().reversed()
    where segments[index].source == nil && segments[index - 1].source == nil {
      segments[index - 1].target = CMTimeRange(
        start: segments[index - 1].target.start, end: segments[index].target.end)
      segments.remove(at: index)
    }
  }

  /// Drops an empty segment at the end.
  private mutating func dropEmptyEnd() {
    while let last = segments.last, last.source == nil { segments.removeLast() }
  }
}

extension CompositionDescription.Segment {
  /// The segment at another time.
  fileprivate func shifted(by offset: CMTime) -> Self {
    var shifted = self
    shifted.target.start = target.start + offset
    return shifted
  }
}
