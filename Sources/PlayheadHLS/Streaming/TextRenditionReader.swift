import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline
import PlayheadStreaming
import PlayheadText

/// Reads the cues of one subtitle rendition: WebVTT segments, or WebVTT and TTML in fragmented MP4. Belongs to the
/// reader's thread.
///
/// Playback never waits for subtitles: missing ones are skipped. Only a clock that waits for the network (in tests)
/// waits for them.
final class TextRenditionReader {
  /// The rendition as its playlist declares it.
  let rendition: Rendition
  /// Its track in the presentation.
  var track: TrackInfo
  /// The playlist from which segments are requested.
  private(set) var feed: PlaylistFeed
  private let context: StreamContext
  /// The playlist of the video.
  var reference: () -> PlaylistTimeline? = { nil }
  /// Segments that are loading, and the last ones read, which may be needed again after a seek.
  private var waiting: [QueuedSegment] = []
  /// The last segments read, the newest last.
  private var recent: [QueuedSegment] = []
  /// The media sequence number of the segment to request next; nil after a start.
  private var nextNumber: Int?
  /// Cues that are not returned yet, in order, and the identities of those returned since the last start.
  private var ready: [TextCue] = []
  /// The identities of the cues returned since the last start, so that a repeated cue is returned once.
  private var returned: Set<TextCue.Identity> = []
  /// The time from which cues are returned.
  private var place = CMTime.zero
  /// Whether cues are read: between `start` and `stop`.
  private(set) var isRunning = false

  /// Creates a reader that requests nothing until `start`.
  init(_ rendition: Rendition, feed: PlaylistFeed, context: StreamContext) {
    self.rendition = rendition
    self.feed = feed
    self.context = context
    track = RenditionTracks.text(rendition, timeRange: .invalid)
  }

  deinit { for segment in waiting { segment.load.cancel() } }

  // MARK: Places

  /// Starts to return the cues that are visible at a time or later.
  func start(at time: CMTime) {
    isRunning = true
    place = time
    ready = []
    returned = []
    nextNumber = nil
    recent = (recent + waiting).suffix(Self.recentLimit)
    waiting = []
    feed.begin()
  }
  /// All cues of an item may be in one segment, and a seek backward usually needs the last few.
  private static let recentLimit = 4

  /// Stops reading and drops all pending cues.
  func stop() {
    isRunning = false
    for segment in waiting { segment.load.cancel() }
    waiting = []
    ready = []
    returned = []
  }

  /// Drops the identities of cues before the live window.
  func forget(before time: CMTime) { returned = returned.filter { $0.end >= time } }

  /// Switches to the playlist of another variant.
  func change(to feed: PlaylistFeed) {
    guard feed !== self.feed else { return }
    self.feed = feed
    nextNumber = nil
    if isRunning { feed.begin() }
  }

  // MARK: Cues

  /// The next cue that begins before `limit` (nil for no limit); nil if none is available.
  func next(before limit: CMTime?) -> Packet? {
    let limit = limit ?? .positiveInfinity
    _ = tend(context.limits)
    while true {
      if let cue = ready.first {
        guard cue.start <= limit else { return nil }
        ready.removeFirst()
        if let packet = cue.packet(track: track.index) { return packet }
        continue
      }
      guard let segment = waiting.first, segment.start <= limit,
        segment.load.report.isOver || context.clock.waitsForNetwork, let placing = placing(of: segment)
      else { return nil }
      waiting.removeFirst()
      read(segment, placing)
      if !segment.isCounted { context.journal.ended(segment, hasVideo: false, hasAudio: false) }
      var finished = segment
      finished.isCounted = true
      recent = (recent + [finished]).suffix(Self.recentLimit)
      _ = tend(context.limits)
    }
  }

  /// The start of the first loaded segment that cannot be placed until the video there is opened; nil if there is none.
  var unplacedStart: CMTime? {
    guard let segment = waiting.first, segment.load.report.isOver, placing(of: segment) == nil else { return nil }
    return segment.start
  }

  /// Whether all available cues have been returned: for a stream that may grow, all so far.
  var isOver: Bool {
    guard ready.isEmpty, waiting.isEmpty else { return false }
    guard let timeline = feed.timeline else { return feed.failure != nil }
    return nextNumber.map { timeline.index(ofSequence: $0) == nil } ?? false
  }

