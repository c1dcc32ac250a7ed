import CoreMedia
import PlayheadFFmpeg

/// Notices timestamps that jump from one segment to the next although the playlist tells no discontinuity (RFC 8216 §4.3.2.3 asks it
/// to), as broadcasts do whose encoder was started anew.
struct SegmentDiscontinuityDetector {
  /// Where segments begin among the bytes of the part.
  private var segments: [(offset: Int64, segment: QueuedSegment)] = []
  /// Bytes of the part that were given.
  var offset: Int64 = 0
  /// By stream: the last time, and among which bytes it was.
  private var last: [Int: (time: CMTime, offset: Int64)] = [:]

  /// The next byte is a segment's first.
  mutating func begins(_ segment: QueuedSegment) {
    segments.append((offset, segment))
    if segments.count > Self.memory { segments.removeFirst() }
  }
  /// A demuxer reads ahead by less than that many segments.
  private static let memory = 6

  /// The segment that holds a byte of the part.
  func segment(at offset: Int64) -> QueuedSegment? { segments.last { $0.offset <= offset }?.segment }

  /// Whether a packet's time follows neither from the one before it nor from the playlist.
  mutating func isJump(_ packet: Packet) -> Bool {
    let time = packet.decodeTime.isNumeric ? packet.decodeTime : packet.presentationTime
    guard time.isNumeric, let offset = packet.fileOffset, let segment = segment(at: offset) else { return false }
    let before = last.updateValue((time, offset), forKey: packet.streamIndex)
    guard let before, segments.count > 1 else { return false }
    let step = (time - before.time).seconds
    guard step < Self.backward || step > Self.forward, segment.place != self.segment(at: before.offset)?.place else {
      return false
    }
    // What was left out by the playlist is no jump.
    let early = (segment.start - time).seconds
    let late = (time - segment.end).seconds
    return early > Self.tolerance || late > Self.tolerance
  }

  /// Sound and pictures of one stream overlap at the border of segments by less.
  private static let backward = -1.0
  /// Silence may leave packets out.
  private static let forward = 3.0
  /// Playlists and timestamps differ by roundings that add up.
  private static let tolerance = 2.0
}
