import CoreMedia
import PlayheadFFmpeg
import PlayheadNetworking
import PlayheadStreaming

/// Recovers from failed segments and from discontinuous timestamps.
extension RenditionReader {
  /// The time within which other variants are tried. Trying all of them, each up to its timeout, would delay the error
  /// too long.
  private static let variantRetryTimeout = 5.0

  /// Whether there is time to try another variant.
  ///
  /// The first call after a success begins the outage.
  var mayChangeVariant: Bool {
    let now = NetworkTime.now
    let since = outageSince ?? now
    if outageSince == nil { outageEnd = lastEnd }
    outageSince = since
    return now - since < Self.variantRetryTimeout
  }

  /// Reloads the playlist after a refused segment and requests the segment again: signed URLs expire, and a segment may
  /// be announced shortly before it is available. A segment that a live server no longer has is skipped.
  ///
  /// - Returns: Whether reading can continue; false for failures other than HTTP statuses 401, 403, 404, and 410.
  /// - Throws: `MediaError` only if the reload was cancelled.
  func requestsAgain(after reason: MediaError) throws(MediaError) -> Bool {
    guard case .http(let status) = reason.kind, [401, 403, 404, 410].contains(status),
      let failed = queue.current ?? queue.waiting.first
    else { return false }
    if renewedFor == failed.place { return skipsSegment(failed) }
    renewedFor = failed.place
    do throws(MediaError) {
      try feed.reloadNow(alignedWith: reference())
    } catch {
      if error.kind == .cancelled { throw error }
    }
    request(from: failed.place)
    return true
  }

  /// Continues with the segment after a failed one. False if the stream is not live, or too many were skipped in a row.
  private func skipsSegment(_ failed: QueuedSegment) -> Bool {
    guard let timeline = feed.timeline, timeline.isLive, timeline.unit(at: failed.next) != nil,
      skipped < Self.skipLimit
    else { return false }
    skipped += 1
    request(from: failed.next)
    return true
  }
  /// Consecutive segments that a live stream may skip.
  private static let skipLimit = 2

  /// Requests segments again from a position on.
  func request(from place: SegmentPosition) {
    queue.dropWaiting()
    nextPosition = place
  }

  /// Reads a segment again after a failure that may pass. The bytes of this segment and of those after it are retained:
  /// a missing key or section is no reason to load the segments again. A live stream restarts from the position, as its
  /// window may have moved past them.
  func readAgain(_ failed: QueuedSegment) {
    guard failed.feed === feed, nextFeed == nil, feed.timeline?.isLive == false else {
      return request(from: failed.place)
    }
    if failed.load.report.failure != nil { queue.finishCurrent() }
    if !queue.rewind(to: failed.place, of: feed, next: failed.next) {
      guard !queue.isEmpty, let load = load(failed.segment) else { return request(from: failed.place) }
      queue.addFirst(
        QueuedSegment(
          feed: feed, segment: failed.segment, start: failed.start, load: load, place: failed.place, next: failed.next))
    }
    // Later segments may have failed too.
    let lost = queue.waiting.firstIndex { $0.load.report.failure != nil }
    nextPosition = lost.flatMap { queue.drop(from: $0)?.place } ?? queue.last?.next ?? failed.place
  }

  /// Places a part on the timeline.
  ///
  /// Its timestamps determine the origin of a new discontinuity. Timestamps far from the playlist get an origin of
  /// their own.
  func place(_ part: StreamPart) {
    if ownOrigins == nil, hasUnexpectedTimes(part) { ownOrigins = (part.discontinuity, TimestampOrigins()) }
    guard var own = ownOrigins else { return part.place(&context.origins, tracks: tracks) }
    part.place(&own.origins, tracks: tracks)
    ownOrigins = own
  }

  /// Whether the timestamps of a part are far from its position in the playlist although its discontinuity has a known
  /// origin.
  private func hasUnexpectedTimes(_ part: StreamPart) -> Bool {
    guard let first = part.firstTime, context.origins.isKnown(part.discontinuity) else { return false }
    var origins = context.origins
    let origin = origins.origin(
      ofDiscontinuity: part.discontinuity, first: first, expected: part.expectedStart,
      wraps: part.format.hasWrappingTimes)
    let time = first - origin
    if let lastEnd, abs((time - lastEnd).seconds) < Self.contiguityTolerance { return false }
    return abs((time - part.expectedStart).seconds) > Self.drift
  }
  /// A part that follows the last one within this many seconds is contiguous, whatever the playlist states.
  private static let contiguityTolerance = 1.0
  /// Seconds by which playlist and timestamps may drift apart in hours of a broadcast.
  private static let drift = 10.0

  /// Reads the segment of a packet again as the start of a discontinuity.
  func restartAtDiscontinuity(_ packet: Packet) {
    let segment = packet.fileOffset.flatMap { discontinuityDetector.segment(at: $0) }
    part = nil
    guard let segment, queue.rewind(to: segment.place, of: segment.feed) else { return }
    ownOrigins = (segment.segment.discontinuitySequence, TimestampOrigins())
    if let last = queue.last { nextPosition = last.next }
  }
}
