import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadNetworking
import PlayheadStreaming

/// Reads the packets of one rendition: fetches its segments in order, a few ahead, and reads those that belong together
/// as one container. Belongs to the reader's thread.
///
///     playlist ─► segment queue ─► bytes (decrypted, without tag) ─► part (a demuxer) ─► packets on the timeline
///                     ▲                                                │ discontinuity, other format, other variant
///                     └────────────────────────────────────────────────┘ the next part
final class RenditionReader {
  let context: StreamContext
  /// The kinds of packets it returns: video, audio or both.
  let kinds: Set<TrackInfo.Kind>
  /// The playlist from which segments are requested at present.
  var feed: PlaylistFeed
  /// The presentation's tracks that its streams belong to.
  var tracks: [TrackInfo.Kind: TrackInfo] = [:]
  /// The requested segments, the present one, and the last ones read.
  var queue = SegmentQueue()
  /// The part being read; nil between two parts.
  var part: StreamPart?
  /// The position to request next; nil before the first.
  var nextPosition: SegmentPosition?
  /// A part that was requested ahead because of a preload hint.
  var preloaded: (hint: PreloadHint, load: any ResourceLoad)?
  /// The reader of the present segment's bytes; nil at the end of a part.
  var reader: SegmentReader?
  /// The remainder of the initialization section that has not been read.
  var prefix: ArraySlice<UInt8> = []
  /// The complete size of the initialization section.
  var sectionSize = 0
  /// The seek target; nil for the beginning.
  var seekTarget: CMTime?
  /// The prefetch of audio that is stored after its video.
  let prefetcher: AudioPrefetcher
  /// The end time of the last packet read; nil after a seek.
  var lastEnd: CMTime?
  /// Detects discontinuous timestamps and records where the present part's segments begin among its bytes.
  var discontinuityDetector = SegmentDiscontinuityDetector()
  /// Filters packets that an interrupted segment delivers twice.
  var repeated = RepeatedPackets()
  /// Separate origins for segments whose times jump within one discontinuity because their playlist declares none.
  var ownOrigins: (discontinuity: Int, origins: TimestampOrigins)?
  /// The position for which the playlist was last reloaded after a refusal.
  var renewedFor: SegmentPosition?
  /// Consecutive segments skipped because a live server no longer has them.
  var skipped = 0
  /// When requests ran out of available segments; nil while there are some.
  var waitingSince: HostTime?
  /// Whether any segment has been requested.
  var hasRequested = false
  /// When the current outage began, in seconds of the network clock; nil while loads succeed.
  var outageSince: Double?
  /// The end time of the media read when the outage began.
  var outageEnd: CMTime?
  /// Scans the bytes of the present segment for event messages; nil if its format has none.
  var events: EventMessages?
  /// Event messages found that are not on the timeline yet.
  var foundEvents: [(event: EventMessage, segment: QueuedSegment)] = []
  /// The cause of the end of the bytes: libavformat reports only that they end.
  var failure: MediaError?
  /// Consecutive parts that ended with an error.
  var failedParts = 0
  /// Whether its segments are the variant's own: they determine which variant is reported as playing.
  var isVariant = false
  /// The playlist that other playlists are aligned with; nil in the reader of that playlist.
  var reference: () -> PlaylistTimeline? = { nil }
  /// The playlist to switch to.
  var nextFeed: PlaylistFeed?
  /// Whether no more segments may come from the present playlist.
  var mustChange = false
  /// Called when a segment cannot be loaded. True if there is an alternative: `feed` or `nextFeed` has been changed.
  var recover: (MediaError) -> Bool = { _ in false }
  /// Called before each segment to choose its playlist.
  var choose: () -> Void = {}

  /// Creates a reader for the packets of some kinds. Requests nothing yet.
  init(_ feed: PlaylistFeed, kinds: Set<TrackInfo.Kind>, context: StreamContext) {
    self.feed = feed
    self.kinds = kinds
    self.context = context
    prefetcher = AudioPrefetcher(context)
    queue.onEnd = { [context] segment in
      context.journal.ended(segment, hasVideo: kinds.contains(.video), hasAudio: kinds == [.audio])
    }
  }

  deinit { queue.cancelAll() }

  // MARK: Places

