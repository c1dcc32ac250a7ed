import Foundation
import PlayheadBasics
import PlayheadMedia
import PlayheadSamples

/// Small H.264 video, for slow networks.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// H.264 video of medium size.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// H.264 video in the size of the source.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// HEVC video in the size of the source.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// H.264 video of at most 640 × 480 pixels.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264 video of at most 960 × 540 pixels.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264 video of at most 1280 × 720 pixels.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264 video of at most 1920 × 1080 pixels.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264 video of at most 3840 × 2160 pixels.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// HEVC video of at most 1920 × 1080 pixels.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC video of at most 3840 × 2160 pixels.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// The audio alone, as AAC.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
/// ProRes 422 video and linear PCM.
public let AVAssetExportPresetAppleProRes422LPCM = "AVAssetExportPresetAppleProRes422LPCM"

/// The encoding of a preset.
struct ExportPreset: Sendable {
  /// The public name.
  let name: String
  /// libavcodec's name of the video codec; nil for audio alone.
  var video: String?
  /// The size into which landscape video must fit; nil for that of the source.
  var box: (width: Int, height: Int)?
  /// The quality of the video from 0 to 1; nil for the encoder's default.
  var quality: Double?
  /// libavcodec's name of the audio codec.
  var audio = "aac"
  /// The bits per second of the audio; nil for the encoder's own.
  var audioBitRate: Int?
  /// The types of files that can be written.
  var types: [AVFileType] = [.mp4, .mov, .m4v]

  private static let all: [ExportPreset] = [
    ExportPreset(
      name: AVAssetExportPresetLowQuality, video: "h264", box: (224, 128), quality: 0.5, audioBitRate: 64_000),
    ExportPreset(
      name: AVAssetExportPresetMediumQuality, video: "h264", box: (568, 320), quality: 0.7, audioBitRate: 96_000),
    ExportPreset(name: AVAssetExportPresetHighestQuality, video: "h264", quality: 0.92, audioBitRate: 256_000),
    ExportPreset(name: AVAssetExportPresetHEVCHighestQuality, video: "hevc", quality: 0.92, audioBitRate: 256_000),
    ExportPreset(name: AVAssetExportPreset640x480, video: "h264", box: (640, 480), audioBitRate: 128_000),
    ExportPreset(name: AVAssetExportPreset960x540, video: "h264", box: (960, 540), audioBitRate: 128_000),
    ExportPreset(name: AVAssetExportPreset1280x720, video: "h264", box: (1280, 720), audioBitRate: 160_000),
    ExportPreset(name: AVAssetExportPreset1920x1080, video: "h264", box: (1920, 1080), audioBitRate: 192_000),
    ExportPreset(name: AVAssetExportPreset3840x2160, video: "h264", box: (3840, 2160), audioBitRate: 192_000),
    ExportPreset(name: AVAssetExportPresetHEVC1920x1080, video: "hevc", box: (1920, 1080), audioBitRate: 192_000),
    ExportPreset(name: AVAssetExportPresetHEVC3840x2160, video: "hevc", box: (3840, 2160), audioBitRate: 192_000),
    ExportPreset(name: AVAssetExportPresetAppleM4A, audioBitRate: 256_000, types: [.m4a]),
    ExportPreset(
      name: AVAssetExportPresetAppleProRes422LPCM, video: "prores", audio: "pcm_s16le", types: [.mov]),
  ]

  /// The presets whose encoders exist.
  static var available: [ExportPreset] {
    all.filter { MediaWriter.hasEncoder(of: $0.audio) && ($0.video.map { MediaWriter.hasEncoder(of: $0) } ?? true) }
  }

  /// The preset with a name; nil if there is none, or its encoders are missing.
  static func named(_ name: String) -> ExportPreset? { available.first { $0.name == name } }

  /// The settings of the video encoder for a track; nil for audio alone.
  func videoEncoding(_ track: TrackInfo) -> VideoEncoding? {
    guard let video else { return nil }
    var encoding = VideoEncoding(codecName: video)
    encoding.quality = quality
    // As Apple's presets: H.264 has a standard dynamic range, HEVC and ProRes that of the source.
    encoding.convertsHDR = video == "h264"
    if video == "prores" { encoding.profile = "2" }
    if let rate = track.video?.frameRate, rate > 0 { encoding.frameRate = rate }
    if let size = size(of: track) { (encoding.width, encoding.height) = (size.width, size.height) }
    return encoding
  }

  /// The size of the new frames in pixels: that of the stored ones, made smaller until it fits.
  func size(of track: TrackInfo) -> (width: Int, height: Int)? {
    guard let box, let info = track.video, info.width > 0, info.height > 0 else { return nil }
    let shown = (width: Double(info.width) * info.pixelAspect.ratio, height: Double(info.height))
    // Portrait video fits into the upright box, however it is stored.
    let isPortrait = (shown.width < shown.height) != info.transform.swapsSides
    let isUpright = isPortrait != info.transform.swapsSides
    let limit = isUpright ? (Double(box.height), Double(box.width)) : (Double(box.width), Double(box.height))
    let scale = min(1, limit.0 / shown.width, limit.1 / shown.height)
    func even(_ side: Double) -> Int { max(2, Int(saturating: (side / 2).rounded()) * 2) }
    return (even(Double(info.width) * scale), even(Double(info.height) * scale))
  }

  /// The bits per second that a track will approximately have.
  func estimatedDataRate(of track: TrackInfo) -> Double {
    switch track.kind {
    case .video:
      guard let video, let info = track.video, !track.isAttachedPicture else { return 0 }
      let size = size(of: track) ?? (info.width, info.height)
      // Rules of thumb: the bits that a pixel of a film takes.
      let bits = video == "prores" ? 2.3 : video == "hevc" ? 0.06 : 0.1
      return Double(size.width) * Double(size.height) * (info.frameRate > 0 ? info.frameRate : 30) * bits
    case .audio:
      guard let audio = track.audio else { return 0 }
      return audioBitRate.map { Double($0) } ?? Double(audio.sampleRate) * Double(audio.channels) * 16
    default: return 0
    }
  }

  /// The settings of the audio encoder.
  var audioEncoding: AudioEncoding {
    var encoding = AudioEncoding(codecName: audio, sampleRate: 0, channelCount: 0)
    encoding.bitRate = audioBitRate
    return encoding
  }
}
