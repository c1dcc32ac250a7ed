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
  private(set) var feed: PlaylistFeed
  /// What its streams are outside.
  var tracks: [TrackInfo.Kind: TrackInfo] = [:]
  var queue = SegmentQueue()
  var part: StreamPart?
  /// What is to be asked for next; nil before the first.
  var nextPlace: SegmentPlace?
  /// A part that the server has announced, asked for before it is there.
  private var preloaded: (hint: PreloadHint, load: any ResourceLoad)?
  private var reader: SegmentReader?
  /// The initialization section, as far as it has not been read.
  private var prefix: ArraySlice<UInt8> = []
  /// Where what was read ends; nil after a seek.
  private(set) var lastEnd: CMTime?
  /// Where the present part's segments begin among its bytes, and what its timestamps do.
  var jumps = JumpWatch()
  /// Origins of its own, for segments of one discontinuity whose times jump although their playlist does not tell.
  var ownOrigins: (discontinuity: Int, origins: TimestampOrigins)?
  /// The place for which addresses were renewed.
  var renewedFor: SegmentPlace?
  /// Segments in a row that were left out because a live stream's server has them no more.
  var skipped = 0
  /// When a failure was first met, in seconds of the network's own time; nil while everything comes.
  var troubleSince: Double?
  /// Messages in the bytes of the segment that is read; nil where it is none that may hold some.
  var events: EventMessages?
  /// Those that were found and have no place on the timeline yet.
  var foundEvents: [(event: EventMessage, segment: QueuedSegment)] = []
  /// Why the bytes end: libavformat passes on only that they do.
  private var failure: MediaError?
  private var failedParts = 0
  /// Whether its segments are the variant's own: they tell what is played.
  var isVariant = false
  /// The playlist that times of others are compared with; nil for the one that has them.
  var reference: () -> PlaylistTimeline? = { nil }
  /// Another playlist to go on with.
  private var nextFeed: PlaylistFeed?
  /// Whether nothing more may come from the present one.
  private var mustChange = false
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

  deinit { queue.cancelAll() }

  // MARK: Places

  /// Goes to the segment that holds a time, without asking again for what is at hand.
  func seek(to time: CMTime) {
    guard let timeline = feed.timeline, let place = timeline.place(at: time) else { return }
    if let part, !part.hasGiven, part.expectedStart == timeline.start(of: place), queue.current?.place == place {
      return
    }
    part = nil
    reader = nil
    prefix = []
    lastEnd = nil
    failedParts = 0
    ownOrigins = nil
    jumps = JumpWatch()
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
  /// Playlists of one content round the lengths of their segments differently.
  private static let rounding = CMTime(value: 1, timescale: 20)

  // MARK: Packets

  /// The next packet; nil at the end.
  func read() throws(MediaError) -> Packet? {
    while true {
      if part == nil {
        guard try openPart() else { return nil }
      }
      guard let part else { return nil }
      if !part.isPlaced { place(part) }
      do throws(DemuxError) {
        // Of a segment that is one picture cut out of a longer one nothing else can be read (RFC 8216 §4.3.3.6).
        let isOver = part.hasGiven && queue.current?.feed.timeline?.playlist.isIFramesOnly == true
        let packet = isOver ? nil : try part.demuxer.readPacket()
        giveTags(of: part)
        if let packet {
          if jumps.isJump(packet) {
            readAnew(packet)
            continue
          }
          part.hasGiven = true
          failedParts = 0
          skipped = 0
          troubleSince = nil
          note(packet)
          return packet
        }
        if let failure { try fail(failure) }
      } catch {
        try explain(error)
      }
      endPart()
    }
  }

  private func note(_ packet: Packet) {
    // Transport streams do not always know how long a picture lasts.
    let nominal = packet.parameters?.track.video?.minFrameDuration ?? .invalid
    let duration = packet.duration > .zero ? packet.duration : nominal.isNumeric ? nominal : .zero
    let end = packet.presentationTime + duration
    if end.isNumeric { lastEnd = max(lastEnd ?? end, end) }
  }

  private func endPart() {
    part = nil
    reader = nil
    prefix = []
    // What a demuxer has left of a segment it will not read any more.
    queue.finishCurrent()
  }

  private func fail(_ error: MediaError) throws(DemuxError) { throw .source(.cancelled) }

  /// Why a part ends before its end. What is only damaged is passed over.
  private func explain(_ error: DemuxError) throws(MediaError) {
    if let reason = failure {
      failure = nil
      if reason.kind == .cancelled { throw reason }
      // The load has told already what happened to it; what is wrong with what it brought nobody has.
      if queue.current?.load.report.failure == nil { context.journal.note(reason) }
      if mayChangeVariant, recover(reason) { return }
      if try asksAnew(after: reason) { return }
      if reason.isPassing, let failed = queue.current ?? queue.waiting.first { ask(from: failed.place) }
      endPart()
      throw reason
    }
    if case .source(let source) = error { throw MediaError(source, url: context.url) }
    failedParts += 1
    guard failedParts > Self.failedPartLimit else { return }
    throw MediaOpener.explain(error, url: queue.current?.segment.url ?? feed.url)
  }
  /// Damaged segments in a row that are passed over.
  private static let failedPartLimit = 2

  // MARK: Parts

  /// Opens the next part, without putting it on the timeline yet. False at the end.
  func openPart() throws(MediaError) -> Bool {
    while true {
      guard let segment = try nextSegment() else { return false }
      do throws(DemuxError) {
        part = try makePart(segment)
        return true
      } catch {
        try explain(error)
        endPart()
      }
    }
  }

  private func makePart(_ segment: QueuedSegment) throws(DemuxError) -> StreamPart {
    failure = nil
    guard let reader = startReading(segment) else { throw .source(.cancelled) }
    let head: [UInt8]
    do throws(ByteSourceError) {
      head = try reader.head(SegmentFormat.lookedAt)
    } catch {
      failure = MediaError(error, url: segment.segment.url ?? feed.url)
      throw .source(error)
    }
    if head.isEmpty { throw .empty }
    jumps = JumpWatch()
    jumps.begins(segment)
    var format = SegmentFormat(head)
    if segment.segment.map != nil, format != .transportStream { format = .mp4 }
    events = format == .mp4 ? EventMessages() : nil
    let source: any ByteSource
    if format == .mp4, segment.segment.map == nil {
      source = WholePartSource(try whole(reader))
    } else {
      prefix = try section(of: segment)[...]
      source = PartSource { [unowned self] buffer throws(ByteSourceError) in try self.nextBytes(into: buffer) }
    }
    let number = segment.segment.discontinuitySequence
    if ownOrigins?.discontinuity != number { ownOrigins = nil }
    let demuxer = try Demuxer(
      source: source, part: PartOptions(formatName: format.demuxerName, sampleKey: try sampleKey(of: segment)))
    return try StreamPart(
      demuxer, format: format, kinds: kinds, tagTime: reader.tag?.timestamp,
      discontinuity: number,
      expectedStart: (ownOrigins?.origins ?? context.origins).isKnown(number)
        ? segment.start : lastEnd ?? segment.start)
  }

  private func whole(_ reader: SegmentReader) throws(DemuxError) -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    do throws(ByteSourceError) {
      while case let count = try reader.read(into: buffer), count > 0 { bytes += buffer[..<count] }
    } catch {
      failure = MediaError(error, url: queue.current?.segment.url ?? feed.url)
      throw .source(error)
    }
    return bytes
  }

  private func section(of segment: QueuedSegment) throws(DemuxError) -> [UInt8] {
    guard let map = segment.segment.map else { return [] }
    do throws(MediaError) {
      return try context.bytes(of: map)
    } catch {
      failure = error
      throw .source(.cancelled)
    }
  }

  /// The key with which the container itself decrypts its samples.
  private func sampleKey(of segment: QueuedSegment) throws(DemuxError) -> [UInt8]? {
    do throws(MediaError) {
      return try SegmentKeys.sampleKey(of: segment.segment, context)
    } catch {
      failure = error
      throw .source(.cancelled)
    }
  }

  /// nil, with the reason in `failure`, where its key is not to be had.
  private func startReading(_ segment: QueuedSegment) -> SegmentReader? {
    do throws(MediaError) {
      let cipher = try SegmentKeys.cipher(of: segment.segment, context)
      if isVariant { context.journal.begins(segment) }
      let made = SegmentReader(
        segment.load, control: context.control, cipher: cipher,
        samples: try SegmentKeys.samples(of: segment.segment, context))
      made.onTag = { [unowned self] in give($0, of: segment) }
      if events != nil { events = EventMessages() }
      reader = made
      return made
    } catch {
      failure = error
      return nil
    }
  }

  // MARK: Bytes

  /// The next bytes of the part; 0 at its end.
  private func nextBytes(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    if !prefix.isEmpty {
      let count = min(buffer.count, prefix.count)
      buffer.copyBytes(from: prefix.prefix(count))
      prefix = prefix.dropFirst(count)
      jumps.offset += Int64(count)
      return count
    }
    while let reader {
      do throws(ByteSourceError) {
        let count = try reader.read(into: buffer)
        if count > 0 {
          jumps.offset += Int64(count)
          findEvents(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          return count
        }
      } catch {
        failure = MediaError(error, url: queue.current?.segment.url ?? feed.url)
        throw error
      }
      self.reader = try goOn() ? self.reader : nil
    }
    return 0
  }

  /// Whether the next segment belongs to the same part; if so, it is being read.
  private func goOn() throws(ByteSourceError) -> Bool {
    // A picture that stands alone asks for nothing behind it.
    guard let before = queue.current, before.feed.timeline?.playlist.isIFramesOnly != true else { return false }
    do throws(MediaError) {
      guard try ensureWaiting(), let next = queue.waiting.first, next.continues(before) else { return false }
    } catch {
      failure = error
      throw .cancelled
    }
    guard let next = queue.advance() else { return false }
    guard startReading(next) != nil else { throw .cancelled }
    jumps.begins(next)
    return true
  }

  // MARK: Segments

  private func nextSegment() throws(MediaError) -> QueuedSegment? {
    try ensureWaiting() ? queue.advance() : nil
  }

  /// Waits until a segment is on its way. False at the end of the stream.
  private func ensureWaiting() throws(MediaError) -> Bool {
    while queue.isEmpty {
      if ask() { return true }
      if mustChange, let failure = nextFeed?.failure, !recover(failure) { throw failure }
      guard let timeline = feed.timeline, timeline.isLive || nextFeed != nil else { return false }
      if let reason = feed.reasonToGiveUp() {
        if case .stalePlaylist = reason.kind { context.journal.note(reason) }
        if !recover(reason) { throw reason }
      }
      let due = tendFeeds()
      if ask() { return true }
      do throws(ByteSourceError) {
        try context.control.wait(until: due)
      } catch {
        throw MediaError(error, url: context.url)
      }
    }
    return true
  }

  /// Asks for the next segment that there is. False where there is none now.
  private func ask() -> Bool {
    if !mustChange { choose() }
    takeNextFeed()
    guard !mustChange else { return false }
    guard let timeline = feed.timeline else { return false }
    var place = nextPlace ?? SegmentPlace(timeline.playlist.mediaSequence)
    // The window has slid past what was wanted.
    if let first = timeline.segments.first?.mediaSequence, place.number < first { place = SegmentPlace(first) }
    while let unit = timeline.unit(at: place) {
      let asked = place
      place = unit.next
      guard !unit.segment.isGap, let load = takePreloaded(unit.segment) ?? load(unit.segment) else { continue }
      nextPlace = place
      queue.add(
        QueuedSegment(
          feed: feed, segment: unit.segment, start: unit.start, load: load, place: asked, next: unit.next))
      return true
    }
    nextPlace = place
    return false
  }

  private func load(_ segment: MediaSegment) -> (any ResourceLoad)? {
    segment.url.map { context.load($0, part: segment.byteRange, policy: .segment, data: clientData(segment)) }
  }

  // MARK: Announced parts

  private func takePreloaded(_ segment: MediaSegment) -> (any ResourceLoad)? {
    guard let (hint, load) = preloaded, hint.url == segment.url, hint.start == segment.byteRange?.offset ?? 0,
      hint.length == segment.byteRange?.length
    else { return nil }
    preloaded = nil
    return load
  }

  /// Asks for the part that comes next before it is there: its server answers as soon as it is.
  private func preload() {
    guard !context.clock.waitsForNetwork, let timeline = feed.timeline, nextPlace == timeline.nextPlace,
      let hint = timeline.playlist.preloadHints.first(where: { $0.kind == .part }), let url = hint.url,
      hint.start == 0 || hint.length != nil, preloaded?.hint != hint
    else { return }
    dropPreload()
    let part = hint.length.map { ByteRange(offset: hint.start, length: $0) }
    preloaded = (hint, context.load(url, part: part, policy: .segment))
  }

  private func dropPreload() {
    preloaded?.load.cancel()
    preloaded = nil
  }

  /// Goes over to the other playlist if that is there: at the same time, or where that has begun since.
  private func takeNextFeed() {
    // A live playlist that was left a while ago has to be renewed first.
    guard let next = nextFeed, !next.isPending else { return }
    guard let new = next.timeline else { return retryNextFeed(next) }
    nextFeed = nil
    mustChange = false
    if let place = nextPlace, let old = feed.timeline {
      let time = old.start(of: place) + Self.rounding
      nextPlace = time >= new.liveEnd ? new.nextPlace : new.place(at: time)
    }
    dropPreload()
    feed = next
  }

  /// It could not be had, and what was chosen is given up; or a seek has cut its loading short, and it is asked for again.
  private func retryNextFeed(_ next: PlaylistFeed) {
    guard let failure = next.failure else { return next.begin() }
    if !mustChange, !recover(failure) { nextFeed = nil }
  }

  /// Keeps the playlists up to date. Returns when to call again at the latest.
  func tendFeeds() -> HostTime? {
    let next = nextFeed?.tend(alignedWith: reference() ?? feed.timeline)
    let own = feed.tend(alignedWith: reference())
    return [own, next].compactMap { $0 }.min()
  }

  /// Fetches ahead, and keeps the playlist up to date. Returns when to call again at the latest.
  func tend(_ limits: StreamLimits) -> HostTime? {
    let due = tendFeeds()
    guard nextPlace != nil else { return due }
    defer { preload() }
    while queue.secondsWaiting < limits.secondsAhead, queue.bytes < limits.bytesAhead {
      if queue.isFetching && !context.clock.waitsForNetwork { break }
      if queue.waiting.count >= Self.countAhead || !ask() { break }
    }
    return due
  }
  /// Segments of a tenth of a second need not all be asked for at once.
  private static let countAhead = 12
}
