import CoreMedia

/// The position of the decoder in use, from which a later start can resume it.
struct DecoderPosition {
  /// The target after which the decoder was left open.
  ///
  /// Nil while the decoder decodes, and after it was drained.
  private var openTime: CMTime?
  /// The decode time of the last packet sent to the decoder; invalid before the first one.
  private var lastDecode = CMTime.invalid
  /// The presentation times of the last packets sent to the decoder, in decode order.
  private var sent: [CMTime] = []

  /// Records a packet sent to the decoder.
  mutating func noteSent(_ packet: SeekPacketFilter.Times) {
    if packet.decode.isNumeric { lastDecode = packet.decode }
    guard packet.presentation.isNumeric else { return }
    sent.append(packet.presentation)
    if sent.count > 2 * ScrubStrategy.recentLimit { sent.removeFirst(ScrubStrategy.recentLimit) }
  }

  /// Records that the decoder is open after the frame at a target.
  mutating func noteOpen(after pausedSeek: CMTime) { openTime = pausedSeek }

  /// Records that the decoder resumes.
  mutating func noteResumed() { openTime = nil }

  /// The position for the pool; nil while the decoder is between targets, or if its packets have no decode times.
  var position: DecoderPoolPositions.Position? {
    guard let openTime, lastDecode.isNumeric else { return nil }
    return DecoderPoolPositions.Position(openTime: openTime, lastDecode: lastDecode, sent: sent)
  }

  /// The position of a pooled decoder that resumes.
  init(_ position: DecoderPoolPositions.Position) {
    lastDecode = position.lastDecode
    sent = position.sent
  }

  /// The position of a decoder that was just created or flushed.
  init() {}
}
