import CPlayheadFFmpeg
import PlayheadMedia

/// A decoder of libavcodec that uses a device, or a device's own decoder.
final class HardwareDecoderContext: HardwareVideoDecoder {
  /// libavcodec's context, owned and freed by this object.
  private let raw: UnsafeMutablePointer<AVCodecContext>
  /// The format that the context negotiates.
  private let negotiation: FormatNegotiation
  /// Passes frames on, in the device or as copies.
  private let output: DeviceFrameOutput

  /// The negotiation of the frame format between libavcodec and the driver.
  private final class FormatNegotiation {
    /// The format of frames in the device.
    let wanted: AVPixelFormat
    /// Whether the driver does not offer it for the stream.
    var wasRefused = false

    /// Creates a negotiation for a format.
    init(_ wanted: AVPixelFormat) { self.wanted = wanted }
  }

  /// Opens a decoder of an interface.
  ///
  /// - Parameter memory: The pool of frame buffers for copies.
  /// - Throws: `HardwareDecodingFailure` if there is no decoder or no device, or if the decoder cannot be opened.
  init(
    _ interface: HardwareInterface, _ parameters: StreamParameters, memory: FrameBufferPool?
  ) throws(HardwareDecodingFailure) {
    var format = AV_PIX_FMT_NONE
    let identifier = parameters.raw.pointee.codec_id
    let found: UnsafePointer<AVCodec>?
    if let type = interface.deviceType {
      found = playhead_device_decoder(identifier, av_hwdevice_find_type_by_name(type), &format)
    } else {
      found = playhead_named_decoder(identifier, "_\(interface.rawValue)")
    }
    guard let codec = found else { throw .noDecoder }
    let device = try HardwareDevice.shared(interface)
    guard let opened = avcodec_alloc_context3(codec) else { throw .opening(Self.text(playhead_error_out_of_memory)) }
    negotiation = FormatNegotiation(format)
    raw = opened
    output = DeviceFrameOutput(memory: memory, isShareable: interface.sharesImages)
    var code = avcodec_parameters_to_context(opened, parameters.raw)
    opened.pointee.pkt_timebase = AVRational(
      num: Int32(parameters.mapping.numerator), den: parameters.mapping.timescale)
    // The device decodes in parallel; threads would only delay the frames.
    opened.pointee.thread_count = 1
    // The decoder has a fixed number of buffers, and needs its own ones all the time.
    if interface.sharesImages { opened.pointee.extra_hw_frames = Int32(DeviceFrameLimit.total) }
    if let device {
      // Not retained: this object lives longer than the context.
      opened.pointee.opaque = Unmanaged.passUnretained(negotiation).toOpaque()
      opened.pointee.hw_device_ctx = av_buffer_ref(device.raw)
      opened.pointee.get_format = Self.negotiate
    }
    if code >= 0 { code = avcodec_open2(opened, codec, nil) }
    guard code >= 0 else { throw .opening(Self.text(code)) }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = raw
    avcodec_free_context(&context)
  }

  /// Selects the format in the device. Without it decoding fails: a software decoder takes over, which has more threads
  /// than this context.
  private static let negotiate:
    @convention(c) (UnsafeMutablePointer<AVCodecContext>?, UnsafePointer<AVPixelFormat>?) -> AVPixelFormat = {
      context, formats in
      guard let opaque = context?.pointee.opaque, var next = formats else { return AV_PIX_FMT_NONE }
      let negotiation = Unmanaged<FormatNegotiation>.fromOpaque(opaque).takeUnretainedValue()
      while next.pointee != AV_PIX_FMT_NONE {
        if next.pointee == negotiation.wanted { return next.pointee }
        next += 1
      }
      negotiation.wasRefused = true
      return AV_PIX_FMT_NONE
    }

  // MARK: Packets and frames

  func send(_ packet: Packet, skipsNonReference: Bool) throws(HardwareDecodingFailure) -> Bool {
    raw.pointee.skip_frame = skipsNonReference ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    let code = avcodec_send_packet(raw, packet.raw)
    if code == playhead_error_again { return false }
    guard code >= 0 else { throw failure(code) { .sending($0) } }
    return true
  }

  func drain() throws(HardwareDecodingFailure) {
    let code = avcodec_send_packet(raw, nil)
    guard code >= 0 || code == playhead_error_eof else { throw failure(code) { .sending($0) } }
  }

  func flush() throws(HardwareDecodingFailure) { avcodec_flush_buffers(raw) }

  func receive(keepsInDevice: Bool) throws(HardwareDecodingFailure) -> UnsafeMutablePointer<AVFrame>? {
    guard let frame = av_frame_alloc() else { throw .receiving(Self.text(playhead_error_out_of_memory)) }
    let code = avcodec_receive_frame(raw, frame)
    guard code >= 0 else {
      freeFrame(frame)
      if code == playhead_error_again || code == playhead_error_eof { return nil }
      throw failure(code) { .receiving($0) }
    }
    guard frame.pointee.hw_frames_ctx != nil else { return frame }
    return try output.deliver(frame, keepsInDevice: keepsInDevice)
  }

  /// The failure for an error code: damaged data, or a driver that refuses the stream, are not failures of the device.
  private func failure(_ code: Int32, _ other: (String) -> HardwareDecodingFailure) -> HardwareDecodingFailure {
    if negotiation.wasRefused { return .unsupported }
    return code == playhead_error_invalid_data ? .damagedData : other(Self.text(code))
  }

  /// The library's text for an error code.
  private static func text(_ code: Int32) -> String { FFmpegError(.decode, code: code).text }
}
