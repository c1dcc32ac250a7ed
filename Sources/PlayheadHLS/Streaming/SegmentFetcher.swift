import CoreMedia
import Foundation
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline
import PlayheadStreaming

/// Fetches the segments of one rendition in order, a few ahead: selects the next segment or part, requests it, and
/// requests it again after a failure. Belongs to the reader's thread.
///
/// Owns the loads, and cancels those in progress when it is released.
final class SegmentFetcher {
  private let context: StreamContext
  /// The playlists of the segments.
  private let switcher: VariantSwitcher
  /// The kinds of packets that the rendition provides, sent to the server as its object type.
  private let kinds: Set<TrackInfo.Kind>
  /// Whether its segments are the variant's own: they determine which variant is reported as playing.
  private let isVariant: Bool
  /// The requested segments, the present one, and the last ones read.
  private var queue = SegmentQueue()
  /// The position to request next; nil before the first.
  private var nextPosition: SegmentPosition?
  /// The request for the part that the playlist announces.
  private let preloader: PartPreloader
  /// The decisions for refused segments.
  private var refusals = RefusedSegmentPolicy()
  /// When requests ran out of available segments; nil while there are some.
  private var waitingSince: HostTime?
  /// Whether any segment has been requested.
  private var hasRequested = false

  /// Creates a fetcher of the segments that a switcher's playlists name. Requests nothing yet.
  init(_ switcher: VariantSwitcher, kinds: Set<TrackInfo.Kind>, isVariant: Bool, context: StreamContext) {
    self.switcher = switcher
    self.kinds = kinds
    self.isVariant = isVariant
    self.context = context
    preloader = PartPreloader(context)
    queue.onEnd = { [context] segment in
      context.journal.ended(segment, hasVideo: kinds.contains(.video), hasAudio: kinds == [.audio])
    }
  }

  deinit { queue.cancelAll() }

  // MARK: Segments in order

  /// The segment being read; nil between two parts.
  var current: QueuedSegment? { queue.current }
  /// The first of the segments that are requested but not read yet.
  var firstWaiting: QueuedSegment? { queue.waiting.first }
  /// The URL of the segment being read, for errors; that of the playlist without one.
  var currentURL: URL { queue.current?.segment.url ?? switcher.feed.url }
  /// Whether each segment of the present playlist is one keyframe, cut out of a longer segment.
  var isReadingKeyframes: Bool { queue.current?.feed.timeline?.playlist.isIFramesOnly == true }

  /// Waits for the next segment and makes it the present one; nil at the end of the stream.
  ///
  /// - Parameter isPartOpen: Whether a part is being read, whose keys and section are loaded.
  /// - Throws: `MediaError` if the playlist fails or is stale and no other variant can take over, or the wait is
  ///   cancelled.
  func next(isPartOpen: Bool) throws(MediaError) -> QueuedSegment? {
    try ensureWaiting(isPartOpen: isPartOpen) ? queue.advance() : nil
  }

  /// Makes the next waiting segment the present one; nil if none is waiting.
  func advance() -> QueuedSegment? { queue.advance() }

  /// Waits until a segment is queued. False at the end of the stream.
  ///
  /// - Parameter isPartOpen: Whether a part is being read.
  func ensureWaiting(isPartOpen: Bool) throws(MediaError) -> Bool {
    while queue.isEmpty {
      if request(isPartOpen: isPartOpen) { return true }
      if switcher.isRequired, let failure = switcher.next?.failure, !switcher.recover(failure) { throw failure }
      guard let timeline = switcher.feed.timeline, timeline.isLive || switcher.next != nil else { return false }
      if let reason = switcher.feed.terminalError() {
        if case .stalePlaylist = reason.kind { context.journal.note(reason) }
        if !switcher.recover(reason) { throw reason }
      }
      // A paused player waits until it plays: nothing new can be available before.
      let isSuspended = timeline.isLive && !context.item.mayReload
      let began = isSuspended ? context.clock.now : waitingSince ?? context.clock.now
      waitingSince = began
      let deadline = isSuspended ? nil : switcher.feed.deadline(waitingSince: began, isFirst: !hasRequested)
      let due = [switcher.tend(), deadline].compactMap { $0 }.min()
      if request(isPartOpen: isPartOpen) { return true }
      if let reason = switcher.feed.terminalError(waitingSince: began, isFirst: !hasRequested) {
        waitingSince = nil
        context.journal.note(reason)
        if !switcher.recover(reason) { throw reason }
      }
      do throws(ByteSourceError) {
        try context.control.wait(until: due)
      } catch {
        throw MediaError(error, url: context.url)
      }
    }
    return true
  }

  /// Ends the present segment: discards the data that the demuxer will not read any more.
  func finishCurrent() { queue.finishCurrent() }

  /// Goes to a position of the present playlist, reusing loaded segments.
  func seek(to place: SegmentPosition, in timeline: PlaylistTimeline) {
    let feed = switcher.feed
    let unit = timeline.unit(at: place).flatMap { $0.segment.isGap ? nil : $0 }
    if !queue.rewind(to: place, of: feed, next: unit?.next), let unit, !queue.isEmpty, let load = load(unit.segment) {
      queue.addFirst(QueuedSegment(unit, at: place, of: feed, load: load))
    }
    nextPosition = queue.last?.next ?? place
  }

