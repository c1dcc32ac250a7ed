import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import PlayheadStreaming

/// Reads the packets of one rendition: fetches its segments in order, a few ahead, and reads those that belong together as one
/// container. Belongs to the reader's thread.
///
///     playlist ─► segment queue ─► bytes (decrypted, tag taken off) ─► part (a demuxer) ─► packets on the presentation's timeline
///                     ▲                                                   │ discontinuity, other format, other variant
///                     └───────────────────────────────────────────────────┘ the next part
final class RenditionReader {
  let context: StreamContext
  /// What its packets are to be: pictures, sound or both.
  let kinds: Set<TrackInfo.Kind>
  var feed: PlaylistFeed
  /// What its streams are outside.
  var tracks: [TrackInfo.Kind: TrackInfo] = [:]
  var queue = SegmentQueue()
  var part: StreamPart?
  /// What is to be asked for next; nil before the first.
  var nextPlace: SegmentPlace?
  /// A part that the server has announced, asked for before it is there.
  var preloaded: (hint: PreloadHint, load: any ResourceLoad)?
  var reader: SegmentReader?
  /// The initialization section, as far as it has not been read.
  var prefix: ArraySlice<UInt8> = []
  /// How much that is in all.
  var sectionSize = 0
  /// Where reading is to begin; nil: at the beginning.
  var wanted: CMTime?
  /// Sound that was asked for beside the pictures before it.
  var early: AudioPrefetch?
  /// The same, before a seek.
  var spareSound: AudioPrefetch?
  /// Where what was read ends; nil after a seek.
  var lastEnd: CMTime?
  /// Where the present part's segments begin among its bytes, and what its timestamps do.
  var jumps = SegmentDiscontinuityDetector()
  /// What was given of a segment that broke off.
  var repeated = RepeatedPackets()
  /// Origins of its own, for segments of one discontinuity whose times jump although their playlist does not tell.
  var ownOrigins: (discontinuity: Int, origins: TimestampOrigins)?
  /// The place for which addresses were renewed.
  var renewedFor: SegmentPlace?
  /// Segments in a row that were left out because a live stream's server has them no more.
  var skipped = 0
  /// Since when nothing could be asked for; nil while there is something.
  var waitingSince: HostTime?
  /// Whether any segment was ever asked for.
  var hasAsked = false
  /// When a failure was first met, in seconds of the network's own time; nil while everything comes.
  var troubleSince: Double?
  /// Up to where had been read then.
  var troubleEnd: CMTime?
  /// Messages in the bytes of the segment that is read; nil where it is none that may hold some.
  var events: EventMessages?
  /// Those that were found and have no place on the timeline yet.
  var foundEvents: [(event: EventMessage, segment: QueuedSegment)] = []
  /// Why the bytes end: libavformat passes on only that they do.
  var failure: MediaError?
  var failedParts = 0
  /// Whether its segments are the variant's own: they tell what is played.
  var isVariant = false
  /// The playlist that times of others are compared with; nil for the one that has them.
  var reference: () -> PlaylistTimeline? = { nil }
  /// Another playlist to go on with.
  var nextFeed: PlaylistFeed?
  /// Whether nothing more may come from the present one.
  var mustChange = false
  /// Called when a segment cannot be had. True: there is another way, and `feed` or `nextFeed` has been changed.
  var recover: (MediaError) -> Bool = { _ in false }
  /// Asked before each segment which playlist it is to come from.
  var choose: () -> Void = {}

  init(_ feed: PlaylistFeed, kinds: Set<TrackInfo.Kind>, context: StreamContext) {
    self.feed = feed
    self.kinds = kinds
    self.context = context
    queue.onEnd = { [context] segment in
      context.journal.ended(segment, hasPictures: kinds.contains(.video), hasSound: kinds == [.audio])
    }
  }

  deinit {
    queue.cancelAll()
    early?.load.cancel()
    spareSound?.load.cancel()
  }

  // MARK: Places

