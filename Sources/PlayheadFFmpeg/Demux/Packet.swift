import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

/// A compressed packet of one track, as stored in the container. Immutable, so it may be passed between threads.
///
/// Times are on the asset's timeline: relative to the container's start, with edit lists applied.
package final class Packet: @unchecked Sendable {
  // Sendable: `raw` is written only in `init`, before any other thread can see the object, and libavcodec only reads
  // it.
  /// libavcodec's packet, owned and freed by this object.
  let raw: UnsafeMutablePointer<AVPacket>

  /// The index of the track; for a segment, that of the stream's track.
  package let streamIndex: Int
  /// The time on the asset's timeline; invalid if the container does not declare it.
  package let presentationTime: CMTime
  /// Invalid if the container does not declare it.
  package let decodeTime: CMTime
  /// Zero if the container does not declare it.
  package let duration: CMTime
  /// The size of the compressed data in bytes, for the budgets of queues.
  package let byteCount: Int
  /// Whether the packet contains a keyframe.
  package let isKey: Bool
  /// Whether no other frame refers to the packet's frame.
  package let isDiscardable: Bool
  /// The remaining encryption scheme, if libavformat had no key (Common Encryption, ISO/IEC 23001-7) or does not
  /// support the scheme.
  package let encryption: String?
  /// The encryption with which a `SampleDecryptor` decrypts the packet; nil for a packet in clear, and for an unknown
  /// scheme.
  package let sampleEncryption: SampleEncryption?
  /// The offset of the packet in the file; nil if unknown.
  package let fileOffset: Int64?
  /// The decoding parameters, if they may change between packets (segmented streams); nil: those of the opened track.
  package let parameters: StreamParameters?
  /// The WebVTT header before the cue's file's first cue, if it may change between packets.
  package let textHeader: [UInt8]

  /// Takes ownership of a packet.
  ///
  /// - Parameters:
  ///   - isScrambled: Whether the packet of an MPEG program stream is marked as scrambled.
  ///   - isDecrypted: Whether its samples were decrypted after libavformat returned them.
  init(
    taking raw: UnsafeMutablePointer<AVPacket>, presentationTime: CMTime, decodeTime: CMTime, duration: CMTime,
    isScrambled: Bool = false, isDecrypted: Bool = false, parameters: StreamParameters? = nil, textHeader: [UInt8] = []
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
    let isCommonEncryption = !isDecrypted && av_packet_get_side_data(raw, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
    sampleEncryption = isCommonEncryption ? SampleEncryption(raw) : nil
    encryption = isCommonEncryption ? "Common Encryption" : isScrambled ? "a scrambled program stream" : nil
    self.fileOffset = raw.pointee.pos >= 0 ? raw.pointee.pos : nil
  }

  /// Takes ownership of a packet whose times are ticks of a time base.
  convenience init(
    taking raw: UnsafeMutablePointer<AVPacket>, mapping: TimeMapping, isScrambled: Bool = false,
    parameters: StreamParameters? = nil
  ) {
    self.init(
      taking: raw, presentationTime: mapping.time(ofTicks: raw.pointee.pts),
      decodeTime: mapping.time(ofTicks: raw.pointee.dts), duration: mapping.duration(ofTicks: raw.pointee.duration),
      isScrambled: isScrambled, parameters: parameters)
  }

  /// A packet with the same properties and changed data, in clear; nil if memory is exhausted.
  ///
  /// - Parameter change: Receives a copy of the data, without libavcodec's padding.
  func copy(_ change: (UnsafeMutableBufferPointer<UInt8>) -> Void) -> Packet? {
    guard let copy = av_packet_clone(raw) else { return nil }
    guard av_packet_make_writable(copy) >= 0 else {
      RawPacketReader.free(copy)
      return nil
    }
    change(UnsafeMutableBufferPointer(start: copy.pointee.data, count: Int(copy.pointee.size)))
    return Packet(
      taking: copy, presentationTime: presentationTime, decodeTime: decodeTime, duration: duration, isDecrypted: true,
      parameters: parameters, textHeader: textHeader)
  }

  deinit {
    var raw: UnsafeMutablePointer<AVPacket>? = raw
    av_packet_free(&raw)
  }
}