  /// Reads the cues of a loaded segment into `ready`.
  private func read(_ segment: QueuedSegment, _ placing: TextCue.Placing) {
    do throws(MediaError) {
      let cues = try cues(of: segment, placing)
      ready += cues.filter { $0.end > place && returned.insert($0.identity).inserted }
      ready.sort { $0.start < $1.start }
    } catch {
      // Cues of a segment that failed to load are skipped.
    }
  }

  /// Parses a loaded segment: a WebVTT file, or MP4 with an initialization section.
  private func cues(of segment: QueuedSegment, _ placing: TextCue.Placing) throws(MediaError) -> [TextCue] {
    let bytes = try context.text(of: segment)
    guard let map = segment.segment.map else {
      let text = TextDecoding.string(bytes)
      return TextCue.cues(WebVTTParser.parse(text), placing, header: TextHeader(text))
    }
    do throws(DemuxError) {
      return try FragmentCues.read(try section(map) + bytes, placing, until: segment.end)
    } catch {
      throw MediaOpener.explain(error, url: segment.segment.url ?? context.url)
    }
  }

  /// The bytes of an initialization section, which may block for its load.
  private func section(_ map: InitializationSection) throws(DemuxError) -> [UInt8] {
    do throws(MediaError) {
      return try context.bytes(of: map)
    } catch {
      throw .source(.cancelled)
    }
  }

  /// The placement of a segment; nil until a video segment of the same discontinuity has been opened.
  private func placing(of segment: QueuedSegment) -> TextCue.Placing? {
    let number = discontinuity(of: segment)
    guard let origin = context.origins.known(number) else {
      let isPast = reference().map { $0.segments.contains { $0.discontinuitySequence == number } } == false
      return isPast ? TextCue.Placing(origin: nil, expected: segment.start) : nil
    }
    return TextCue.Placing(origin: origin, expected: segment.start)
  }

  /// The discontinuity sequence of a segment: equal in all playlists of a presentation (RFC 8216 §6.2.4), unless this
  /// playlist declares none.
  private func discontinuity(of segment: QueuedSegment) -> Int {
    let own = segment.segment.discontinuitySequence
    guard let main = reference(), let timeline = feed.timeline, let last = timeline.segments.last,
      last.discontinuitySequence == timeline.segments.first?.discontinuitySequence,
      let index = main.index(at: segment.start + PlaylistTimeline.rounding)
    else { return own }
    return main.segments[index].discontinuitySequence
  }

  // MARK: Segments

  /// Prefetches segments and reloads the playlist. Returns the latest time of the next call.
  func tend(_ limits: StreamLimits) -> HostTime? {
    guard isRunning else { return nil }
    if context.clock.waitsForNetwork, feed.timeline == nil, feed.failure == nil {
      try? feed.wait(alignedWith: reference())
    }
    let due = feed.tend(alignedWith: reference())
    guard let timeline = feed.timeline else { return due }
    var number = nextNumber ?? timeline.index(at: place).map { timeline.segments[$0].mediaSequence } ?? 0
    if let first = timeline.segments.first?.mediaSequence { number = max(number, first) }
    while waiting.count < Self.countAhead, secondsAhead < limits.secondsAhead,
      let index = timeline.index(ofSequence: number)
    {
      request(timeline, index)
      number += 1
    }
    nextNumber = number
    return due
  }
  /// The maximum number of segments that are loading or unread.
  private static let countAhead = 6
  /// The duration of the waiting segments.
  private var secondsAhead: Double { waiting.reduce(0) { $0 + $1.segment.duration.seconds } }

  /// Requests a segment, or takes it from the recent ones. Gaps are skipped.
  private func request(_ timeline: PlaylistTimeline, _ index: Int) {
    let segment = timeline.segments[index]
    guard !segment.isGap, let url = segment.url else { return }
    let isKnown = { (other: QueuedSegment) in other.segment.url == url && other.segment.byteRange == segment.byteRange }
    var known = recent.first(where: isKnown)
    if known?.load.report.failure != nil { known = nil }
    let load =
      known?.load
      ?? context.load(
        url, from: feed.segmentBase, part: segment.byteRange, policy: .segment, data: CMCDValues(.caption),
        limit: ResourceLimits.captionBytes)
    waiting.append(
      QueuedSegment(
        feed: feed, segment: segment, start: timeline.starts[index], load: load,
        place: SegmentPosition(segment.mediaSequence), next: SegmentPosition(segment.mediaSequence + 1),
        isCounted: known?.isCounted ?? false))
  }
}
