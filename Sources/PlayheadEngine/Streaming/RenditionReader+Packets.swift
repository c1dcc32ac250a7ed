import CoreMedia
import PlayheadFFmpeg
import PlayheadNetworking

/// Packets, one after the other, and why there are no more.
extension RenditionReader {
  /// The next packet; nil at the end.
  func read() throws(MediaError) -> Packet? {
    while true {
      if part == nil {
        guard try openPart() else { return nil }
      }
      guard let part else { return nil }
      if !part.isPlaced { place(part) }
      askForEarlySound(part)
      // The first picture first.
      if part.hasGiven, let packet = takeEarlySound() {
        note(packet)
        return packet
      }
      do throws(DemuxError) {
        // Of a segment that is one picture cut out of a longer one nothing else can be read (RFC 8216 §4.3.3.6).
        let isOver = part.hasGiven && queue.current?.feed.timeline?.playlist.isIFramesOnly == true
        let packet = isOver ? nil : try part.demuxer.readPacket()
        giveTags(of: part)
        if let packet {
          // What libavformat makes of the bytes before the failure may lack its end. The segment is read again.
          if failure?.isPassing == true { continue }
          if jumps.isJump(packet) {
            readAnew(packet)
            continue
          }
          part.hasGiven = true
          if wasGivenEarly(packet) { continue }
          if repeated.contain(stream: packet.streamIndex, decodeTime: packet.decodeTime) { continue }
          failedParts = 0
          skipped = 0
          note(packet)
          endTrouble()
          return packet
        }
        if let failure { try fail(failure) }
      } catch {
        try explain(error)
      }
      endPart()
    }
  }

  /// What is read again up to where it broke off shows nothing.
  private func endTrouble() {
    guard troubleSince != nil else { return }
    if let troubleEnd, let lastEnd, (lastEnd - troubleEnd).seconds < Self.recovery { return }
    (troubleSince, troubleEnd) = (nil, nil)
  }
  /// Seconds of media behind a fault after which it is over.
  private static let recovery = 0.5

  private func note(_ packet: Packet) {
    // Transport streams do not always know how long a picture lasts.
    let nominal = packet.parameters?.track.video?.minFrameDuration ?? .invalid
    let duration = packet.duration > .zero ? packet.duration : nominal.isNumeric ? nominal : .zero
    let end = packet.presentationTime + duration
    if end.isNumeric { lastEnd = max(lastEnd ?? end, end) }
  }

  func endPart() {
    part = nil
    repeated.partEnded()
    dropEarlySound()
    reader = nil
    prefix = []
    // What a demuxer has left of a segment it will not read any more.
    queue.finishCurrent()
  }

  private func fail(_ error: MediaError) throws(DemuxError) { throw .source(.cancelled) }

  /// Why a part ends before its end. What is only damaged is passed over.
  func explain(_ error: DemuxError) throws(MediaError) {
    if let reason = failure {
      failure = nil
      if reason.isFinal { throw reason }
      // The load has told already what happened to it; what is wrong with what it brought nobody has.
      if queue.current?.load.report.failure == nil { context.journal.note(reason) }
      if mayChangeVariant, recover(reason) { return }
      repeated.expect()
      if try asksAnew(after: reason) { return }
      if reason.isPassing, let failed = queue.current ?? queue.waiting.first { readAgain(failed) }
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
}
