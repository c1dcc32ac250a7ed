import CoreMedia
import PlayheadFFmpeg

/// The packets of pictures that nobody wants to see: kept from the last sync sample on, so that pictures are there at once when they
/// are wanted again.
struct DisabledVideoBuffer {
  private(set) var packets: [Packet] = []
  /// When the last picture is over.
  private(set) var end: CMTime?
  /// Whether the first packet kept is a sync sample: what the decoder knows is of no use then.
  private(set) var beginsAnew = false
  private var bytes = 0
  private var awaitsSync = false

  /// Groups of pictures larger than this are not kept: pictures come again with the next sync sample.
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func take(_ packet: Packet) {
    if packet.presentationTime.isNumeric {
      let length = packet.duration.isNumeric ? packet.duration : .zero
      end = max(end ?? .zero, packet.presentationTime + length)
    }
    if packet.isKey {
      (packets, bytes, beginsAnew, awaitsSync) = ([], 0, true, false)
    }
    guard !awaitsSync else { return }
    packets.append(packet)
    bytes += packet.byteCount
    if bytes > limit { (packets, bytes, beginsAnew, awaitsSync) = ([], 0, true, true) }
  }
}
