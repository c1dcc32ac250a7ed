import CoreMedia

/// A reading position in a playlist: a segment, or a part of an incomplete one.
package struct SegmentPosition: Sendable, Hashable {
  /// The sequence number of the segment.
  package var number: Int
  /// The index of the part; 0 for the whole segment, if it is complete.
  package var part: Int

  /// Creates a position; without a part, that of the whole segment.
  package init(_ number: Int, part: Int = 0) {
    self.number = number
    self.part = part
  }
}

extension PlaylistTimeline {
  /// The next resource to request.
  package struct Unit: Sendable {
    /// A segment, or a part with its segment's number.
    package var segment: MediaSegment
    /// The start time on the timeline of the playlist.
    package var start: CMTime
    /// The following position.
    package var next: SegmentPosition
  }

  /// The resource at a position; nil if it is not available yet.
  package func unit(at place: SegmentPosition) -> Unit? {
    let index = index(ofSequence: place.number)
    let following = SegmentPosition(place.number + 1)
    if place.part == 0, let index { return Unit(segment: segments[index], start: starts[index], next: following) }
    if let (segment, start) = part(place.part, ofSequence: place.number) {
      return Unit(segment: segment, start: start, next: SegmentPosition(place.number, part: place.part + 1))
    }
    guard let index else { return nil }
    // All parts were read; or they are no longer listed, and the rest of them is in the whole segment.
    if segments[index].parts.count == place.part { return unit(at: following) }
    return Unit(segment: segments[index], start: starts[index], next: following)
  }

  /// The position of a time: a segment, or the last independent part before it. nil for an empty playlist.
  package func place(at time: CMTime) -> SegmentPosition? {
    guard let open = playlist.openSegment, time >= range.end || segments.isEmpty else {
      return index(at: time).map { SegmentPosition(segments[$0].mediaSequence) }
    }
    var start = range.end
    var found = 0
    for (place, part) in open.parts.enumerated() where start <= time {
      if part.isIndependent || place == 0 { found = place }
      start = start + part.duration
    }
    return SegmentPosition(open.mediaSequence, part: found)
  }

  /// The position after all available resources.
  package var nextPosition: SegmentPosition {
    if let open = playlist.openSegment { return SegmentPosition(open.mediaSequence, part: open.parts.count) }
    return SegmentPosition(segments.last.map { $0.mediaSequence + 1 } ?? playlist.mediaSequence)
  }

  /// The position at which this playlist continues a position of another playlist of the same content: the segment at
  /// the same time, or the live edge if that time is past the end. nil if no segment covers the time.
  package func position(continuing place: SegmentPosition, of other: PlaylistTimeline) -> SegmentPosition? {
    let time = other.start(of: place) + Self.rounding
    return time >= liveEnd ? nextPosition : self.place(at: time)
  }

  /// The tolerance for playlists of the same content that round segment durations differently.
  package static let rounding = CMTime(value: 1, timescale: 20)

  /// The start of a position, or the end of the timeline if it is not available yet.
  package func start(of place: SegmentPosition) -> CMTime { unit(at: place)?.start ?? liveEnd }
}
