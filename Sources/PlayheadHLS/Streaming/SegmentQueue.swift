import CoreMedia
import PlayheadNetworking
import PlayheadStreaming

/// A segment whose load was started.
struct QueuedSegment {
  /// The playlist from which the segment was requested.
  let feed: PlaylistFeed
  /// The segment as its playlist describes it.
  let segment: MediaSegment
  /// The start on the presentation's timeline, according to the playlist.
  let start: CMTime
  /// The load of its bytes, which may be complete.
  let load: any ResourceLoad
  /// Its position in the playlist.
  let place: SegmentPosition
  /// The position after it: the next part, or the next segment.
  let next: SegmentPosition
  /// Whether its load has been counted: a cached segment may be read again.
  var isCounted = false

  /// The end on the presentation's timeline, according to the playlist.
  var end: CMTime { start + segment.duration }

  /// The same segment with another load, which begins anew.
  func reloaded(_ load: any ResourceLoad) -> QueuedSegment {
    QueuedSegment(feed: feed, segment: segment, start: start, load: load, place: place, next: next)
  }

  /// Whether it continues the previous segment in the same part.
  func continues(_ other: QueuedSegment) -> Bool {
    feed === other.feed && feed.timeline?.playlist.isIFramesOnly != true
      && segment.discontinuitySequence == other.segment.discontinuitySequence
      && segment.map == other.segment.map
      && (segment.mediaSequence == other.segment.mediaSequence + 1 || start > other.start)
  }
}

extension QueuedSegment {
  /// Creates the segment at a position of a playlist.
  init(_ unit: PlaylistTimeline.Unit, at place: SegmentPosition, of feed: PlaylistFeed, load: any ResourceLoad) {
    self.init(feed: feed, segment: unit.segment, start: unit.start, load: load, place: place, next: unit.next)
  }
}

/// The segments of one rendition in order: those waiting, the present one, and the last ones before it.
///
/// A value owned by its reader. Each segment has a load, which may be in progress.
struct SegmentQueue {
  /// Requested, not read yet.
  private(set) var waiting: [QueuedSegment] = []
  /// The segment being read.
  private(set) var current: QueuedSegment?
  /// Read but still cached, so that a small seek backward needs no request.
  private(set) var recent: [QueuedSegment] = []

  /// The loads whose reports `takeFinished` has returned.
  private var counted: Set<ObjectIdentifier> = []
  /// Called for each segment that was read.
  var onEnd: ((QueuedSegment) -> Void)?

  /// Whether no segment waits. The present one does not count.
  var isEmpty: Bool { waiting.isEmpty }
  /// The last requested segment, from which the next position follows.
  var last: QueuedSegment? { waiting.last ?? current }

  /// Appends a segment to those waiting.
  mutating func add(_ segment: QueuedSegment) { waiting.append(segment) }
  /// Inserts a segment before those waiting.
  mutating func addFirst(_ segment: QueuedSegment) { waiting.insert(segment, at: 0) }

  /// Makes the next segment the present one.
  ///
  /// Nil if none is waiting.
  mutating func advance() -> QueuedSegment? {
    finishCurrent()
    guard !waiting.isEmpty else { return nil }
    current = waiting.removeFirst()
    return current
  }

  /// Moves the present segment to the recent ones.
  mutating func finishCurrent() {
    if var current {
      if !current.isCounted { onEnd?(current) }
      current.isCounted = true
      recent.append(current)
    }
    if recent.count > Self.recentLimit { recent.removeFirst() }
    current = nil
  }
  /// The number of segments that are cached after they were read.
  private static let recentLimit = 2

  /// Goes to a position of a playlist. Segments before it and others that are not loaded are dropped; true if the
  /// segment itself is available. The one that follows it, at `next`, is retained for later.
  mutating func rewind(to place: SegmentPosition, of feed: PlaylistFeed, next: SegmentPosition? = nil) -> Bool {
    let all = recent + (current.map { [$0] } ?? []) + waiting
    recent = []
    current = nil
    // Failed segments are requested again.
    let isLoaded = { (segment: QueuedSegment) in
      segment.feed === feed && segment.place == place && segment.load.report.failure == nil
    }
    guard let index = all.firstIndex(where: isLoaded) else {
      if let next, let index = all.firstIndex(where: { $0.feed === feed && $0.place == next }) {
        for segment in all[..<index] { segment.load.cancel() }
        waiting = Array(all[index...])
        return false
      }
      for segment in all { segment.load.cancel() }
      waiting = []
      return false
    }
    for segment in all[..<index].dropLast(Self.recentLimit) { segment.load.cancel() }
    recent = Array(all[..<index].suffix(Self.recentLimit))
    waiting = Array(all[index...])
    return true
  }

  /// Drops all waiting segments.
  mutating func dropWaiting() { _ = drop(from: 0) }

  /// Drops the waiting segments from an index on; returns the first of them.
  mutating func drop(from index: Int) -> QueuedSegment? {
    guard waiting.indices.contains(index) else { return nil }
    let first = waiting[index]
    for segment in waiting[index...] { segment.load.cancel() }
    waiting.removeSubrange(index...)
    return first
  }

  /// Seconds of media that are loaded but not read yet, without a gap.
  func secondsLoaded(readThrough end: CMTime?) -> Double {
    if let current, !current.load.report.isOver { return 0 }
    var seconds = secondsOfCurrent(readThrough: end)
    for segment in waiting {
      guard segment.load.report.isOver else { break }
      seconds += segment.segment.duration.seconds
    }
    return seconds
  }

  /// Seconds of the present segment from `end` on.
  func secondsOfCurrent(readThrough end: CMTime?) -> Double {
    guard let current else { return 0 }
    return max(0, min(current.segment.duration, current.end - (end ?? current.start)).seconds)
  }

  /// The reports of finished loads that have not been counted yet.
  mutating func takeFinished() -> [ResourceReport] {
    let all = waiting + (current.map { [$0] } ?? [])
    counted.formIntersection(all.map { ObjectIdentifier($0.load) })
    return all.compactMap { segment in
      let report = segment.load.report
      guard report.isOver, report.failure == nil else { return nil }
      return counted.insert(ObjectIdentifier(segment.load)).inserted ? report : nil
    }
  }

  /// Whether any load is in progress.
  var isFetching: Bool {
    waiting.contains { !$0.load.report.isOver } || current.map { !$0.load.report.isOver } ?? false
  }
  /// The duration of the waiting segments, loaded or not.
  var secondsQueued: Double { waiting.reduce(0) { $0 + $1.segment.duration.seconds } }
  /// The size of all segments in the queue, as far as they are loaded.
  var bytes: Int { (waiting + recent).reduce(current?.load.report.bytes ?? 0) { $0 + $1.load.report.bytes } }

  /// The end of contiguous loaded media; nil if nothing is loaded.
  var loadedEnd: CMTime? {
    var end: CMTime?
    for segment in (current.map { [$0] } ?? recent.suffix(1)) + waiting {
      guard segment.load.report.isOver, segment.load.report.failure == nil else { break }
      end = segment.end
    }
    return end ?? current?.start
  }
  /// The start of the first cached segment; nil if the queue is empty.
  var loadedStart: CMTime? { (recent.first ?? current ?? waiting.first)?.start }

  /// Drops all segments without cancelling their loads.
  mutating func forget() {
    waiting = []
    current = nil
    recent = []
  }

  /// Cancels the loads of all segments that are not read yet.
  func cancelAll() { for segment in waiting + (current.map { [$0] } ?? []) { segment.load.cancel() } }
}
