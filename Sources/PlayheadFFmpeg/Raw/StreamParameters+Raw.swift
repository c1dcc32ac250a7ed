import CPlayheadFFmpeg
import CoreMedia
import PlayheadBasics
import PlayheadMedia

extension StreamParameters {
  /// The timescale of uncompressed frames: a multiple of the usual frame rates, sample rates and container timescales.
  package static let rawVideoTimescale: Int32 = 705_600_000

  /// The parameters of interleaved 32-bit float samples; nil if memory is exhausted. Times are counted in samples.
  package convenience init?(rawAudio track: TrackInfo, sampleRate: Int, channelCount: Int) {
    guard let made = avcodec_parameters_alloc() else { return nil }
    made.pointee.codec_type = AVMEDIA_TYPE_AUDIO
    made.pointee.codec_id = AV_CODEC_ID_PCM_F32LE
    made.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
    made.pointee.sample_rate = Int32(clamping: sampleRate)
    made.pointee.bits_per_coded_sample = 32
    if let device = SpeakerLayout.device(channelCount: channelCount) {
      made.pointee.ch_layout.order = AV_CHANNEL_ORDER_NATIVE
      made.pointee.ch_layout.nb_channels = Int32(channelCount)
      made.pointee.ch_layout.u.mask = UInt64(device.mask)
    } else {
      av_channel_layout_default(&made.pointee.ch_layout, Int32(clamping: channelCount))
    }
    var track = track
    track.codecName = "pcm_f32le"
    self.init(
      raw: made, mapping: TimeMapping(AVRational(num: 1, den: Int32(clamping: sampleRate)), origin: .zero),
      track: track)
  }

  /// The parameters of uncompressed frames; nil if memory is exhausted, or the format has no layout in memory that a
  /// decoder reads without a palette.
  package convenience init?(rawVideo track: TrackInfo, format: RawVideoFormat) {
    guard format.isSupported, let made = avcodec_parameters_alloc() else { return nil }
    made.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    made.pointee.codec_id = AV_CODEC_ID_RAWVIDEO
    made.pointee.format = format.pixelFormat.ffmpeg.rawValue
    made.pointee.width = Int32(clamping: format.width)
    made.pointee.height = Int32(clamping: format.height)
    made.pointee.sample_aspect_ratio = AVRational(
      num: format.pixelAspect.horizontal, den: format.pixelAspect.vertical)
    made.pointee.color_primaries = AVColorPrimaries(rawValue: .init(truncatingIfNeeded: format.color.primaries))
    made.pointee.color_trc = AVColorTransferCharacteristic(
      rawValue: .init(truncatingIfNeeded: format.color.transfer))
    made.pointee.color_space = AVColorSpace(rawValue: .init(truncatingIfNeeded: format.color.matrix))
    made.pointee.color_range = format.color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    var track = track
    track.codecName = "rawvideo"
    track.video?.pixelAspect = format.pixelAspect
    track.video?.transform = format.transform
    // The frames have no metadata of their own.
    track.video?.color.dolbyVision = format.color.dolbyVision
    self.init(
      raw: made, mapping: TimeMapping(AVRational(num: 1, den: Self.rawVideoTimescale), origin: .zero), track: track)
  }
}

/// The properties that uncompressed frames of one decoder have in common.
package struct RawVideoFormat: Sendable, Hashable {
  /// The memory layout of the samples.
  package var pixelFormat: PixelFormat
  /// The width in samples.
  package var width: Int
  /// The height in samples.
  package var height: Int
  /// The aspect ratio of a sample.
  package var pixelAspect: PixelAspect
  /// The colour description.
  package var color: ColorDescription
  /// The transform from the stored to the upright frame.
  package var transform: DisplayTransform

  /// Describes frames.
  package init(
    pixelFormat: PixelFormat, width: Int, height: Int, pixelAspect: PixelAspect = .square,
    color: ColorDescription = .unspecified, transform: DisplayTransform = .identity
  ) {
    self.pixelFormat = pixelFormat
    self.width = width
    self.height = height
    self.pixelAspect = pixelAspect
    self.color = color
    self.transform = transform
  }

  /// The properties of a decoded frame. A format with a palette, or with pixels that share bytes, becomes BGRA.
  package init(_ frame: VideoFrame, transform: DisplayTransform) {
    var format = RawVideoFormat(
      pixelFormat: frame.pixelFormat, width: frame.width, height: frame.height, pixelAspect: frame.pixelAspect,
      color: frame.color, transform: transform)
    if !format.isSupported {
      format.pixelFormat = .bgra
      format.color.isFullRange = true
    }
    self = format
  }

  /// Whether planes of the format follow each other in memory, and need no palette.
  var isSupported: Bool {
    guard width > 0, height > 0, let descriptor = av_pix_fmt_desc_get(pixelFormat.ffmpeg) else { return false }
    let unsupported = AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BITSTREAM
    return descriptor.pointee.flags & UInt64(unsupported) == 0
  }

  /// The bytes per row and the size in bytes of each plane, without padding; empty if the format has no such layout.
  package var planes: [(bytesPerRow: Int, byteCount: Int)] {
    guard isSupported else { return [] }
    var rows: [Int32] = [0, 0, 0, 0]
    guard av_image_fill_linesizes(&rows, pixelFormat.ffmpeg, Int32(clamping: width)) >= 0 else { return [] }
    var sizes: [Int] = [0, 0, 0, 0]
    let lengths = rows.map { Int($0) }
    guard av_image_fill_plane_sizes(&sizes, pixelFormat.ffmpeg, Int32(clamping: height), lengths) >= 0 else {
      return []
    }
    return (0..<pixelFormat.planeCount).map { (lengths[$0], sizes[$0]) }
  }
}
