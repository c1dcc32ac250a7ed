import CPlayheadFFmpeg
import PlayheadMedia

/// The format that a stream's own headers declare: parameter sets and similar, or the header of the first packet.
package struct CodedFormat: Sendable, Equatable {
  /// Unspecified if the stream does not declare it either.
  package var color = ColorDescription.unspecified
  /// nil if the stream does not declare it.
  package var isFullRange: Bool?
  /// The pixel aspect ratio; nil if the stream does not declare it.
  package var pixelAspect: PixelAspect?
  /// The speakers of audio in the bits of WAVE_FORMAT_EXTENSIBLE; 0 if unknown.
  package var channelMask: UInt64 = 0
  /// FFmpeg's name of the channel layout; nil if unknown.
  package var channelLayout: String?
  /// As in `TrackFormat`.
  package var mastering: [UInt8]?
  /// As in `TrackFormat`.
  package var lightLevel: [UInt8]?
}

/// Reads a stream's own headers by opening its decoder, and by decoding a packet or two if that is not enough. Used by
/// one thread.
final class CodedFormatReader {
  /// The decoder whose context holds the declared format.
  private let decoder: DecoderContext
  /// Whether the track is video; otherwise audio.
  private let isVideo: Bool
  /// The number of packets taken so far.
  private var packets = 0
  /// Whether further packets add no information.
  private(set) var isDone = false
  /// Whether the first frame is decoded to read the mastering display of PQ video from its supplemental enhancement
  /// information.
  private let needsMastering: Bool
  /// The mastering display of the first frame, in the layout of `TrackFormat`.
  private var mastering: [UInt8]?
  /// The content light level of the first frame, in the layout of `TrackFormat`.
  private var lightLevel: [UInt8]?

  /// Packets beyond this number add no information.
  private static let packetLimit = 4
  /// Decoders that read a frame's headers without decoding it.
  private static let headerReaders: Set<String> = ["hevc"]

  /// nil if no decoder is available. `knowsMastering`: whether the container declares the mastering display.
  init?(_ parameters: StreamParameters, knowsMastering: Bool) {
    guard let opened = try? DecoderContext(parameters, threads: 1, ignoresColorRange: true) else { return nil }
    decoder = opened
    isVideo = parameters.track.kind == .video
    needsMastering = isVideo && !knowsMastering && decoder.raw.pointee.color_trc == AVCOL_TRC_SMPTE2084
    // The output of these frames is not used.
    decoder.raw.pointee.skip_loop_filter = AVDISCARD_ALL
    decoder.raw.pointee.skip_idct = AVDISCARD_ALL
    if !needsMastering, Self.headerReaders.contains(parameters.track.codecName) {
      decoder.raw.pointee.skip_frame = AVDISCARD_ALL
    }
    // Headers in the extradata are parsed when a decoder is opened.
    isDone = isVideo && !needsMastering && decoder.raw.pointee.color_range != AVCOL_RANGE_UNSPECIFIED
  }

  /// Takes the next packet of the stream.
  func take(_ packet: Packet) {
    guard !isDone else { return }
    packets += 1
    isDone = packets >= Self.packetLimit
    do throws(FFmpegError) {
      _ = try decoder.send(packet)
      // Returns the first frame at once, without the reordering delay.
      if needsMastering { decoder.drain() }
      if let frame = try decoder.receive() {
        readMastering(frame)
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
        isDone = true
      }
    } catch {
      // A broken packet adds no information.
    }
    if needsMastering { decoder.flush() }
    if isVideo, !needsMastering, decoder.raw.pointee.pix_fmt != AV_PIX_FMT_NONE { isDone = true }
  }

  /// Reads the mastering display and the light level from the side data of a frame.
  private func readMastering(_ frame: UnsafePointer<AVFrame>) {
    mastering = frame.sideData(AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, as: AVMasteringDisplayMetadata.self)
      .flatMap(TrackFormat.mastering)
    lightLevel = frame.sideData(AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, as: AVContentLightMetadata.self)
      .map(TrackFormat.lightLevel)
  }

  /// The format as far as it is known; more complete after each packet.
  var format: CodedFormat {
    let context = decoder.raw.pointee
    var format = CodedFormat()
    if isVideo {
      (format.mastering, format.lightLevel) = (mastering, lightLevel)
      format.color = ColorDescription(
        primaries: Int32(context.color_primaries.rawValue), transfer: Int32(context.color_trc.rawValue),
        matrix: Int32(context.colorspace.rawValue), isFullRange: context.color_range == AVCOL_RANGE_JPEG)
      if context.color_range != AVCOL_RANGE_UNSPECIFIED { format.isFullRange = format.color.isFullRange }
      let aspect = context.sample_aspect_ratio
      if aspect.num > 0, aspect.den > 0 {
        format.pixelAspect = PixelAspect(horizontal: aspect.num, vertical: aspect.den)
      }
    } else if context.ch_layout.order == AV_CHANNEL_ORDER_NATIVE {
      format.channelMask = context.ch_layout.u.mask
      format.channelLayout = TrackFormat.name(of: context.ch_layout)
    }
    return format
  }
}
