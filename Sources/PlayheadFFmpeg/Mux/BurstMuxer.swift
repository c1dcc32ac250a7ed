import CPlayheadFFmpeg
import PlayheadMedia

/// Packs the packets of an audio track in IEC 61937 bursts, with libavformat's muxer. Used by one thread.
package final class BurstMuxer {
  /// libavformat's muxer, owned and freed by this object.
  private let format: UnsafeMutablePointer<AVFormatContext>
  /// The written bytes.
  private let output: SegmentOutput
  /// The codec of the packets.
  private let codec: PassthroughCodec

  /// Opens the muxer.
  ///
  /// - Throws: `FFmpegError` if libavformat has no such muxer, or the codec cannot be passed through.
  package init(_ parameters: StreamParameters) throws(FFmpegError) {
    guard let codec = PassthroughCodec(rawValue: parameters.track.codecName) else {
      throw FFmpegError(.write, code: playhead_error_invalid_data)
    }
    self.codec = codec
    output = try SegmentOutput()
    var made: UnsafeMutablePointer<AVFormatContext>?
    let code = avformat_alloc_output_context2(&made, nil, "spdif", nil)
    guard code >= 0, let made else { throw FFmpegError(.write, code: code) }
    format = made
    made.pointee.pb = output.context
    made.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_FLUSH_PACKETS
    guard let stream = avformat_new_stream(made, nil) else { throw .outOfMemory(.write) }
    try Self.check(avcodec_parameters_copy(stream.pointee.codecpar, parameters.raw))
    stream.pointee.codecpar.pointee.codec_tag = 0
    try Self.check(avformat_write_header(made, nil))
    _ = output.take()
  }

  /// Frees also an incomplete burst. No trailer is written: the format has none.
  deinit {
    format.pointee.pb = nil
    avformat_free_context(format)
  }

  /// Writes a packet. Several packets may form one burst.
  ///
  /// - Returns: The bursts that are complete, as little-endian words of 16 bits; usually one, or none.
  /// - Throws: `FFmpegError` if the packet is no frame of the codec, or does not fit a burst.
  package func write(_ packet: Packet) throws(FFmpegError) -> [UInt8] {
    guard packet.encryption == nil, packet.sampleEncryption == nil, isFrame(packet.raw.pointee) else {
      throw FFmpegError(.write, code: playhead_error_invalid_data)
    }
    guard let copy = av_packet_clone(packet.raw) else { throw .outOfMemory(.write) }
    var unused: UnsafeMutablePointer<AVPacket>? = copy
    defer { av_packet_free(&unused) }
    copy.pointee.stream_index = 0
    let code = av_write_frame(format, copy)
    let bytes = output.take()
    try Self.check(code)
    return bytes
  }

  /// Whether a packet begins like a frame of its codec. libavformat checks only DTS and TrueHD.
  private func isFrame(_ packet: AVPacket) -> Bool {
    guard codec == .ac3 || codec == .eac3 else { return packet.size > 0 }
    guard packet.size > 6, let data = packet.data else { return false }
    return data[0] == 0x0B && data[1] == 0x77
  }

  /// Throws the error of a result below zero.
  private static func check(_ code: Int32) throws(FFmpegError) {
    guard code < 0 else { return }
    throw FFmpegError(.write, code: code)
  }
}