  /// Goes back to the start of a segment that was read. False if it is not cached any more.
  func rewind(to segment: QueuedSegment) -> Bool {
    guard queue.rewind(to: segment.place, of: segment.feed) else { return false }
    if let last = queue.last { nextPosition = last.next }
    return true
  }

  /// Releases everything until the next `seek`.
  func stop() {
    queue.cancelAll()
    queue.forget()
    nextPosition = nil
    preloader.drop()
  }

  // MARK: Requests

  /// Prefetches segments and reloads the playlists. Returns the latest time of the next call.
  ///
  /// Stops at the limits of seconds or bytes, and allows one load in progress at a time.
  ///
  /// - Parameter isPartOpen: Whether a part is being read.
  func tend(_ limits: StreamLimits, isPartOpen: Bool) -> HostTime? {
    let due = switcher.tend()
    guard nextPosition != nil else { return due }
    defer { preloader.preload(nextPosition, of: switcher.feed) }
    while queue.secondsQueued < limits.secondsAhead, queue.bytes < limits.bytesAhead {
      if queue.isFetching && !context.clock.waitsForNetwork { break }
      if queue.waiting.count >= Self.countAhead || !request(isPartOpen: isPartOpen) { break }
    }
    return due
  }
  /// Limits simultaneous requests for segments of a tenth of a second.
  private static let countAhead = 12

  /// Requests the next available segment. False if there is none now.
  ///
  /// Before each request, the variant is chosen. Segments marked as gaps are skipped.
  private func request(isPartOpen: Bool) -> Bool {
    if !switcher.isRequired { switcher.choose() }
    if case .switched(let position) = switcher.takeNext(at: nextPosition) {
      nextPosition = position
      preloader.drop()
    }
    guard !switcher.isRequired else { return false }
    guard let timeline = switcher.feed.timeline else { return false }
    var place = nextPosition ?? SegmentPosition(timeline.playlist.mediaSequence)
    // The live window has moved past the requested position.
    if let first = timeline.segments.first?.mediaSequence, place.number < first { place = SegmentPosition(first) }
    while let unit = timeline.unit(at: place) {
      let requestedPlace = place
      place = unit.next
      guard !unit.segment.isGap, let load = preloader.take(unit.segment) ?? load(unit.segment) else { continue }
      nextPosition = place
      (waitingSince, hasRequested) = (nil, true)
      // Keys and sections of later segments are already loaded, or have time to load.
      if queue.isEmpty, !isPartOpen { context.prefetchDependencies(unit.segment) }
      queue.add(QueuedSegment(unit, at: requestedPlace, of: switcher.feed, load: load))
      return true
    }
    nextPosition = place
    return false
  }

  /// Starts to load a segment of the present playlist.
  ///
  /// Nil if the segment has no valid URL.
  private func load(_ segment: MediaSegment) -> (any ResourceLoad)? {
    segment.url.map {
      context.load(
        $0, from: switcher.feed.segmentBase, part: segment.byteRange, policy: .segment, data: clientData(segment))
    }
  }

  /// The CMCD values sent with the request of a segment (CTA-5004).
  ///
  /// The values describe the moment of the request: throughput, buffered media, and urgency if no segment is queued.
  private func clientData(_ segment: MediaSegment) -> CMCDValues {
    var data = CMCDValues(kinds == [.audio] ? .audio : kinds == [.video] ? .video : .muxed)
    if isVariant {
      data.bitRate = context.journal.variants[switcher.feed.url]?.peak
      data.topBitRate = context.journal.variants.values.compactMap(\.peak).max()
    }
    data.throughput = context.journal.speed
    data.duration = segment.duration.seconds
    data.ahead = queue.secondsQueued
    data.isLive = switcher.feed.timeline?.isLive
    data.isUrgent = queue.isEmpty
    return data
  }

  // MARK: Bytes

  /// A reader of the bytes of a segment, decrypted. Blocks until the keys of the segment are loaded.
  ///
  /// - Throws: `MediaError` if a key is unavailable.
  func reader(of segment: QueuedSegment) throws(MediaError) -> SegmentReader {
    let cipher = try SegmentKeys.cipher(of: segment.segment, context)
    if isVariant { context.journal.begins(segment) }
    return SegmentReader(
      segment.load, control: context.control, cipher: cipher,
      samples: try SegmentKeys.samples(of: segment.segment, context))
  }

  /// The bytes of a segment's initialization section; empty if it has none.
  func section(of segment: QueuedSegment) throws(MediaError) -> [UInt8] {
    guard let map = segment.segment.map else { return [] }
    return try context.bytes(of: map)
  }

  /// The key with which the container of a segment decrypts its samples itself; nil: none.
  func sampleKey(of segment: QueuedSegment) throws(MediaError) -> [UInt8]? {
    try SegmentKeys.sampleKey(of: segment.segment, context)
  }