  /// Seeks to the segment that contains a time, reusing loaded segments.
  ///
  /// Does nothing before the playlist is loaded. Nothing is awaited: the next read opens the segment.
  func seek(to time: CMTime) {
    guard let timeline = feed.timeline, let place = timeline.place(at: time) else { return }
    seekTarget = time
    if let part, !part.hasReturnedPackets, part.expectedStart == timeline.start(of: place),
      queue.current?.place == place
    {
      return
    }
    part = nil
    reader = nil
    prefix = []
    prefetcher.retain()
    lastEnd = nil
    outageEnd = nil
    failedParts = 0
    ownOrigins = nil
    discontinuityDetector = SegmentDiscontinuityDetector()
    repeated = RepeatedPackets()
    let unit = timeline.unit(at: place).flatMap { $0.segment.isGap ? nil : $0 }
    if !queue.rewind(to: place, of: feed, next: unit?.next), let unit, !queue.isEmpty, let load = load(unit.segment) {
      queue.addFirst(
        QueuedSegment(feed: feed, segment: unit.segment, start: unit.start, load: load, place: place, next: unit.next))
    }
    nextPosition = queue.last?.next ?? place
  }

  /// Releases everything until the next `seek`.
  func stop() {
    endPart()
    queue.cancelAll()
    queue.forget()
    nextPosition = nil
    lastEnd = nil
    dropPreload()
  }

  /// Sets the playlist before anything has been requested.
  func beginWith(_ feed: PlaylistFeed) {
    self.feed = feed
    nextFeed = nil
    mustChange = false
  }

  /// Switches to another playlist from the next segment that has not been requested yet.
  ///
  /// The switch takes place once the other playlist is loaded; until then segments come from the present one.
  func change(to feed: PlaylistFeed) {
    guard feed !== self.feed else {
      nextFeed = nil
      return
    }
    nextFeed = feed
    feed.begin(reportedBy: self.feed.timeline?.playlist)
  }

  /// The playlist of the following segments.
  var targetFeed: PlaylistFeed { nextFeed ?? feed }

  /// Switches to another playlist from the present segment on: it could not be loaded, and the queued ones after it are
  /// dropped.
  func replace(with feed: PlaylistFeed) {
    let time = queue.current?.start ?? queue.waiting.first?.start
    queue.dropWaiting()
    if let time, let place = self.feed.timeline?.place(at: time + Self.rounding) { nextPosition = place }
    change(to: feed)
    mustChange = feed !== self.feed
  }
  /// The last segment, if it is still loading and belongs to the playlist of the next ones.
  ///
  /// - Parameter now: The current time in seconds, on the clock of the loads' reports.
  func lastLoading(at now: Double) -> VariantSelector.Loading? {
    guard nextFeed == nil, let last = queue.waiting.last, last.feed === feed else { return nil }
    let report = last.load.report
    guard !report.isOver else { return nil }
    return VariantSelector.Loading(
      bytes: report.bytes, size: report.size, seconds: now - report.began, duration: last.segment.duration.seconds)
  }

  /// Whether all requests are finished and could be repeated: segments of a live stream may be gone.
  var mayFetchAgain: Bool { nextFeed == nil && !queue.isFetching && feed.timeline?.isLive == false }

  /// Drops the queue from an index on and requests those segments from another playlist.
  ///
  /// - Parameter index: An index into `queue.waiting`.
  func requeue(from index: Int, for feed: PlaylistFeed) {
    for segment in queue.waiting.dropFirst(index) where segment.load.report.isOver { queue.onEnd?(segment) }
    guard let first = queue.drop(from: index) else { return }
    nextPosition = first.place
    change(to: feed)
    mustChange = feed !== self.feed
  }

  /// Seconds of media that are loaded but not read yet.
  var secondsLoaded: Double { queue.secondsLoaded(readThrough: lastEnd) }
  /// Seconds of the present segment that are not read yet.
  var secondsOfCurrent: Double { queue.secondsOfCurrent(readThrough: lastEnd) }
  /// Seconds of media from the read position to the live edge; infinity if the stream is not live.
  var secondsToEdge: Double {
    guard let timeline = feed.timeline, timeline.isLive, let lastEnd else { return .infinity }
    return max(0, (timeline.liveEnd - lastEnd).seconds)
  }
  /// The duration of its last segment in seconds.
  var segmentSeconds: Double { queue.last?.segment.duration.seconds ?? 0 }

  /// The tolerance for playlists of the same content that round segment durations differently.
  static let rounding = CMTime(value: 1, timescale: 20)
}
