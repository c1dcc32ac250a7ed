import CoreMedia
import PlayheadFFmpeg
import PlayheadNetworking
import PlayheadStreaming

/// What is done about segments that are refused, and about timestamps that break off.
extension RenditionReader {
  /// The time within which other variants are tried: with all of them, each as slow as can be, nobody would be told anything.
  private static let variantPatience = 5.0

  /// Whether there is time to try yet another variant.
  var mayChangeVariant: Bool {
    let now = NetworkTime.now
    let since = troubleSince ?? now
    if troubleSince == nil { troubleEnd = lastEnd }
    troubleSince = since
    return now - since < Self.variantPatience
  }

  /// What a server refuses may be had under the addresses of a newer playlist, or when it is asked for once more: signed addresses run
  /// out, and a segment may be told a moment before it is there. What a live stream's server has no more is left out.
  func asksAnew(after reason: MediaError) throws(MediaError) -> Bool {
    guard case .http(let status) = reason.kind, [401, 403, 404, 410].contains(status),
      let failed = queue.current ?? queue.waiting.first
    else { return false }
    if renewedFor == failed.place { return leavesOut(failed) }
    renewedFor = failed.place
    do throws(MediaError) {
      try feed.fetchAnew(alignedWith: reference())
    } catch {
      if error.kind == .cancelled { throw error }
    }
    ask(from: failed.place)
    return true
  }

  private func leavesOut(_ failed: QueuedSegment) -> Bool {
    guard let timeline = feed.timeline, timeline.isLive, timeline.unit(at: failed.next) != nil,
      skipped < Self.skipLimit
    else { return false }
    skipped += 1
    ask(from: failed.next)
    return true
  }
  /// Segments in a row without which a live stream goes on.
  private static let skipLimit = 2

  /// What comes next is asked for once more from a place on.
  func ask(from place: SegmentPlace) {
    queue.dropWaiting()
    nextPlace = place
  }

  /// A segment is read once more after a failure that may pass. What has come of it and of those behind it is kept: a key or a section
  /// that is not to be had is no reason to ask for the segments again. The window of a live stream may have slid past them.
  func readAgain(_ failed: QueuedSegment) {
    guard failed.feed === feed, nextFeed == nil, feed.timeline?.isLive == false else { return ask(from: failed.place) }
    if failed.load.report.failure != nil { queue.finishCurrent() }
    if !queue.rewind(to: failed.place, of: feed, next: failed.next) {
      guard !queue.isEmpty, let load = load(failed.segment) else { return ask(from: failed.place) }
      queue.addFirst(
        QueuedSegment(
          feed: feed, segment: failed.segment, start: failed.start, load: load, place: failed.place, next: failed.next))
    }
    // Those behind it may have failed with it.
    let lost = queue.waiting.firstIndex { $0.load.report.failure != nil }
    nextPlace = lost.flatMap { queue.drop(from: $0)?.place } ?? queue.last?.next ?? failed.place
  }

  /// Puts a part on the timeline.
  func place(_ part: StreamPart) {
    if ownOrigins == nil, isElsewhere(part) { ownOrigins = (part.discontinuity, TimestampOrigins()) }
    guard var own = ownOrigins else { return part.place(&context.origins, tracks: tracks) }
    part.place(&own.origins, tracks: tracks)
    ownOrigins = own
  }

  /// Whether a part's times are far from where the playlist has it, though they should follow from what is known.
  private func isElsewhere(_ part: StreamPart) -> Bool {
    guard let first = part.firstTime, context.origins.isKnown(part.discontinuity) else { return false }
    var origins = context.origins
    let origin = origins.origin(
      ofDiscontinuity: part.discontinuity, first: first, expected: part.expectedStart,
      wraps: part.format.hasWrappingTimes)
    let time = first - origin
    if let lastEnd, abs((time - lastEnd).seconds) < Self.nearness { return false }
    return abs((time - part.expectedStart).seconds) > Self.drift
  }
  /// What follows on what was read follows on it, wherever the playlist has it.
  private static let nearness = 1.0
  /// What playlists and timestamps may drift apart, in seconds, in hours of a transmission.
  private static let drift = 10.0

  /// The packet's segment is read once more, as what follows a discontinuity.
  func readAnew(_ packet: Packet) {
    let segment = packet.fileOffset.flatMap { jumps.segment(at: $0) }
    part = nil
    guard let segment, queue.rewind(to: segment.place, of: segment.feed) else { return }
    ownOrigins = (segment.segment.discontinuitySequence, TimestampOrigins())
    if let last = queue.last { nextPlace = last.next }
  }
}
