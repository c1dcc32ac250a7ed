import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking
import PlayheadStreaming

/// Returns packets in order and explains why a part ends.
extension RenditionReader {
  /// The next packet; nil at the end.
  ///
  /// Blocks while segments are loading. Repeated packets, and those delivered by the prefetch, are left out.
  ///
  /// - Throws: `MediaError` if a failure can neither be repaired nor skipped, or the read was cancelled.
  func read() throws(MediaError) -> Packet? {
    while true {
      if part == nil {
        guard try openPart() else { return nil }
      }
      guard let part else { return nil }
      if !part.isPlaced { place(part) }
      if !part.hasReturnedPackets, lastEnd == nil {
        prefetcher.start(part, in: queue.current, from: seekTarget ?? .zero, sectionSize: sectionSize)
      }
      // The first video frame has priority over prefetched audio.
      if part.hasReturnedPackets, let packet = prefetcher.takePacket(of: part) {
        note(packet)
        return packet
      }
      do throws(DemuxError) {
        // An I-frame segment is cut out of a longer one: only its first frame can be read (RFC 8216 §4.3.3.6).
        let isOver = part.hasReturnedPackets && queue.current?.feed.timeline?.playlist.isIFramesOnly == true
        let packet = isOver ? nil : try part.demuxer.readPacket()
        deliverTags(of: part)
        if let packet {
          // The last packet that libavformat returns before a failure may be truncated. The segment is read again.
          if failure?.isTransient == true { continue }
          if discontinuityDetector.isDiscontinuity(packet) {
            restartAtDiscontinuity(packet)
            continue
          }
          part.hasReturnedPackets = true
          if prefetcher.hasReturned(packet, tracks: tracks) { continue }
          if repeated.contain(stream: packet.streamIndex, decodeTime: packet.decodeTime) { continue }
          failedParts = 0
          skipped = 0
          note(packet)
          endOutage()
          return packet
        }
        if let failure { try fail(failure) }
      } catch {
        try explain(error)
      }
      endPart()
    }
  }

  /// Ends the current outage. Packets read again up to the point of failure do not prove recovery.
  private func endOutage() {
    guard outageSince != nil else { return }
    if let outageEnd, let lastEnd, (lastEnd - outageEnd).seconds < Self.recovery { return }
    (outageSince, outageEnd) = (nil, nil)
  }
  /// Seconds of media read past a failure after which the outage is over.
  private static let recovery = 0.5

  /// Records the end time of a packet, for the read position.
  private func note(_ packet: Packet) {
    // Transport streams do not always specify the duration of a frame.
    let nominal = packet.parameters?.track.video?.minFrameDuration ?? .invalid
    let duration = packet.duration > .zero ? packet.duration : nominal.isNumeric ? nominal : .zero
    let end = packet.presentationTime + duration
    if end.isNumeric { lastEnd = max(lastEnd ?? end, end) }
  }

  /// Ends the present part and its segment.
  func endPart() {
    part = nil
    repeated.partEnded()
    prefetcher.drop()
    reader = nil
    prefix = []
    // Discards the data of a segment that the demuxer will not read any more.
    queue.finishCurrent()
  }

  /// Ends the bytes because of a failure that `explain` then handles.
  private func fail(_ error: MediaError) throws(DemuxError) { throw .source(.cancelled) }

  /// Handles the premature end of a part: throws, recovers, or skips a part that is only damaged.
  func explain(_ error: DemuxError) throws(MediaError) {
    if let reason = failure {
      failure = nil
      if reason.isFinal { throw reason }
      // The load has already reported its own failure; a fault in the bytes that it delivered has not been reported.
      if queue.current?.load.report.failure == nil { context.journal.note(reason) }
      if mayChangeVariant, recover(reason) { return }
      repeated.expect()
      if try requestsAgain(after: reason) { return }
      if reason.isTransient, let failed = queue.current ?? queue.waiting.first { readAgain(failed) }
      endPart()
      throw reason
    }
    if case .source(let source) = error { throw MediaError(source, url: context.url) }
    failedParts += 1
    guard failedParts > Self.failedPartLimit else { return }
    throw MediaOpener.explain(error, url: queue.current?.segment.url ?? feed.url)
  }
  /// Consecutive damaged segments that are skipped.
  private static let failedPartLimit = 2
}
