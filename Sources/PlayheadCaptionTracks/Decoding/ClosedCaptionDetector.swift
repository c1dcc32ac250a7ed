import PlayheadFFmpeg
import PlayheadMedia
import PlayheadText

/// Detects the closed captions in video. CC1 counts as present as soon as its field is, even without text; all others
/// once they contain something.
package struct ClosedCaptionDetector {
  /// All services found since the detector was created.
  private(set) var found: Set<ClosedCaptionService> = []
  /// Assembles CEA-708 packets, which may span frames.
  private var packets = CEA708Packets()

  /// Returns whether something new was found.
  mutating func appearance(at triplets: [UInt8]) -> Bool {
    let count = found.count
    for index in stride(from: 0, to: triplets.count - 2, by: 3) where triplets[index] & 4 != 0 {
      let (first, second) = (triplets[index + 1], triplets[index + 2])
      switch triplets[index] & 3 {
      case 0:
        found.insert(.line21(1))
        lookAtPair(first & 0x7F, second & 0x7F, field: 0)
      case 1: lookAtPair(first & 0x7F, second & 0x7F, field: 1)
      case let kind:
        for block in packets.add(first, second, isStart: kind == 3) ?? [] where 1...63 ~= block.service {
          found.insert(.digital(block.service))
        }
      }
    }
    return found.count > count
  }

  /// Processes a byte pair. Codes that begin or show captions identify their channel (CEA-608-E § 8.4); codes for text
  /// mode and XDS do not count.
  private mutating func lookAtPair(_ first: UInt8, _ second: UInt8, field: Int) {
    let begins: Set<UInt8> = [0x20, 0x25, 0x26, 0x27, 0x29, 0x2F]
    guard first & 0x76 == 0x14, begins.contains(second) else { return }
    found.insert(.line21(field * 2 + (first & 8 == 0 ? 1 : 2)))
  }

  /// Searches the first frames of a container, as many as can be read quickly. `packets`: those that were read already.
  /// Advances the demuxer, and leaves only this track active.
  package static func services(
    in demuxer: inout Demuxer, track: Int, after packets: [Packet] = []
  ) throws(DemuxError) -> Set<ClosedCaptionService> {
    guard let bytes = demuxer.parameters(ofStream: track).flatMap({ ClosedCaptionBytes($0) }) else { return [] }
    var search = ClosedCaptionDetector()
    demuxer.setActiveStreams([track])
    var (frames, size) = (0, 0)
    var known = packets[...]
    func next() throws(DemuxError) -> Packet? {
      if let packet = known.popFirst() { return packet }
      return try demuxer.readPacket()
    }
    while frames < (search.found.isEmpty ? Self.emptyFrameLimit : Self.frameLimit), size < Self.sizeLimit,
      let packet = try next()
    {
      guard packet.streamIndex == track else { continue }
      frames += 1
      size += packet.byteCount
      _ = search.appearance(at: bytes.triplets(in: packet))
    }
    return search.found
  }

  /// Captions come with every frame: if these have none, the search ends.
  private static let emptyFrameLimit = 8
  /// Two seconds, in which every active service has transmitted something.
  private static let frameLimit = 60
  /// The size of packets, in bytes, after which the search ends regardless of the number of frames.
  private static let sizeLimit = 2 << 20
}
