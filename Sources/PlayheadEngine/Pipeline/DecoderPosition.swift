import CoreMedia

/// Where the decoder in use stands: what tells a later start how to go on from there.
struct DecoderPosition {
  /// The still behind which it was left so that it can go on.
  private var landed: CMTime?
  private var lastDecode = CMTime.invalid
  private var given: [CMTime] = []

  /// The decoder was given a packet.
  mutating func gave(_ packet: SeekPacketFilter.Times) {
    if packet.decode.isNumeric { lastDecode = packet.decode }
    guard packet.presentation.isNumeric else { return }
    given.append(packet.presentation)
    if given.count > 2 * ScrubStrategy.recentLimit { given.removeFirst(ScrubStrategy.recentLimit) }
  }

  mutating func stands(behind still: CMTime) { landed = still }

  /// It goes on from here.
  mutating func goesOn() { landed = nil }

  /// Where it can be parked; nil while it is on its way, or was not told when its packets are decoded.
  var place: DecoderPoolPositions.Place? {
    guard let landed, lastDecode.isNumeric else { return nil }
    return DecoderPoolPositions.Place(landed: landed, lastDecode: lastDecode, given: given)
  }

  /// Another decoder goes on.
  init(_ place: DecoderPoolPositions.Place) {
    lastDecode = place.lastDecode
    given = place.given
  }

  init() {}
}
