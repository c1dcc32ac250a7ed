import CPlayheadFFmpeg
import CoreMedia
import PlayheadBasics
import PlayheadMedia

/// Encodes frames of any format and size as compressed video. Used by one thread at a time.
package final class VideoEncoder {
  /// The parameters with which the packets are decoded.
  package let parameters: StreamParameters

  private let context: EncoderContext
  private let format: PixelFormat
  private let isFullRange: Bool
  private let converter = FrameConverter()
  private var lastTicks = Int64.min
  /// The durations of the frames that are being encoded, by their times: encoders do not return them.
  private var durations: [Int64: Int64] = [:]

  /// Opens an encoder.
  ///
  /// - Parameters:
  ///   - frame: The first frame, whose size, colours and pixel aspect ratio are those of the track.
  ///   - timescale: The units per second of the times.
  /// - Throws: `FFmpegError` if there is no encoder, or it rejects the settings.
  package init(_ settings: VideoEncoding, like frame: VideoFrame, timescale: Int32) throws(FFmpegError) {
    context = try EncoderContext(settings.codecName)
    format = Self.pixelFormat(settings, frame)
    isFullRange = settings.codecName == "mjpeg"
    // Chroma is subsampled: 4:2:0 has an even number of rows and columns.
    let (stepX, stepY) = (1 << format.chromaShift.x, 1 << format.chromaShift.y)
    let width = max(stepX, (settings.width ?? frame.width) / stepX * stepX)
    let height = max(stepY, (settings.height ?? frame.height) / stepY * stepY)
    let raw = context.raw
    raw.pointee.width = Int32(clamping: width)
    raw.pointee.height = Int32(clamping: height)
    raw.pointee.pix_fmt = format.ffmpeg
    raw.pointee.time_base = AVRational(num: 1, den: max(1, timescale))
    let known = settings.frameRate ?? (frame.duration > .zero ? 1 / frame.duration.seconds : 30)
    let rate = known.isFinite ? min(max(known, 1), 1000) : 30
    raw.pointee.framerate = AVRational(num: Int32(saturating: (rate * 1000).rounded()), den: 1000)
    raw.pointee.sample_aspect_ratio = AVRational(num: frame.pixelAspect.horizontal, den: frame.pixelAspect.vertical)
    raw.pointee.color_primaries = AVColorPrimaries(rawValue: UInt32(clamping: frame.color.primaries))
    raw.pointee.color_trc = AVColorTransferCharacteristic(rawValue: UInt32(clamping: frame.color.transfer))
    let matrix = frame.pixelFormat.isRGB ? frame.color.yuvMatrix(height: frame.height) : frame.color.matrix
    raw.pointee.colorspace = AVColorSpace(rawValue: UInt32(clamping: matrix))
    raw.pointee.color_range = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    if let interval = settings.keyframeInterval, interval > 0 { raw.pointee.gop_size = Int32(clamping: interval) }
    if !settings.allowsReordering { raw.pointee.max_b_frames = 0 }
    if let bits = settings.bitRate { raw.pointee.bit_rate = Int64(max(1000, bits)) }
    if settings.codecName == "mjpeg" {
      raw.pointee.flags |= AV_CODEC_FLAG_QSCALE
      // libavcodec's quantiser, from 2 (best) to 31.
      let loss = (1 - (Self.quality(settings) ?? 0.95)) * 29
      raw.pointee.global_quality = FF_QP2LAMBDA * (2 + Int32(saturating: loss.rounded()))
    }
    try context.open(Self.options(settings, context.name))
    let info = TrackInfo.VideoInfo(
      width: width, height: height, pixelAspect: frame.pixelAspect, transform: frame.transform, frameRate: rate,
      minFrameDuration: .invalid, color: frame.color)
    parameters = try context.parameters(TrackInfo(encoded: settings.codecName, video: info))
  }

  /// The format in which the encoder receives frames.
  private static func pixelFormat(_ settings: VideoEncoding, _ frame: VideoFrame) -> PixelFormat {
    if let name = settings.pixelFormat { return PixelFormat(av_get_pix_fmt(name)) }
    switch settings.codecName {
    case "mjpeg": return .yuvj420p
    case "prores": return PixelFormat(av_get_pix_fmt("yuv422p10le"))
    case "hevc", "av1": return frame.pixelFormat.bitDepth > 8 && !frame.pixelFormat.isRGB ? .yuv420p10 : .yuv420p
    default: return .yuv420p
    }
  }

  /// The quality within its limits.
  private static func quality(_ settings: VideoEncoding) -> Double? {
    settings.quality.map { $0.isFinite ? min(max(0, $0), 1) : 1 }
  }

  /// The options of the encoders that are used.
  private static func options(_ settings: VideoEncoding, _ encoder: String) -> [String: String] {
    var options: [String: String] = [:]
    if let profile = settings.profile { options["profile"] = profile }
    let quality = quality(settings)
    switch encoder {
    case "libx264", "libx265":
      options["preset"] = encoder == "libx264" ? "fast" : "veryfast"
      // 18 is taken to be without visible loss, 51 is the worst (x264's documentation).
      if settings.bitRate == nil { options["crf"] = String(number(40 - 24 * (quality ?? 0.85))) }
      // Frames that must be keyframes are those with which a segment begins: no later one refers to what precedes them.
      options["forced-idr"] = "1"
      if encoder == "libx265" { options["x265-params"] = "log-level=error" }
    case "libvpx-vp9", "libaom-av1", "libsvtav1":
      if settings.bitRate == nil { options["crf"] = String(number(55 - 40 * (quality ?? 0.6))) }
      if encoder == "libvpx-vp9" { options["row-mt"] = "1" }
    default: break
    }
    return options
  }

  private static func number(_ value: Double) -> Int { Int(saturating: value.rounded()) }

  /// Encodes a frame, and returns the packets that are complete.
  ///
  /// - Parameters:
  ///   - time: The time of the frame, after that of the frame before.
  ///   - duration: The duration; zero if unknown.
  ///   - isKey: Whether the frame must become a keyframe.
  /// - Throws: `FFmpegError` if the time is not after the last one, or the encoder fails.
  package func encode(
    _ frame: VideoFrame, at time: CMTime, duration: CMTime, isKey: Bool = false
  ) throws(FFmpegError) -> [Packet] {
    let ticks = ticks(time)
    guard let ticks, ticks > lastTicks else { throw FFmpegError(.encode, code: playhead_error_from_errno(EINVAL)) }
    let interval = lastTicks == .min ? nil : ticks.subtractingSaturated(lastTicks)
    lastTicks = ticks
    var picture: UnsafeMutablePointer<AVFrame>? = try picture(of: frame)
    defer { av_frame_free(&picture) }
    picture?.pointee.pts = ticks
    picture?.pointee.pict_type = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    // A frame of unknown duration counts as long as the one before: that of the last frame is part of the track's.
    durations[ticks] = duration > .zero ? self.ticks(duration) : interval
    return try context.encode(picture).map { timed($0) }
  }

  /// Ends the stream, and returns the remaining packets.
  ///
  /// - Throws: `FFmpegError` if the encoder fails.
  package func finish() throws(FFmpegError) -> [Packet] { try context.encode(nil).map { timed($0) } }

  private func ticks(_ time: CMTime) -> Int64? {
    guard time.isNumeric else { return nil }
    let scaled = time.convertScale(context.raw.pointee.time_base.den, method: .roundHalfAwayFromZero)
    return scaled.isNumeric ? scaled.value : nil
  }

  /// The packet with the duration of its frame.
  private func timed(_ packet: Packet) -> Packet {
    guard let duration = durations.removeValue(forKey: packet.raw.pointee.pts), packet.raw.pointee.duration <= 0 else {
      return packet
    }
    guard let copy = av_packet_clone(packet.raw) else { return packet }
    copy.pointee.duration = duration
    return Packet(taking: copy, mapping: context.mapping)
  }

  /// A frame in the encoder's format: the same memory if it has that already.
  private func picture(of frame: VideoFrame) throws(FFmpegError) -> UnsafeMutablePointer<AVFrame> {
    let (width, height) = (Int(context.raw.pointee.width), Int(context.raw.pointee.height))
    if frame.pixelFormat == format, frame.width == width, frame.height == height,
      frame.color.isFullRange == isFullRange, frame.baseAddress(ofPlane: 0) != nil,
      let clone = av_frame_clone(frame.raw)
    {
      return clone
    }
    guard let made = av_frame_alloc() else { throw .outOfMemory(.encode) }
    made.pointee.width = context.raw.pointee.width
    made.pointee.height = context.raw.pointee.height
    made.pointee.format = context.raw.pointee.pix_fmt.rawValue
    made.pointee.sample_aspect_ratio = context.raw.pointee.sample_aspect_ratio
    made.pointee.color_primaries = context.raw.pointee.color_primaries
    made.pointee.color_trc = context.raw.pointee.color_trc
    made.pointee.colorspace = context.raw.pointee.colorspace
    made.pointee.color_range = context.raw.pointee.color_range
    do throws(FFmpegError) {
      guard av_frame_get_buffer(made, 0) >= 0 else { throw .outOfMemory(.encode) }
      let (data, lines) = (made.pointee.data, made.pointee.linesize)
      let all = [(data.0, lines.0), (data.1, lines.1), (data.2, lines.2), (data.3, lines.3)]
      let planes = all.prefix(format.planeCount).compactMap { base, bytes in
        base.map { (base: UnsafeMutableRawPointer($0), bytesPerRow: Int(bytes)) }
      }
      try converter.convert(
        frame, to: format, width: width, height: height, planes: planes, isFullRange: isFullRange)
      return made
    } catch {
      var made: UnsafeMutablePointer<AVFrame>? = made
      av_frame_free(&made)
      throw error
    }
  }
}

extension ColorDescription {
  /// The matrix with which red, green and blue become luma and chroma.
  fileprivate func yuvMatrix(height: Int) -> Int32 {
    matrix == 0 || matrix == 2 ? (height >= 720 ? 1 : 6) : matrix
  }
}

extension TrackInfo {
  /// A track whose packets are encoded.
  init(encoded codecName: String, video: VideoInfo? = nil, audio: AudioInfo? = nil) {
    self.init(
      index: 0, trackID: 1, kind: video == nil ? .audio : .video, codecName: codecName, codecTag: 0, isDecodable: true,
      isDefault: true, isForced: false, isAttachedPicture: false, timeRange: .invalid, timescale: 0, dataRate: 0,
      metadata: [:], video: video, audio: audio)
  }
}
