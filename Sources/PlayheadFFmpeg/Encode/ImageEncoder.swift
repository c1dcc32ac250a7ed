import CPlayheadFFmpeg
import CoreGraphics
import Glibc
import PlayheadBasics
import PlayheadMedia

/// Encodes images in memory to files with libavcodec's encoders.
package enum ImageEncoder {
  /// The file formats.
  package enum Format: Sendable, Equatable, CaseIterable {
    /// Lossless; 16 bits per component if the image has them.
    case png
    /// 4:2:0 with BT.601's matrix and full range, as JFIF (ITU-T T.871) requires.
    case jpeg
    /// VP8 with 4:2:0, or lossless RGB at quality 1. Some builds of FFmpeg have no encoder for it.
    case webp

    /// libavcodec's number of the codec.
    fileprivate var codec: AVCodecID {
      switch self {
      case .png: AV_CODEC_ID_PNG
      case .jpeg: AV_CODEC_ID_MJPEG
      case .webp: AV_CODEC_ID_WEBP
      }
    }

    /// The input format of the encoder.
    ///
    /// - Parameters:
    ///   - isDeep: Whether the image has 16 bits per component.
    ///   - isLossless: Whether WebP is written without loss.
    fileprivate func pixelFormat(isDeep: Bool, hasAlpha: Bool, isLossless: Bool) -> AVPixelFormat {
      switch self {
      case .png where isDeep: hasAlpha ? AV_PIX_FMT_RGBA64BE : AV_PIX_FMT_RGB48BE
      case .png: hasAlpha ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB24
      case .jpeg: AV_PIX_FMT_YUVJ420P
      case .webp where isLossless: AV_PIX_FMT_BGRA
      case .webp: hasAlpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P
      }
    }

    /// Whether this build of FFmpeg can write the format.
    package var isAvailable: Bool { avcodec_find_encoder(codec) != nil }
  }

  /// libavcodec's quantiser for JPEG, from 2 (best) to 31: at 3 the loss is invisible.
  private static func quantiser(_ quality: Double?) -> Int32 {
    quality.map { Int32(saturating: 2 + ((1 - $0) * 29).rounded()) } ?? 3
  }

  /// Returns the bytes of an image file.
  ///
  /// - Parameter image: 32 bits a pixel in the order B, G, R, X or R, G, B, X, or 64 bits in the order R, G, B, X with
  ///   words of 16 bits, least significant byte first. The fourth component is written only if `alphaInfo` is `last`,
  ///   and never to JPEG. Throws for other formats.
  /// - Parameter quality: From 0 (smallest) to 1 (best, and lossless in WebP); nil for an invisible loss.
  package static func encode(
    _ image: CGImage, as format: Format, quality: Double? = nil
  ) throws(FFmpegError) -> [UInt8] {
    guard let source = pixelFormat(of: image), let bytes = image.dataProvider?.data?.bytes else {
      throw FFmpegError(.encodeImage, code: playhead_error_from_errno(EINVAL))
    }
    let quality = quality.map { $0.isFinite ? min(max(0, $0), 1) : 1 }
    let pixelFormat = format.pixelFormat(
      isDeep: image.bitsPerComponent == 16, hasAlpha: image.alphaInfo == .last, isLossless: quality == 1)
    let encoder = try Encoder(image, format, pixelFormat: pixelFormat, quality: quality)
    try encoder.fill(from: bytes, bytesPerRow: image.bytesPerRow, source)
    return try encoder.finish()
  }

  /// The memory layout of an image for libswscale; nil if it is not supported.
  private static func pixelFormat(of image: CGImage) -> AVPixelFormat? {
    let isLast = [.last, .premultipliedLast, .noneSkipLast].contains(image.alphaInfo)
    let isFirst = [.first, .premultipliedFirst, .noneSkipFirst].contains(image.alphaInfo)
    return switch (image.bitsPerPixel, image.bitsPerComponent, image.byteOrderInfo) {
    case (32, 8, .order32Little) where isFirst: AV_PIX_FMT_BGR0
    case (32, 8, .orderDefault) where image.alphaInfo == .last: AV_PIX_FMT_RGBA
    case (32, 8, .orderDefault) where isLast, (32, 8, .order32Big) where isLast: AV_PIX_FMT_RGB0
    case (64, 16, .order16Little) where isLast: AV_PIX_FMT_RGBA64LE
    default: nil
    }
  }

  /// An encoder and its input frame.
  private final class Encoder {
    /// libavcodec's encoder, owned and freed by this object.
    private let context: UnsafeMutablePointer<AVCodecContext>
    /// The input, owned and freed by this object.
    private let frame: UnsafeMutablePointer<AVFrame>

    /// Opens the encoder, with a frame of the size of the image.
    ///
    /// - Throws: `FFmpegError` if there is no encoder, or if it rejects the size or the format.
    init(
      _ image: CGImage, _ format: Format, pixelFormat: AVPixelFormat, quality: Double?
    ) throws(FFmpegError) {
      let outOfMemory = FFmpegError(.encodeImage, code: playhead_error_out_of_memory)
      guard let codec = avcodec_find_encoder(format.codec) else {
        throw FFmpegError(.encodeImage, code: playhead_error_encoder_not_found)
      }
      guard let context = avcodec_alloc_context3(codec) else { throw outOfMemory }
      guard let frame = av_frame_alloc() else {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
        throw outOfMemory
      }
      self.context = context
      self.frame = frame
      context.pointee.width = Int32(clamping: image.width)
      context.pointee.height = Int32(clamping: image.height)
      context.pointee.pix_fmt = pixelFormat
      context.pointee.time_base = AVRational(num: 1, den: 25)
      context.pointee.thread_count = 1
      // PNG files declare the colour space; JFIF implies sRGB.
      context.pointee.color_primaries = AVCOL_PRI_BT709
      context.pointee.color_trc = AVCOL_TRC_IEC61966_2_1
      if format == .jpeg {
        context.pointee.flags |= AV_CODEC_FLAG_QSCALE
        context.pointee.global_quality = FF_QP2LAMBDA * ImageEncoder.quantiser(quality)
        context.pointee.color_range = AVCOL_RANGE_JPEG
      }
      frame.pointee.width = context.pointee.width
      frame.pointee.height = context.pointee.height
      frame.pointee.format = pixelFormat.rawValue
      frame.pointee.color_primaries = context.pointee.color_primaries
      frame.pointee.color_trc = context.pointee.color_trc
      frame.pointee.color_range = format == .jpeg ? AVCOL_RANGE_JPEG : AVCOL_RANGE_UNSPECIFIED
      frame.pointee.quality = context.pointee.global_quality
      var options: OpaquePointer?
      defer { av_dict_free(&options) }
      if format == .webp {
        av_dict_set(&options, "lossless", quality == 1 ? "1" : "0", 0)
        av_dict_set(&options, "quality", "\((quality ?? 0.9) * 100)", 0)
      }
      var code = avcodec_open2(context, codec, &options)
      if code >= 0 { code = av_frame_get_buffer(frame, 0) }
      guard code >= 0 else { throw FFmpegError(.encodeImage, code: code) }
    }

    deinit {
      var context: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&context)
      var frame: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&frame)
    }

    /// Converts the pixels to the format of the encoder.
    func fill(
      from bytes: UnsafeRawPointer, bytesPerRow: Int, _ source: AVPixelFormat
    ) throws(FFmpegError) {
      let (width, height) = (context.pointee.width, context.pointee.height)
      guard
        let scaler = playhead_scaler_make(
          width, height, source, width, height, context.pointee.pix_fmt, PlayheadScalerQualityBilinearAccurate)
      else { throw FFmpegError(.convertFrame, code: playhead_error_from_errno(EINVAL)) }
      defer { playhead_scaler_free(scaler) }
      // JFIF has the full range, WebP (RFC 9649 §2.6, as VP8) the limited one.
      let isFull: Int32 = context.pointee.pix_fmt == AV_PIX_FMT_YUVJ420P ? 1 : 0
      playhead_scaler_set_colors(scaler, playhead_matrix_bt601, 1, playhead_matrix_bt601, isFull)
      var data: [UnsafePointer<UInt8>?] = [bytes.assumingMemoryBound(to: UInt8.self), nil, nil, nil]
      var lines = [Int32(clamping: bytesPerRow), 0, 0, 0]
      let code = withUnsafeMutableBytes(of: &frame.pointee.data) { target in
        withUnsafeBytes(of: frame.pointee.linesize) { targetLines in
          playhead_scaler_scale(
            scaler, &data, &lines, height, target.bindMemory(to: UnsafeMutablePointer<UInt8>?.self).baseAddress,
            targetLines.bindMemory(to: Int32.self).baseAddress)
        }
      }
      guard code >= 0 else { throw FFmpegError(.convertFrame, code: code) }
    }

    /// Encodes the frame and returns the file. May be called once.
    func finish() throws(FFmpegError) -> [UInt8] {
      guard let packet = av_packet_alloc() else {
        throw FFmpegError(.encodeImage, code: playhead_error_out_of_memory)
      }
      defer {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
      }
      frame.pointee.pts = 0
      var code = avcodec_send_frame(context, frame)
      if code >= 0 { code = avcodec_send_frame(context, nil) }
      if code >= 0 { code = avcodec_receive_packet(context, packet) }
      guard code >= 0, let data = packet.pointee.data else { throw FFmpegError(.encodeImage, code: code) }
      return Array(UnsafeBufferPointer(start: data, count: Int(packet.pointee.size)))
    }
  }
}
