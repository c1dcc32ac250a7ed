import CoreMedia

/// A place in a playlist from which reading goes on: a segment, or a part of one that is being made.
package struct SegmentPlace: Sendable, Hashable {
  /// The segment's number.
  package var number: Int
  /// The part of it; 0 for all of it, where all of it is there.
  package var part: Int

  package init(_ number: Int, part: Int = 0) {
    self.number = number
    self.part = part
  }
}

extension PlaylistTimeline {
  /// What is asked for next.
  package struct Unit: Sendable {
    /// A segment, or a part under the name of its segment.
    package var segment: MediaSegment
    package var start: CMTime
    /// What follows.
    package var next: SegmentPlace
  }

  /// What lies at a place; nil where nothing is there yet.
  package func unit(at place: SegmentPlace) -> Unit? {
    let index = index(ofSequence: place.number)
    let following = SegmentPlace(place.number + 1)
    if place.part == 0, let index { return Unit(segment: segments[index], start: starts[index], next: following) }
    if let (segment, start) = part(place.part, ofSequence: place.number) {
      return Unit(segment: segment, start: start, next: SegmentPlace(place.number, part: place.part + 1))
    }
    guard let index else { return nil }
    // All its parts were taken; or they are not told any more, and the rest of them is in the whole.
    if segments[index].parts.count == place.part { return unit(at: following) }
    return Unit(segment: segments[index], start: starts[index], next: following)
  }

  /// Where a time lies: in a segment, or in the last part before it that can be decoded by itself. nil for an empty playlist.
  package func place(at time: CMTime) -> SegmentPlace? {
    guard let open = playlist.openSegment, time >= range.end || segments.isEmpty else {
      return index(at: time).map { SegmentPlace(segments[$0].mediaSequence) }
    }
    var start = range.end
    var found = 0
    for (place, part) in open.parts.enumerated() where start <= time {
      if part.isIndependent || place == 0 { found = place }
      start = start + part.duration
    }
    return SegmentPlace(open.mediaSequence, part: found)
  }

  /// The place behind everything that is there.
  package var nextPlace: SegmentPlace {
    if let open = playlist.openSegment { return SegmentPlace(open.mediaSequence, part: open.parts.count) }
    return SegmentPlace(segments.last.map { $0.mediaSequence + 1 } ?? playlist.mediaSequence)
  }

  /// When a place begins, or the end of everything where nothing is there yet.
  package func start(of place: SegmentPlace) -> CMTime { unit(at: place)?.start ?? liveEnd }
}
