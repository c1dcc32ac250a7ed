import CPlayheadFFmpeg
import CoreMedia

/// One coded unit of one track, as the container stored it. Immutable, so it may be handed from thread to thread.
///
/// Times are on the asset's timeline: the container's start is already taken off, edit lists are applied.
package final class Packet: @unchecked Sendable {
  // Sendable: `raw` is written only in `init`, before any other thread can see the object, and libavcodec only reads it.
  let raw: UnsafeMutablePointer<AVPacket>

  package let streamIndex: Int
  package let presentationTime: CMTime
  /// Invalid where the container says nothing.
  package let decodeTime: CMTime
  /// Zero where the container says nothing.
  package let duration: CMTime
  package let byteCount: Int
  package let isKey: Bool
  package let isDiscardable: Bool
  /// What it is still encrypted with: libavformat was given no key (Common Encryption, ISO/IEC 23001-7), or knows none of the kind.
  package let encryption: String?
  /// Where the packet starts in the file, nil where unknown.
  package let fileOffset: Int64?
  /// What decodes it, where that may change from packet to packet: in a stream in segments. nil: what the track was opened with.
  package let parameters: StreamParameters?
  /// What stood before the first cue of the WebVTT file that a cue comes from, where that may change from packet to packet.
  package let textHeader: [UInt8]

  init(
    taking raw: UnsafeMutablePointer<AVPacket>, presentationTime: CMTime, decodeTime: CMTime, duration: CMTime,
    isScrambled: Bool = false, parameters: StreamParameters? = nil, textHeader: [UInt8] = []
  ) {
    self.raw = raw
    self.textHeader = textHeader
    self.parameters = parameters
    self.streamIndex = Int(raw.pointee.stream_index)
    self.presentationTime = presentationTime
    self.decodeTime = decodeTime
    self.duration = duration
    self.byteCount = Int(raw.pointee.size)
    self.isKey = raw.pointee.flags & AV_PKT_FLAG_KEY != 0
    self.isDiscardable = raw.pointee.flags & AV_PKT_FLAG_DISPOSABLE != 0
    let isCommonEncryption = av_packet_get_side_data(raw, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
    encryption = isCommonEncryption ? "Common Encryption" : isScrambled ? "a scrambled program stream" : nil
    self.fileOffset = raw.pointee.pos >= 0 ? raw.pointee.pos : nil
  }

  deinit {
    var raw: UnsafeMutablePointer<AVPacket>? = raw
    av_packet_free(&raw)
  }
}
