import Foundation
import PlayheadMedia

/// The format description of a track: its codec parameters under Core Media's keys.
enum TrackFormatDescription {
  static func make(_ track: TrackInfo, mediaType: AVMediaType, details: TrackDetails?) -> CMFormatDescription {
    let format = details?.format ?? TrackFormat()
    let subType = CMFormatDescription.MediaSubType(rawValue: MediaSubTypes.code(of: track))
    if let video = track.video, mediaType == .video {
      return CMFormatDescription(
        video: subType,
        dimensions: CMVideoDimensions(width: Int32(clamping: video.width), height: Int32(clamping: video.height)),
        extensions: extensions(track, video, format))
    }
    if let audio = track.audio, mediaType == .audio {
      return CMFormatDescription(
        audio: track.streamDescription(audio, format), channelLayout: channelLayout(format),
        magicCookie: format.configuration.isEmpty ? nil : Data(format.configuration))
    }
    return CMFormatDescription(
      mediaType: CMFormatDescription.MediaType(rawValue: code(mediaType)), mediaSubType: subType)
  }

  private static func code(_ type: AVMediaType) -> UInt32 { type.rawValue.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  // MARK: Video

  private static func extensions(
    _ track: TrackInfo, _ video: TrackInfo.VideoInfo, _ format: TrackFormat
  ) -> CMFormatDescription.Extensions {
    var values: [CFString: CFPropertyList] = [kCMFormatDescriptionExtension_Depth: 24]
    values[kCMFormatDescriptionExtension_FormatName] = track.codecName
    values[kCMFormatDescriptionExtension_FullRangeVideo] = video.color.isFullRange
    let colors = [
      (kCMFormatDescriptionExtension_ColorPrimaries, ColorCodePoints.primaries.string(of: video.color.primaries)),
      (
        kCMFormatDescriptionExtension_TransferFunction,
        ColorCodePoints.transferFunctions.string(of: video.color.transfer)
      ),
      (kCMFormatDescriptionExtension_YCbCrMatrix, ColorCodePoints.matrices.string(of: video.color.matrix)),
    ]
    for (key, value) in colors { if let value { values[key] = value } }
    if video.pixelAspect != .square {
      values[kCMFormatDescriptionExtension_PixelAspectRatio] =
        [
          kCVImageBufferPixelAspectRatioHorizontalSpacingKey: Int(video.pixelAspect.horizontal),
          kCVImageBufferPixelAspectRatioVerticalSpacingKey: Int(video.pixelAspect.vertical),
        ] as [CFString: Any]
    }
    if let aperture = format.cleanAperture {
      values[kCMFormatDescriptionExtension_CleanAperture] =
        [
          kCVImageBufferCleanApertureWidthKey: aperture.width, kCVImageBufferCleanApertureHeightKey: aperture.height,
          kCVImageBufferCleanApertureHorizontalOffsetKey: aperture.horizontalOffset,
          kCVImageBufferCleanApertureVerticalOffsetKey: aperture.verticalOffset,
        ] as [CFString: Any]
    }
    addScan(format, to: &values)
    if let mastering = format.mastering {
      values[kCMFormatDescriptionExtension_MasteringDisplayColorVolume] = Data(mastering)
    }
    if let light = format.lightLevel { values[kCMFormatDescriptionExtension_ContentLightLevelInfo] = Data(light) }
    if let atom = atom(track.codecName), !format.configuration.isEmpty {
      values[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] = [atom: Data(format.configuration)]
    }
    return CMFormatDescription.Extensions(base: values)
  }

  private static func addScan(_ format: TrackFormat, to values: inout [CFString: CFPropertyList]) {
    if let fields = format.fields {
      values[kCMFormatDescriptionExtension_FieldCount] = fields == .progressive ? 1 : 2
      if fields != .progressive {
        values[kCMFormatDescriptionExtension_FieldDetail] =
          fields == .topFirst ? kCVImageBufferFieldDetailTemporalTopFirst : kCVImageBufferFieldDetailTemporalBottomFirst
      }
    }
    let places = [
      1: kCVImageBufferChromaLocation_Left, 2: kCVImageBufferChromaLocation_Center,
      3: kCVImageBufferChromaLocation_TopLeft, 4: kCVImageBufferChromaLocation_Top,
      5: kCVImageBufferChromaLocation_BottomLeft, 6: kCVImageBufferChromaLocation_Bottom,
    ]
    if let place = places[Int(format.chromaLocation)] {
      values[kCMFormatDescriptionExtension_ChromaLocationTopField] = place
    }
  }

  private static func atom(_ codec: String) -> String? {
    ["h264": "avcC", "hevc": "hvcC", "av1": "av1C", "vp9": "vpcC", "mpeg4": "esds"][codec]
  }

  // MARK: Audio

  /// The channel layouts that Core Audio has tags for, by FFmpeg's names.
  private static func channelLayout(_ format: TrackFormat) -> ManagedAudioChannelLayout? {
    let tags: [String: AudioChannelLayoutTag] = [
      "mono": kAudioChannelLayoutTag_Mono, "stereo": kAudioChannelLayoutTag_Stereo,
      "3.0": kAudioChannelLayoutTag_MPEG_3_0_A, "quad": kAudioChannelLayoutTag_Quadraphonic,
      "5.0": kAudioChannelLayoutTag_MPEG_5_0_A, "5.0(side)": kAudioChannelLayoutTag_MPEG_5_0_A,
      "5.1": kAudioChannelLayoutTag_MPEG_5_1_A, "5.1(side)": kAudioChannelLayoutTag_MPEG_5_1_A,
      "7.1": kAudioChannelLayoutTag_MPEG_7_1_C,
    ]
    return format.channelLayout.flatMap { tags[$0] }.map(ManagedAudioChannelLayout.init(tag:))
  }
}
