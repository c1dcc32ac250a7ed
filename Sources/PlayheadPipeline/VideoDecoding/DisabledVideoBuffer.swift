import CoreMedia
import PlayheadFFmpeg

/// The packets of disabled video, from the last sync sample on, so that video continues at once when it is enabled
/// again.
///
/// Belongs to the video decoder thread.
struct DisabledVideoBuffer {
  /// In decode order.
  private(set) var packets: [Packet] = []
  /// The end of the last frame.
  private(set) var end: CMTime?
  /// Whether the first retained packet is a sync sample, so that the decoder must be flushed.
  private(set) var startsWithSyncSample = false
  /// Whether no packet follows in the track.
  private(set) var isComplete = false
  /// The size of `packets`.
  private var bytes = 0
  /// Whether packets are dropped until the next sync sample, because the GOP exceeds the limit.
  private var awaitsSync = false

  /// In bytes. Larger GOPs are not retained: video continues at the next sync sample.
  private let limit: Int

  /// Creates an empty buffer with a limit in bytes.
  init(limit: Int) { self.limit = limit }

  /// Records that the track has ended.
  mutating func noteEndOfTrack() { isComplete = true }

  /// Removes all packets and forgets the end of the track. The limit remains.
  mutating func removeAll() { self = DisabledVideoBuffer(limit: limit) }

  /// Appends the next packet in decode order. A sync sample replaces all packets before it.
  mutating func take(_ packet: Packet) {
    if packet.presentationTime.isNumeric {
      let length = packet.duration.isNumeric ? packet.duration : .zero
      end = max(end ?? .zero, packet.presentationTime + length)
    }
    if packet.isKey {
      (packets, bytes, startsWithSyncSample, awaitsSync) = ([], 0, true, false)
    }
    guard !awaitsSync else { return }
    packets.append(packet)
    bytes += packet.byteCount
    if bytes > limit { (packets, bytes, startsWithSyncSample, awaitsSync) = ([], 0, true, true) }
  }
}
