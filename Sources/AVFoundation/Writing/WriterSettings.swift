import AVFAudio
import Foundation
import PlayheadBasics
import PlayheadMedia
import PlayheadSamples

/// Output settings of a writer's input, read from a program's dictionary.
enum WriterSettings {
  /// The coding of samples; nil for settings that are impossible, or whose encoder is missing.
  static func coding(_ settings: [String: Any]?, _ mediaType: AVMediaType) -> WriterTrack.Coding? {
    guard let settings else { return .copied }
    switch mediaType {
    case .video: return video(settings).map { .video($0) }
    case .audio: return audio(settings).map { .audio($0) }
    default: return nil
    }
  }

  private static func number(_ value: Any?) -> Double? {
    (value as? NSNumber)?.doubleValue ?? (value as? any BinaryInteger).map { Double($0) } ?? (value as? Double)
      ?? (value as? Float).map { Double($0) } ?? (value as? CGFloat).map { Double($0) }
  }

  private static func integer(_ value: Any?) -> Int? { number(value).map { Int(saturating: $0.rounded()) } }

  private static func truth(_ value: Any?) -> Bool? { (value as? Bool) ?? number(value).map { $0 != 0 } }

  // MARK: Video

  private static func video(_ settings: [String: Any]) -> VideoEncoding? {
    let value = settings[AVVideoCodecKey]
    let type = (value as? AVVideoCodecType) ?? (value as? String).map { AVVideoCodecType(rawValue: $0) }
    guard let type, var result = encoder(of: type) else { return nil }
    result.width = integer(settings[AVVideoWidthKey])
    result.height = integer(settings[AVVideoHeightKey])
    for side in [result.width, result.height] {
      if let side, !(1...16_384).contains(side) { return nil }
    }
    let properties = settings[AVVideoCompressionPropertiesKey] as? [String: Any] ?? [:]
    result.bitRate = integer(properties[AVVideoAverageBitRateKey])
    result.quality = number(properties[AVVideoQualityKey])
    result.keyframeInterval = integer(properties[AVVideoMaxKeyFrameIntervalKey])
    result.allowsReordering = truth(properties[AVVideoAllowFrameReorderingKey]) ?? true
    result.frameRate = number(properties[AVVideoExpectedSourceFrameRateKey])
    if type == .h264, let profile = properties[AVVideoProfileLevelKey] as? String {
      let names = ["baseline", "main", "high"]
      result.profile = names.first { profile.lowercased().contains($0) }
    }
    return MediaWriter.hasEncoder(of: result.codecName) ? result : nil
  }

  private static func encoder(of type: AVVideoCodecType) -> VideoEncoding? {
    // FFmpeg's numbers of the profiles of ProRes.
    let proRes: [AVVideoCodecType: String] = [
      .proRes422Proxy: "0", .proRes422LT: "1", .proRes422: "2", .proRes422HQ: "3", .proRes4444: "4",
    ]
    if let profile = proRes[type] {
      var settings = VideoEncoding(codecName: "prores")
      settings.profile = profile
      if type == .proRes4444 { settings.pixelFormat = "yuv444p10le" }
      return settings
    }
    let names: [AVVideoCodecType: String] = [.h264: "h264", .hevc: "hevc", .jpeg: "mjpeg"]
    return names[type].map { VideoEncoding(codecName: $0) }
  }

  // MARK: Audio

  private static func audio(_ settings: [String: Any]) -> AudioEncoding? {
    guard let identifier = number(settings[AVFormatIDKey]) else { return nil }
    let (rate, channels) = (integer(settings[AVSampleRateKey]) ?? 0, integer(settings[AVNumberOfChannelsKey]) ?? 0)
    guard rate == 0 || (1000...768_000).contains(rate), (0...64).contains(channels) else { return nil }
    let codec: String
    switch identifier {
    case Double(kAudioFormatLinearPCM):
      guard let format = PCMFormat(settings: settings), !format.isPlanar else { return nil }
      let order = format.isBigEndian ? "be" : "le"
      codec = format.bitDepth == 8 ? "pcm_u8" : "pcm_\(format.isFloat ? "f" : "s")\(format.bitDepth)\(order)"
    case Double(kAudioFormatMPEG4AAC): codec = "aac"
    case Double(kAudioFormatAppleLossless): codec = "alac"
    case Double(kAudioFormatFLAC): codec = "flac"
    case Double(kAudioFormatOpus): codec = "opus"
    case Double(kAudioFormatMPEGLayer3): codec = "mp3"
    case Double(kAudioFormatAC3): codec = "ac3"
    default: return nil
    }
    guard MediaWriter.hasEncoder(of: codec) else { return nil }
    var result = AudioEncoding(codecName: codec, sampleRate: rate, channelCount: channels)
    result.bitRate = integer(settings[AVEncoderBitRateKey])
    result.bitDepth = integer(settings[AVEncoderBitDepthHintKey])
    return result
  }
}
