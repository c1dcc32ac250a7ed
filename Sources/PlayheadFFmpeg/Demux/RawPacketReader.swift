import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking

/// Reads libavformat's packets in file order, and holds those that were read ahead. Owns these packets.
///
/// Used by the demuxer's thread, with the context and the connection of the demuxer that owns it.
struct RawPacketReader: ~Copyable {
  /// The maximum number of packets to read ahead: a second of video and audio packets.
  static let readAheadLimit = 200

  /// libavformat's context, owned by the demuxer.
  private let format: UnsafeMutablePointer<AVFormatContext>
  /// Packets that were read ahead and not yet returned.
  private var pending: [UnsafeMutablePointer<AVPacket>] = []
  /// Whether the last read was cancelled, so that the next one must clear libavformat's error.
  private var wasCancelled = false
  /// Whether a packet was read: errors then count as the end of the file.
  private var hasRead = false

  /// Creates a reader at the current position of a context.
  init(_ format: UnsafeMutablePointer<AVFormatContext>) { self.format = format }

  deinit { for packet in pending { Self.free(packet) } }

  /// Frees a packet.
  static func free(_ packet: UnsafeMutablePointer<AVPacket>) {
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    av_packet_free(&packet)
  }

  /// The next packet: the oldest one that was read ahead, or else the next one in the file; nil at the end. The caller
  /// must free it.
  ///
  /// - Parameter streamCount: Packets of streams from this index on are dropped.
  mutating func next(
    _ io: borrowing IOBridge, streamCount: Int
  ) throws(DemuxError) -> UnsafeMutablePointer<AVPacket>? {
    pending.isEmpty ? try read(io, streamCount: streamCount) : pending.removeFirst()
  }

  /// The number of packets that were read ahead.
  var pendingCount: Int { pending.count }

  /// The packet that `next` will return after `index` others; nil at the end. The reader continues to own it.
  mutating func peek(
    at index: Int, _ io: borrowing IOBridge, streamCount: Int
  ) throws(DemuxError) -> UnsafeMutablePointer<AVPacket>? {
    if index < pending.count { return pending[index] }
    guard let packet = try read(io, streamCount: streamCount) else { return nil }
    pending.append(packet)
    return packet
  }

  /// Frees the packets that were read ahead.
  mutating func discard() {
    for packet in pending { Self.free(packet) }
    pending = []
  }

  /// Reads the next packet in file order, in the file's own times; nil at the end. The caller must free it.
  mutating func read(
    _ io: borrowing IOBridge, streamCount: Int
  ) throws(DemuxError) -> UnsafeMutablePointer<AVPacket>? {
    if wasCancelled {
      wasCancelled = false
      io.clearFailure()
    }
    var failures = 0
    while true {
      guard let packet = av_packet_alloc() else {
        throw .format(FFmpegError(.read, code: playhead_error_out_of_memory))
      }
      let code = av_read_frame(format, packet)
      // Streams that appear later (MPEG-TS) are not played.
      if code >= 0, (0..<streamCount).contains(Int(packet.pointee.stream_index)) {
        hasRead = true
        return packet
      }
      Self.free(packet)
      if code >= 0 || code == playhead_error_again { continue }
      if let error = io.takeError() {
        wasCancelled = error == .cancelled
        throw .source(error)
      }
      if code == playhead_error_eof { return nil }
      // Skip damaged data: libavformat resumes at the next packet.
      failures += 1
      if code == playhead_error_invalid_data {
        if failures <= Self.failureLimit { continue }
      }
      // Some demuxers report an error at the end of the file. Everything read before plays.
      if hasRead { return nil }
      throw .format(FFmpegError(.read, code: code))
    }
  }

  /// The number of consecutive damaged packets that counts as the end of the readable data, or of the file if something
  /// was read before.
  private static let failureLimit = 100
}
