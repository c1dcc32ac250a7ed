import CPlayheadFFmpeg
import PlayheadMedia

/// The owner of an `AVCodecContext`: libavcodec's send/receive protocol, without policy.
struct DecoderContext: ~Copyable {
  /// libavcodec's context, owned and freed by this object.
  let raw: UnsafeMutablePointer<AVCodecContext>

  /// `ignoresColorRange`: does not pass on the container's colour range, so that a set range shows that the stream's
  /// headers were read. `skipsSamples`: whether libavcodec cuts the priming of audio.
  ///
  /// - Parameters:
  ///   - threads: 0 for libavcodec's default.
  ///   - memory: The pool of frame buffers; nil for the decoder's own.
  /// - Throws: `FFmpegError` if there is no decoder, or if it rejects the parameters.
  init(
    _ parameters: StreamParameters, threads: Int32, memory: FrameBufferPool? = nil, ignoresColorRange: Bool = false,
    skipsSamples: Bool = true
  ) throws(FFmpegError) {
    raw = try Self.open(parameters, threads: threads, memory, ignoresColorRange, skipsSamples)
  }

  /// Allocates and opens a context; frees it on failure.
  private static func open(
    _ parameters: StreamParameters, threads: Int32, _ memory: FrameBufferPool?, _ ignoresColorRange: Bool,
    _ skipsSamples: Bool
  ) throws(FFmpegError) -> UnsafeMutablePointer<AVCodecContext> {
    guard let codec = avcodec_find_decoder(parameters.raw.pointee.codec_id) else {
      throw FFmpegError(.openDecoder, code: playhead_error_decoder_not_found)
    }
    guard let opened = avcodec_alloc_context3(codec) else {
      throw FFmpegError(.openDecoder, code: playhead_error_out_of_memory)
    }
    var code = avcodec_parameters_to_context(opened, parameters.raw)
    opened.pointee.pkt_timebase = AVRational(
      num: Int32(parameters.mapping.numerator), den: parameters.mapping.timescale)
    opened.pointee.thread_count = threads
    if !skipsSamples { opened.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL }
    if ignoresColorRange { opened.pointee.color_range = AVCOL_RANGE_UNSPECIFIED }
    memory?.attach(opened)
    if code >= 0 { code = avcodec_open2(opened, codec, nil) }
    guard code >= 0 else {
      free(opened)
      throw FFmpegError(.openDecoder, code: code)
    }
    return opened
  }

  deinit { Self.free(raw) }

  /// Frees a context, and releases its pool.
  private static func free(_ context: UnsafeMutablePointer<AVCodecContext>) {
    let memory = context.pointee.opaque
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
    // Its threads may have requested buffers until now.
    FrameBufferPool.detach(memory)
  }

  /// False if the decoder's output must be received first.
  func send(_ packet: Packet) throws(FFmpegError) -> Bool {
    let code = avcodec_send_packet(raw, packet.raw)
    if code == playhead_error_again { return false }
    guard code >= 0 else { throw FFmpegError(.decode, code: code) }
    return true
  }

  /// Signals the end of the stream: the decoder returns its remaining frames. `flush` makes it accept packets again.
  func drain() { avcodec_send_packet(raw, nil) }

  /// Discards all buffered packets and frames; decoding continues at the next sync sample.
  func flush() { avcodec_flush_buffers(raw) }

  /// The next decoded frame; nil if more packets are needed or the decoder is drained.
  ///
  /// - Returns: A frame that the caller must free.
  func receive() throws(FFmpegError) -> UnsafeMutablePointer<AVFrame>? {
    guard let frame = av_frame_alloc() else { throw FFmpegError(.decode, code: playhead_error_out_of_memory) }
    let code = avcodec_receive_frame(raw, frame)
    if code >= 0 { return frame }
    var unused: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&unused)
    if code == playhead_error_again || code == playhead_error_eof { return nil }
    throw FFmpegError(.decode, code: code)
  }
}
