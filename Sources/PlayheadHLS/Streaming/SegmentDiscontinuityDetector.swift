import CoreMedia
import PlayheadFFmpeg

/// Detects timestamps that jump between segments although the playlist declares no discontinuity (required by RFC 8216
/// §4.3.2.3), as in broadcasts whose encoder was restarted.
struct SegmentDiscontinuityDetector {
  /// Where segments begin among the bytes of the part.
  private var segments: [(offset: Int64, segment: QueuedSegment)] = []
  /// Bytes of the part returned so far.
  var offset: Int64 = 0
  /// By stream: the last time and the byte offset of its packet.
  private var last: [Int: (time: CMTime, offset: Int64)] = [:]

  /// Notes that the next byte is the first of a segment.
  mutating func begins(_ segment: QueuedSegment) {
    segments.append((offset, segment))
    if segments.count > Self.historyLimit { segments.removeFirst() }
  }
  /// A demuxer reads ahead by fewer segments than this.
  private static let historyLimit = 6

  /// The segment that contains a byte of the part.
  func segment(at offset: Int64) -> QueuedSegment? { segments.last { $0.offset <= offset }?.segment }

  /// Whether a packet's time follows neither from the previous packet nor from the playlist.
  mutating func isDiscontinuity(_ packet: Packet) -> Bool {
    let time = packet.decodeTime.isNumeric ? packet.decodeTime : packet.presentationTime
    guard time.isNumeric, let offset = packet.fileOffset, let segment = segment(at: offset) else { return false }
    let before = last.updateValue((time, offset), forKey: packet.streamIndex)
    guard let before, segments.count > 1 else { return false }
    let step = (time - before.time).seconds
    guard step < Self.backward || step > Self.forward, segment.place != self.segment(at: before.offset)?.place else {
      return false
    }
    // A gap that the playlist accounts for is no jump.
    let early = (segment.start - time).seconds
    let late = (time - segment.end).seconds
    return early > Self.tolerance || late > Self.tolerance
  }

  /// Audio and video of one stream overlap at segment boundaries by less.
  private static let backward = -1.0
  /// Encoders may omit packets during silence.
  private static let forward = 3.0
  /// Rounding errors between playlist and timestamps add up.
  private static let tolerance = 2.0
}
