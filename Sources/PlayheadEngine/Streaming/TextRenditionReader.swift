import CoreMedia
import PlayheadBasics
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import PlayheadStreaming
import PlayheadText

/// Reads the cues of one rendition of text: WebVTT in segments, WebVTT and TTML in fragments of MP4. Belongs to the reader's thread.
///
/// Nothing waits for it: text that does not come is missing, while pictures and sound go on. Only where time itself waits for the
/// network (a test's clock) text is waited for.
final class TextRenditionReader {
  let rendition: Rendition
  /// Its track of the presentation.
  var track: TrackInfo
  private(set) var feed: PlaylistFeed
  private let context: StreamContext
  /// The playlist of the pictures.
  var reference: () -> PlaylistTimeline? = { nil }
  /// Segments on their way, and the last ones that were read: a cue may be asked for again.
  private var waiting: [QueuedSegment] = []
  private var recent: [QueuedSegment] = []
  private var nextNumber: Int?
  /// Cues in order that are not given yet, and what was given since the last start.
  private var ready: [TextCue] = []
  private var given: Set<TextCue.Identity> = []
  private var place = CMTime.zero
  private(set) var isRunning = false

  init(_ rendition: Rendition, feed: PlaylistFeed, context: StreamContext) {
    self.rendition = rendition
    self.feed = feed
    self.context = context
    track = RenditionTracks.text(rendition, timeRange: .invalid)
  }

  deinit { for segment in waiting { segment.load.cancel() } }

  // MARK: Places

  /// Gives the cues that are to be seen at a time or later.
  func start(at time: CMTime) {
    isRunning = true
    place = time
    ready = []
    given = []
    nextNumber = nil
    recent = (recent + waiting).suffix(Self.recentLimit)
    waiting = []
    feed.begin()
  }
  /// A whole film's cues may be one segment, and a jump back usually meets the last few.
  private static let recentLimit = 4

  /// Nothing is wanted of it any more.
  func stop() {
    isRunning = false
    for segment in waiting { segment.load.cancel() }
    waiting = []
    ready = []
    given = []
  }

  /// A live stream does not hold anything before this time any more.
  func forget(before time: CMTime) { given = given.filter { $0.end >= time } }

  /// Another variant names another playlist for it.
  func change(to feed: PlaylistFeed) {
    guard feed !== self.feed else { return }
    self.feed = feed
    nextNumber = nil
    if isRunning { feed.begin() }
  }

  // MARK: Cues

  /// The next cue that begins before a time; nil where none is at hand. `limit`: nil for all that there are.
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
      if !segment.isCounted { context.journal.ended(segment, hasPictures: false, hasSound: false) }
      var kept = segment
      kept.isCounted = true
      recent = (recent + [kept]).suffix(Self.recentLimit)
      _ = tend(context.limits)
    }
  }

  /// Where a segment lies whose times nobody can place before pictures of there are opened; nil where there is none such.
  var unplaced: CMTime? {
    guard let segment = waiting.first, segment.load.report.isOver, placing(of: segment) == nil else { return nil }
    return segment.start
  }

  /// Whether all there is was given: of a stream that may grow, all there is now.
  var isOver: Bool {
    guard ready.isEmpty, waiting.isEmpty else { return false }
    guard let timeline = feed.timeline else { return feed.failure != nil }
    return nextNumber.map { timeline.index(ofSequence: $0) == nil } ?? false
  }

  private func read(_ segment: QueuedSegment, _ placing: TextCue.Placing) {
    do throws(MediaError) {
      let cues = try cues(of: segment, placing)
      ready += cues.filter { $0.end > place && given.insert($0.identity).inserted }
      ready.sort { $0.start < $1.start }
    } catch {
      // What could not be had is missing.
    }
  }

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

  private func section(_ map: InitializationSection) throws(DemuxError) -> [UInt8] {
    do throws(MediaError) {
      return try context.bytes(of: map)
    } catch {
      throw .source(.cancelled)
    }
  }

  /// Where a segment's times lie; nil while nobody knows, because no picture of the same discontinuity was seen yet.
  private func placing(of segment: QueuedSegment) -> TextCue.Placing? {
    let number = discontinuity(of: segment)
    guard let origin = context.origins.known(number) else {
      let isPast = reference().map { $0.segments.contains { $0.discontinuitySequence == number } } == false
      return isPast ? TextCue.Placing(origin: nil, expected: segment.start) : nil
    }
    return TextCue.Placing(origin: origin, expected: segment.start)
  }

  /// Discontinuities are counted alike in all playlists of a presentation (RFC 8216 §6.2.4), unless this one forgets to tell any.
  private func discontinuity(of segment: QueuedSegment) -> Int {
    let own = segment.segment.discontinuitySequence
    guard let main = reference(), let timeline = feed.timeline, let last = timeline.segments.last,
      last.discontinuitySequence == timeline.segments.first?.discontinuitySequence,
      let index = main.index(at: segment.start + CMTime(value: 1, timescale: 20))
    else { return own }
    return main.segments[index].discontinuitySequence
  }

  // MARK: Segments

  /// Fetches ahead, and keeps the playlist up to date. Returns when to call again at the latest.
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
      ask(timeline, index)
      number += 1
    }
    nextNumber = number
    return due
  }
  private static let countAhead = 6
  private var secondsAhead: Double { waiting.reduce(0) { $0 + $1.segment.duration.seconds } }

  private func ask(_ timeline: PlaylistTimeline, _ index: Int) {
    let segment = timeline.segments[index]
    guard !segment.isGap, let url = segment.url else { return }
    let place = SegmentPlace(segment.mediaSequence)
    let next = SegmentPlace(segment.mediaSequence + 1)
    let isKnown = { (other: QueuedSegment) in other.segment.url == url && other.segment.byteRange == segment.byteRange }
    if let known = recent.first(where: isKnown), known.load.report.failure == nil {
      waiting.append(
        QueuedSegment(
          feed: feed, segment: segment, start: timeline.starts[index], load: known.load, place: place, next: next,
          isCounted: known.isCounted))
      return
    }
    waiting.append(
      QueuedSegment(
        feed: feed, segment: segment, start: timeline.starts[index],
        load: context.load(
          url, from: feed.segmentBase, part: segment.byteRange, policy: .segment, data: ClientDataValues(.caption),
          limit: ResourceLimits.captionBytes),
        place: place, next: next))
  }
}
