import CoreMedia

/// The position of the decoder in use, from which a later start can resume it.
struct DecoderPosition {
  /// The target after which the decoder was left open.
  private var landed: CMTime?
  private var lastDecode = CMTime.invalid
  private var given: [CMTime] = []

  /// Records a packet sent to the decoder.
  mutating func gave(_ packet: SeekPacketFilter.Times) {
    if packet.decode.isNumeric { lastDecode = packet.decode }
    guard packet.presentation.isNumeric else { return }
    given.append(packet.presentation)
    if given.count > 2 * ScrubStrategy.recentLimit { given.removeFirst(ScrubStrategy.recentLimit) }
  }

  /// Records that the decoder is open after the frame at a target.
  mutating func stands(behind still: CMTime) { landed = still }

  /// Records that the decoder resumes.
  mutating func goesOn() { landed = nil }

  /// The position for the pool; nil while the decoder is between targets, or if its packets have no decode times.
  var place: DecoderPoolPositions.Place? {
    guard let landed, lastDecode.isNumeric else { return nil }
    return DecoderPoolPositions.Place(landed: landed, lastDecode: lastDecode, given: given)
  }

  /// The position of a pooled decoder that resumes.
  init(_ place: DecoderPoolPositions.Place) {
    lastDecode = place.lastDecode
    given = place.given
  }

  init() {}
}
