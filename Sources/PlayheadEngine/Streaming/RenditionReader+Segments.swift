import CoreMedia
import PlayheadNetworking
import PlayheadStreaming

/// Selects the next segment and requests it ahead of time.
extension RenditionReader {
  /// Waits for the next segment and makes it the present one; nil at the end of the stream.
  ///
  /// - Throws: `MediaError` if the playlist fails or is stale and no other variant can take over, or the wait is
  ///   cancelled.
  func nextSegment() throws(MediaError) -> QueuedSegment? {
    try ensureWaiting() ? queue.advance() : nil
  }

  /// Waits until a segment is queued. False at the end of the stream.
  func ensureWaiting() throws(MediaError) -> Bool {
    while queue.isEmpty {
      if request() { return true }
      if mustChange, let failure = nextFeed?.failure, !recover(failure) { throw failure }
      guard let timeline = feed.timeline, timeline.isLive || nextFeed != nil else { return false }
      if let reason = feed.terminalError() {
        if case .stalePlaylist = reason.kind { context.journal.note(reason) }
        if !recover(reason) { throw reason }
      }
      let began = waitingSince ?? context.clock.now
      waitingSince = began
      let due = [tendFeeds(), feed.deadline(waitingSince: began, isFirst: !hasRequested)].compactMap { $0 }.min()
      if request() { return true }
      if let reason = feed.terminalError(waitingSince: began, isFirst: !hasRequested) {
        waitingSince = nil
        context.journal.note(reason)
        if !recover(reason) { throw reason }
      }
      do throws(ByteSourceError) {
        try context.control.wait(until: due)
      } catch {
        throw MediaError(error, url: context.url)
      }
    }
    return true
  }

  /// Requests the next available segment. False if there is none now.
  ///
  /// Before each request, the variant is chosen. Segments marked as gaps are skipped.
  private func request() -> Bool {
    if !mustChange { choose() }
    takeNextFeed()
    guard !mustChange else { return false }
    guard let timeline = feed.timeline else { return false }
    var place = nextPosition ?? SegmentPosition(timeline.playlist.mediaSequence)
    // The live window has moved past the requested position.
    if let first = timeline.segments.first?.mediaSequence, place.number < first { place = SegmentPosition(first) }
    while let unit = timeline.unit(at: place) {
      let requestedPlace = place
      place = unit.next
      guard !unit.segment.isGap, let load = takePreloaded(unit.segment) ?? load(unit.segment) else { continue }
      nextPosition = place
      (waitingSince, hasRequested) = (nil, true)
      // Keys and sections of later segments are already loaded, or have time to load.
      if queue.isEmpty, part == nil { context.prefetchDependencies(unit.segment) }
      queue.add(
        QueuedSegment(
          feed: feed, segment: unit.segment, start: unit.start, load: load, place: requestedPlace, next: unit.next))
      return true
    }
    nextPosition = place
    return false
  }

  /// Starts to load a segment of the present playlist.
  ///
  /// Nil if the segment has no valid URL.
  func load(_ segment: MediaSegment) -> (any ResourceLoad)? {
    segment.url.map {
      context.load(
        $0, from: feed.segmentBase, part: segment.byteRange, policy: .segment, data: clientData(segment))
    }
  }

  // MARK: Announced parts

  /// Takes the load of a preload hint, if it covers exactly this segment.
  private func takePreloaded(_ segment: MediaSegment) -> (any ResourceLoad)? {
    guard let (hint, load) = preloaded, hint.url == segment.url, hint.start == segment.byteRange?.offset ?? 0,
      hint.length == segment.byteRange?.length
    else { return nil }
    preloaded = nil
    return load
  }

  /// Requests the part announced by a preload hint: the server answers as soon as it is available.
  private func preload() {
    guard !context.clock.waitsForNetwork, let timeline = feed.timeline, nextPosition == timeline.nextPosition,
      let hint = timeline.playlist.preloadHints.first(where: { $0.kind == .part }), let url = hint.url,
      hint.start == 0 || hint.length != nil, preloaded?.hint != hint
    else { return }
    dropPreload()
    let part = hint.length.map { ByteRange(offset: hint.start, length: $0) }
    preloaded = (hint, context.load(url, from: feed.segmentBase, part: part, policy: .segment))
  }

  /// Cancels the load of a preload hint.
  func dropPreload() {
    preloaded?.load.cancel()
    preloaded = nil
  }

  /// Switches to the next playlist once it is loaded: at the same time, or at the live edge if that time is past its
  /// end.
  private func takeNextFeed() {
    // A live playlist that was left a while ago must be reloaded first.
    guard let next = nextFeed, !next.isPending else { return }
    guard let new = next.timeline else { return retryNextFeed(next) }
    nextFeed = nil
    mustChange = false
    if let place = nextPosition, let old = feed.timeline {
      let time = old.start(of: place) + Self.rounding
      nextPosition = time >= new.liveEnd ? new.nextPosition : new.place(at: time)
    }
    dropPreload()
    feed = next
  }

  /// Handles a next playlist that failed to load: the switch is abandoned. One whose load was interrupted by a seek is
  /// requested again.
  private func retryNextFeed(_ next: PlaylistFeed) {
    guard let failure = next.failure else { return next.begin() }
    if !mustChange, !recover(failure) { nextFeed = nil }
  }

  /// Reloads the playlists as due. Returns the latest time of the next call.
  func tendFeeds() -> HostTime? {
    let next = nextFeed?.tend(alignedWith: reference() ?? feed.timeline)
    let own = feed.tend(alignedWith: reference())
    return [own, next].compactMap { $0 }.min()
  }

  /// Prefetches segments and reloads the playlists. Returns the latest time of the next call.
  ///
  /// Stops at the limits of seconds or bytes, and allows one load in progress at a time.
  func tend(_ limits: StreamLimits) -> HostTime? {
    let due = tendFeeds()
    guard nextPosition != nil else { return due }
    defer { preload() }
    while queue.secondsQueued < limits.secondsAhead, queue.bytes < limits.bytesAhead {
      if queue.isFetching && !context.clock.waitsForNetwork { break }
      if queue.waiting.count >= Self.countAhead || !request() { break }
    }
    return due
  }
  /// Limits simultaneous requests for segments of a tenth of a second.
  private static let countAhead = 12
}