  /// Goes to the segment that holds a time, without asking again for what is at hand.
  func seek(to time: CMTime) {
    guard let timeline = feed.timeline, let place = timeline.place(at: time) else { return }
    wanted = time
    if let part, !part.hasGiven, part.expectedStart == timeline.start(of: place), queue.current?.place == place {
      return
    }
    part = nil
    reader = nil
    prefix = []
    setEarlySoundAside()
    lastEnd = nil
    troubleEnd = nil
    failedParts = 0
    ownOrigins = nil
    jumps = SegmentDiscontinuityDetector()
    repeated = RepeatedPackets()
    let unit = timeline.unit(at: place).flatMap { $0.segment.isGap ? nil : $0 }
    if !queue.rewind(to: place, of: feed, next: unit?.next), let unit, !queue.isEmpty, let load = load(unit.segment) {
      queue.addFirst(
        QueuedSegment(feed: feed, segment: unit.segment, start: unit.start, load: load, place: place, next: unit.next))
    }
    nextPlace = queue.last?.next ?? place
  }

  /// Nothing is wanted of it any more, until the next `seek`.
  func stop() {
    endPart()
    queue.cancelAll()
    queue.forget()
    nextPlace = nil
    lastEnd = nil
    dropPreload()
  }

  /// Before anything was asked for.
  func beginWith(_ feed: PlaylistFeed) {
    self.feed = feed
    nextFeed = nil
    mustChange = false
  }

  /// From the next segment on that is not asked for yet, another playlist's are taken.
  func change(to feed: PlaylistFeed) {
    guard feed !== self.feed else {
      nextFeed = nil
      return
    }
    nextFeed = feed
    feed.begin(reportedBy: self.feed.timeline?.playlist)
  }

  /// The playlist that segments will come from.
  var wantedFeed: PlaylistFeed { nextFeed ?? feed }

  /// The same, but from the segment on that is being read: it could not be had, nor is what waits behind it wanted.
  func replace(with feed: PlaylistFeed) {
    let time = queue.current?.start ?? queue.waiting.first?.start
    queue.dropWaiting()
    if let time, let place = self.feed.timeline?.place(at: time + Self.rounding) { nextPlace = place }
    change(to: feed)
    mustChange = feed !== self.feed
  }
  /// The last segment, where it is still on its way and of the playlist that the next ones come from.
  func lastLoading(at now: Double) -> VariantChooser.Loading? {
    guard nextFeed == nil, let last = queue.waiting.last, last.feed === feed else { return nil }
    let report = last.load.report
    guard !report.isOver else { return nil }
    return VariantChooser.Loading(
      bytes: report.bytes, size: report.size, seconds: now - report.began, duration: last.segment.duration.seconds)
  }

  /// Whether all that was asked for has come and would be there once more: a live stream's may be gone.
  var mayFetchAgain: Bool { nextFeed == nil && !queue.isFetching && feed.timeline?.isLive == false }

  /// Asks another playlist for the segments from a place of the queue on.
  func giveUp(from index: Int, for feed: PlaylistFeed) {
    for segment in queue.waiting.dropFirst(index) where segment.load.report.isOver { queue.onEnd?(segment) }
    guard let first = queue.drop(from: index) else { return }
    nextPlace = first.place
    change(to: feed)
    mustChange = feed !== self.feed
  }

  /// Seconds of media that have come and were not read yet.
  var secondsAtHand: Double { queue.secondsAtHand(readThrough: lastEnd) }
  var secondsOfCurrent: Double { queue.secondsOfCurrent(readThrough: lastEnd) }
  /// Seconds of media from where was read to the newest that there is; of what is not live there is no end to count on.
  var secondsToEdge: Double {
    guard let timeline = feed.timeline, timeline.isLive, let lastEnd else { return .infinity }
    return max(0, (timeline.liveEnd - lastEnd).seconds)
  }
  /// How long its segments are.
  var segmentSeconds: Double { queue.last?.segment.duration.seconds ?? 0 }

  /// Playlists of one content round the lengths of their segments differently.
  static let rounding = CMTime(value: 1, timescale: 20)
}
