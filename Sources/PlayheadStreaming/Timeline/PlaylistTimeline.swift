import CoreMedia
import Foundation

/// A media playlist with the start time of each segment, which remains stable across updates.
///
/// Zero is the start of the first version's first segment. Segments retain their times while the window of a live
/// playlist moves.
package struct PlaylistTimeline: Sendable {
  /// The newest version of the playlist.
  package private(set) var playlist: MediaPlaylist
  /// The start time of each segment.
  package private(set) var starts: [CMTime]
  /// The number of updates with changes.
  package private(set) var version = 0

  /// `origin`: the start of the first segment.
  package init(_ playlist: MediaPlaylist, origin: CMTime = .zero) {
    self.playlist = playlist
    starts = Self.starts(of: playlist, from: origin)
  }

  /// Aligns the playlist of another variant or rendition of the same content. Complete playlists start together; in
  /// live ones segments with the same date are aligned or, without dates, those with the same sequence number (RFC 8216
  /// §6.2.4).
  package init(_ playlist: MediaPlaylist, alignedWith other: PlaylistTimeline) {
    self.init(playlist)
    guard playlist.mayGrow || other.isLive, let first = segments.first, let their = other.segments.first else { return }
    let origin: CMTime
    if let date = first.date, let time = other.time(of: date, clamped: false) {
      origin = time
    } else if let index = other.index(ofSequence: first.mediaSequence) {
      origin = other.starts[index]
    } else if let index = self.index(ofSequence: their.mediaSequence) {
      origin = other.range.start - starts[index]
    } else {
      origin = other.range.end - range.duration
    }
    starts = Self.starts(of: playlist, from: origin)
  }

  /// The start time of each segment: the sum of the durations before it, from `origin` on.
  private static func starts(of playlist: MediaPlaylist, from origin: CMTime) -> [CMTime] {
    var time = origin
    return playlist.segments.map { segment in
      defer { time = time + segment.duration }
      return time
    }
  }

  /// The complete segments of the newest version.
  package var segments: [MediaSegment] { playlist.segments }
  /// Whether the playlist may grow.
  package var isLive: Bool { playlist.mayGrow }

  /// The end time of a segment.
  ///
  /// - Parameter index: An index into `segments`, not a sequence number.
  package func end(of index: Int) -> CMTime { starts[index] + segments[index].duration }

  /// From the first segment's start to the last one's end.
  package var range: CMTimeRange {
    guard let first = starts.first, let last = segments.indices.last else { return .zero }
    return CMTimeRange(start: first, end: end(of: last))
  }

  /// The end of the last available part of the incomplete segment.
  package var liveEnd: CMTime { range.end + (playlist.openSegment?.duration ?? .zero) }

  /// The sequence number of the incomplete segment.
  package var openNumber: Int? { playlist.openSegment?.mediaSequence }

  /// A part as a separate segment, by the sequence number of its segment and its index. nil if it is not available (any
  /// longer).
  ///
  /// - Parameters:
  ///   - place: The index of the part, from 0.
  ///   - number: The media sequence number.
  package func part(_ place: Int, ofSequence number: Int) -> (segment: MediaSegment, start: CMTime)? {
    let whole: MediaSegment
    var start: CMTime
    if let index = index(ofSequence: number) {
      (whole, start) = (segments[index], starts[index])
    } else if let open = playlist.openSegment, open.mediaSequence == number {
      (whole, start) = (open, range.end)
    } else {
      return nil
    }
    guard whole.parts.indices.contains(place) else { return nil }
    for part in whole.parts[..<place] { start = start + part.duration }
    let part = whole.parts[place]
    var segment = whole
    segment.uri = part.uri
    segment.duration = part.duration
    segment.byteRange = part.byteRange
    segment.isGap = part.isGap
    segment.parts = []
    return (segment, start)
  }

  /// The segment at a time; otherwise the nearest one. nil for a playlist without segments.
  ///
  /// The search takes logarithmic time.
  package func index(at time: CMTime) -> Int? {
    guard !segments.isEmpty else { return nil }
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// The index of the segment with a sequence number; nil if the playlist does not contain it.
  package func index(ofSequence number: Int) -> Int? {
    guard let first = segments.first?.mediaSequence else { return nil }
    let index = number - first
    return segments.indices.contains(index) ? index : nil
  }

  // MARK: Updates

  /// Applies a newer version. False if nothing has changed.
  ///
  /// The delta update must be complete (`fill`), and the version newer (`SequenceRestartDetector`).
  @discardableResult
  package mutating func renew(_ new: MediaPlaylist) -> Bool {
    // The same version from another server is not a change.
    var known = playlist
    known.url = new.url
    guard new != known else { return false }
    var origin = range.end
    if let first = new.segments.first {
      origin = start(of: first)
    }
    playlist = new
    starts = Self.starts(of: new, from: origin)
    version += 1
    return true
  }

  /// Applies a version whose numbering has restarted: it follows the known one, or is aligned with another playlist of
  /// the same content. False if it has no segments.
  ///
  /// - Parameter new: The version with continued numbers (`renumber`).
  package mutating func restart(_ new: MediaPlaylist, alignedWith other: PlaylistTimeline?) -> Bool {
    guard !new.segments.isEmpty || new.openSegment != nil else { return false }
    var origin = range.end
    if let date = new.segments.first?.date, let time = other?.time(of: date, clamped: true), time > origin {
      origin = time
    }
    playlist = new
    starts = Self.starts(of: new, from: origin)
    version += 1
    return true
  }

  /// The start of a segment in a newer version: its known start or, if the window has moved past all known segments,
  /// derived from its date or from the number of missed segments.
  private func start(of segment: MediaSegment) -> CMTime {
    if let known = index(ofSequence: segment.mediaSequence) { return starts[known] }
    guard let last = segments.indices.last else { return range.end }
    if let date = segment.date, let time = time(of: date, clamped: false) { return time }
    let missed = segment.mediaSequence - segments[last].mediaSequence - 1
    guard missed > 0, missed < 1_000_000 else { return range.end }
    let usual = segments.reduce(CMTime.zero) { $0 + $1.duration }.seconds / Double(segments.count)
    return range.end + CMTime(seconds: Double(missed) * usual, preferredTimescale: 1_000_000)
  }

  // MARK: Dates

  /// The date of a time: derived from the nearest preceding segment with a date, or from the first one after (RFC 8216
  /// §4.3.2.6).
  ///
  /// - Returns: nil if no segment has a date.
  package func date(at time: CMTime) -> Date? {
    guard let index = index(at: time), let anchor = anchor(near: index) else { return nil }
    return segments[anchor].date?.addingTimeInterval((time - starts[anchor]).seconds)
  }

  /// The index of the segment whose date applies to another one; nil if none has a date.
  private func anchor(near index: Int) -> Int? {
    segments[...index].lastIndex { $0.date != nil } ?? segments[index...].firstIndex { $0.date != nil }
  }

  /// The time of a date. `clamped`: returns nil if the date is outside of the playlist.
  package func time(of date: Date, clamped: Bool = true) -> CMTime? {
    var best: CMTime?
    for index in segments.indices {
      guard let start = segments[index].date else { continue }
      let offset = date.timeIntervalSince(start)
      if best != nil, offset < 0 { break }
      best = starts[index] + CMTime(seconds: offset, preferredTimescale: 1_000_000)
    }
    guard let best else { return nil }
    return !clamped || (range.start <= best && best <= range.end) ? best : nil
  }
}
