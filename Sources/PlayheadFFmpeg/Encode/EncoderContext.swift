import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

/// The owner of an `AVCodecContext` for encoding. Used by one thread at a time.
final class EncoderContext {
  /// libavcodec's context, owned and freed by this object.
  let raw: UnsafeMutablePointer<AVCodecContext>
  private let codec: UnsafePointer<AVCodec>
  private var isFinished = false

  /// Allocates a context for a codec, by libavcodec's name. It is configured, then opened.
  ///
  /// - Throws: `FFmpegError` if there is no encoder, or memory is exhausted.
  init(_ codecName: String) throws(FFmpegError) {
    guard let codec = EncoderCatalog.encoder(of: codecName) else {
      throw FFmpegError(.openEncoder, code: playhead_error_encoder_not_found)
    }
    guard let raw = avcodec_alloc_context3(codec) else { throw .outOfMemory(.openEncoder) }
    self.codec = codec
    self.raw = raw
    // Containers store the configuration once, outside the packets.
    raw.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
  }

  deinit {
    var raw: UnsafeMutablePointer<AVCodecContext>? = raw
    avcodec_free_context(&raw)
  }

  /// libavcodec's name of the encoder.
  var name: String { String(cString: codec.pointee.name) }

  /// Opens the encoder.
  ///
  /// - Parameter options: The encoder's own options.
  /// - Throws: `FFmpegError` if it rejects its configuration.
  func open(_ options: [String: String]) throws(FFmpegError) {
    var dictionary: OpaquePointer?
    defer { av_dict_free(&dictionary) }
    for (key, value) in options { av_dict_set(&dictionary, key, value, 0) }
    let code = avcodec_open2(raw, codec, &dictionary)
    guard code >= 0 else { throw FFmpegError(.openEncoder, code: code) }
  }

  /// The parameters with which the packets are decoded.
  ///
  /// - Throws: `FFmpegError` if memory is exhausted.
  func parameters(_ track: TrackInfo) throws(FFmpegError) -> StreamParameters {
    guard let made = avcodec_parameters_alloc() else { throw .outOfMemory(.openEncoder) }
    guard avcodec_parameters_from_context(made, raw) >= 0 else {
      var made: UnsafeMutablePointer<AVCodecParameters>? = made
      avcodec_parameters_free(&made)
      throw .outOfMemory(.openEncoder)
    }
    return StreamParameters(raw: made, mapping: mapping, track: track)
  }

  /// The time base of frames and packets.
  var mapping: TimeMapping { TimeMapping(raw.pointee.time_base, origin: .zero) }

  /// Encodes a frame, or with nil ends the stream, and returns the packets that are complete.
  ///
  /// - Throws: `FFmpegError` if the encoder fails.
  func encode(_ frame: UnsafeMutablePointer<AVFrame>?) throws(FFmpegError) -> [Packet] {
    if isFinished { return [] }
    if frame == nil { isFinished = true }
    let code = avcodec_send_frame(raw, frame)
    guard code >= 0 else { throw FFmpegError(.encode, code: code) }
    var packets: [Packet] = []
    while true {
      guard let packet = av_packet_alloc() else { throw .outOfMemory(.encode) }
      let code = avcodec_receive_packet(raw, packet)
      guard code >= 0 else {
        var unused: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&unused)
        if code == playhead_error_again || code == playhead_error_eof { return packets }
        throw FFmpegError(.encode, code: code)
      }
      packets.append(Packet(taking: packet, mapping: mapping))
    }
  }
}