  // MARK: Failures

  /// Notes that a packet was read.
  func noteSuccess() { refusals.noteSuccess() }

  /// Requests a refused segment again after the playlist was reloaded, or skips it, as `RefusedSegmentPolicy` decides.
  ///
  /// - Returns: Whether reading can continue; false for failures other than refusals.
  /// - Throws: `MediaError` only if the reload was cancelled.
  func continues(after reason: MediaError) throws(MediaError) -> Bool {
    guard case .http(let status) = reason.kind, RefusedSegmentPolicy.isRefusal(status),
      let failed = queue.current ?? queue.waiting.first
    else { return false }
    let timeline = switcher.feed.timeline
    let canSkip = timeline.map { $0.isLive && $0.unit(at: failed.next) != nil } ?? false
    switch refusals.action(at: failed.place, canSkip: canSkip) {
    case .fail: return false
    case .skip: request(from: failed.next)
    case .reload:
      do throws(MediaError) {
        try switcher.feed.reloadNow(alignedWith: switcher.reference())
      } catch {
        if error.kind == .cancelled { throw error }
      }
      request(from: failed.place)
    }
    return true
  }

  /// Requests segments again from a position on.
  private func request(from place: SegmentPosition) {
    queue.dropWaiting()
    nextPosition = place
  }

  /// Reads the present segment again after a failure that may pass. The bytes of this segment and of those after it are
  /// retained: a missing key or section is no reason to load the segments again. A live stream restarts from the
  /// position, as its window may have moved past them.
  func readAgain() {
    guard let failed = queue.current ?? queue.waiting.first else { return }
    let feed = switcher.feed
    guard failed.feed === feed, switcher.next == nil, feed.timeline?.isLive == false else {
      return request(from: failed.place)
    }
    if failed.load.report.failure != nil { queue.finishCurrent() }
    if !queue.rewind(to: failed.place, of: feed, next: failed.next) {
      guard !queue.isEmpty, let load = load(failed.segment) else { return request(from: failed.place) }
      queue.addFirst(failed.reloaded(load))
    }
    // Later segments may have failed too.
    let lost = queue.waiting.firstIndex { $0.load.report.failure != nil }
    nextPosition = lost.flatMap { queue.drop(from: $0)?.place } ?? queue.last?.next ?? failed.place
  }

  // MARK: Another variant

  /// Switches to another playlist from the present segment on: it could not be loaded, and the queued ones after it are
  /// dropped.
  func replace(with feed: PlaylistFeed) {
    let time = queue.current?.start ?? queue.waiting.first?.start
    queue.dropWaiting()
    if let time, let place = switcher.feed.timeline?.place(at: time + PlaylistTimeline.rounding) {
      nextPosition = place
    }
    switcher.require(feed)
  }

  /// Drops the queue from an index on and requests those segments from another playlist.
  ///
  /// - Parameter index: An index into `waiting`.
  func requeue(from index: Int, for feed: PlaylistFeed) {
    for segment in queue.waiting.dropFirst(index) where segment.load.report.isOver { queue.onEnd?(segment) }
    guard let first = queue.drop(from: index) else { return }
    nextPosition = first.place
    switcher.require(feed)
  }

  /// The segments that are requested but not read yet, in order.
  var waiting: [QueuedSegment] { queue.waiting }

  /// The last segment, if it is still loading and belongs to the playlist of the next ones.
  ///
  /// - Parameter now: The current time in seconds, on the clock of the loads' reports.
  func lastLoading(at now: Double) -> VariantSelector.Loading? {
    guard switcher.next == nil, let last = queue.waiting.last, last.feed === switcher.feed else { return nil }
    let report = last.load.report
    guard !report.isOver else { return nil }
    return VariantSelector.Loading(
      bytes: report.bytes, size: report.size, seconds: now - report.began, duration: last.segment.duration.seconds)
  }

  /// Whether all requests are finished and could be repeated: segments of a live stream may be gone.
  var mayFetchAgain: Bool {
    switcher.next == nil && !queue.isFetching && switcher.feed.timeline?.isLive == false
  }

  /// The reports of finished loads that have not been returned yet.
  func takeFinished() -> [ResourceReport] { queue.takeFinished() }

  // MARK: Progress

  /// Seconds of media that are loaded but not read yet.
  func secondsLoaded(readThrough end: CMTime?) -> Double { queue.secondsLoaded(readThrough: end) }
  /// Seconds of the present segment that are not read yet.
  func secondsOfCurrent(readThrough end: CMTime?) -> Double { queue.secondsOfCurrent(readThrough: end) }
  /// The duration of the last requested segment in seconds.
  var segmentSeconds: Double { queue.last?.segment.duration.seconds ?? 0 }
  /// The duration of the waiting segments, loaded or not.
  var secondsQueued: Double { queue.secondsQueued }
  /// The start of the first cached segment; nil if there is none.
  var loadedStart: CMTime? { queue.loadedStart }
  /// The end of contiguous loaded media; nil if nothing is loaded.
  var loadedEnd: CMTime? { queue.loadedEnd }
}
