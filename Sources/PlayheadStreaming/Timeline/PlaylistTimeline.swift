import CoreMedia
import Foundation

/// A media playlist with the time at which each of its segments begins, kept through all its versions.
///
/// Zero is the beginning of the first version's first segment. Segments keep their times while a live playlist slides on.
package struct PlaylistTimeline: Sendable {
  package private(set) var playlist: MediaPlaylist
  /// For each segment.
  package private(set) var starts: [CMTime]
  /// How often it was renewed with something new.
  package private(set) var version = 0

  /// `origin`: when the first segment begins.
  package init(_ playlist: MediaPlaylist, origin: CMTime = .zero) {
    self.playlist = playlist
    starts = Self.starts(of: playlist, from: origin)
  }

  /// The playlist of another variant or rendition of the same content. One that is complete begins where all do; in a live one
  /// segments of the same date lie at the same time, or, without dates, those of the same number (RFC 8216 §6.2.4).
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

  private static func starts(of playlist: MediaPlaylist, from origin: CMTime) -> [CMTime] {
    var time = origin
    return playlist.segments.map { segment in
      defer { time = time + segment.duration }
      return time
    }
  }

  package var segments: [MediaSegment] { playlist.segments }
  package var isLive: Bool { playlist.mayGrow }

  package func end(of index: Int) -> CMTime { starts[index] + segments[index].duration }

  /// From the first segment to the end of the last one.
  package var range: CMTimeRange {
    guard let first = starts.first, let last = segments.indices.last else { return .zero }
    return CMTimeRange(start: first, end: end(of: last))
  }

  /// To the end of the last part of the segment that is not complete yet.
  package var liveEnd: CMTime { range.end + (playlist.openSegment?.duration ?? .zero) }

  /// The number of the segment that is not complete yet.
  package var openNumber: Int? { playlist.openSegment?.mediaSequence }

  /// A part as a segment of its own, by the number of its segment and its place in it. nil where it is not there, or not any more.
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

  /// The segment that holds a time; the nearest one where none does. nil for a playlist without segments.
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

  package func index(ofSequence number: Int) -> Int? {
    guard let first = segments.first?.mediaSequence else { return nil }
    let index = number - first
    return segments.indices.contains(index) ? index : nil
  }

  // MARK: Renewal

  /// Takes a newer version. False where it brings nothing new.
  @discardableResult
  package mutating func renew(_ new: MediaPlaylist) -> Bool {
    // The same from another server is nothing new.
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

  /// Takes a version of a server that has begun to count again: it follows on what was known, or lies where the same content
  /// of another playlist does. False for one without segments.
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

  /// When a segment of a newer version begins: where it began before, or, where the window has slid past everything that was known,
  /// by its date, or by the number of segments that were missed.
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

  /// The date of a time: that of the nearest segment before with a date, or the first one after (RFC 8216 §4.3.2.6).
  package func date(at time: CMTime) -> Date? {
    guard let index = index(at: time), let anchor = anchor(near: index) else { return nil }
    return segments[anchor].date?.addingTimeInterval((time - starts[anchor]).seconds)
  }

  private func anchor(near index: Int) -> Int? {
    segments[...index].lastIndex { $0.date != nil } ?? segments[index...].firstIndex { $0.date != nil }
  }

  /// The time of a date. `clamped`: nil where it lies outside of what the playlist holds.
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
