import CoreGraphics
import CoreMedia
import Foundation
import PlayheadMedia

/// The dynamic range of video.
public struct AVVideoRange: RawRepresentable, Hashable, Sendable {
  /// The raw value.
  public let rawValue: String
  /// Creates a value from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Standard dynamic range.
  public static let sdr = AVVideoRange(rawValue: "SDR")
  /// Hybrid log-gamma.
  public static let hlg = AVVideoRange(rawValue: "HLG")
  /// Perceptual quantizer.
  public static let pq = AVVideoRange(rawValue: "PQ")
}

/// A variant of a stream (`EXT-X-STREAM-INF`), as its multivariant playlist declares it.
open class AVAssetVariant: NSObject, @unchecked Sendable {
  // Sendable: constants.
  let info: VariantInfo

  init(_ info: VariantInfo) {
    self.info = info
    super.init()
  }

  /// The URL of the media playlist.
  open var url: URL { info.url }
  /// The peak bit rate in bits per second; nil if not declared.
  open var peakBitRate: Double? { info.peakBitRate }
  /// The average bit rate in bits per second; nil if not declared.
  open var averageBitRate: Double? { info.averageBitRate }
  /// The video attributes; nil for a variant without video.
  open var videoAttributes: VideoAttributes? { info.hasVideo ? VideoAttributes(info) : nil }
  /// The audio attributes; nil if the playlist declares no audio.
  open var audioAttributes: AudioAttributes? {
    let attributes = AudioAttributes(info)
    return attributes.formatIDs.isEmpty && info.audioRenditions.isEmpty ? nil : attributes
  }

  /// Variants of one playlist are equal if all declared attributes are equal.
  open override func isEqual(_ object: Any?) -> Bool { (object as? AVAssetVariant)?.info == info }
  /// A hash value, equal for equal objects.
  open override var hash: Int { info.hashValue }

  /// The declared attributes of a variant's video.
  open class VideoAttributes: NSObject, @unchecked Sendable {
    // Sendable: constants.
    private let info: VariantInfo

    init(_ info: VariantInfo) {
      self.info = info
      super.init()
    }

    /// The dynamic range; standard if not declared.
    open var videoRange: AVVideoRange { AVVideoRange(rawValue: info.videoRange ?? "SDR") }
    /// The codecs as four-character codes.
    open var codecTypes: [CMVideoCodecType] { VariantCodecs.video(info.codecs) }
    /// The size in pixels; zero if not declared.
    open var presentationSize: CGSize { CGSize(width: info.width, height: info.height) }
    /// The frame rate in frames per second; nil if not declared.
    open var nominalFrameRate: Double? { info.frameRate }
  }

  /// The declared attributes of a variant's audio.
  open class AudioAttributes: NSObject, @unchecked Sendable {
    // Sendable: constants.
    private let info: VariantInfo

    init(_ info: VariantInfo) {
      self.info = info
      super.init()
    }

    /// The codecs as four-character codes.
    open var formatIDs: [AudioFormatID] { VariantCodecs.audio(info.codecs) }

    /// The attributes of an audio rendition; nil for an option that is not a rendition of this variant.
    open func renditionSpecificAttributes(
      for mediaSelectionOption: AVMediaSelectionOption
    ) -> RenditionSpecificAttributes? {
      let name = mediaSelectionOption.option.track.title
      return info.audioRenditions.first { $0.name == name }.map(RenditionSpecificAttributes.init)
    }

    /// The declared attributes of an audio rendition.
    open class RenditionSpecificAttributes: NSObject, @unchecked Sendable {
      // Sendable: constants.
      private let rendition: VariantInfo.AudioRendition

      init(_ rendition: VariantInfo.AudioRendition) {
        self.rendition = rendition
        super.init()
      }

      /// The number of channels; nil if not declared.
      open var channelCount: Int? { rendition.channelCount }
      /// Whether the audio is binaural, intended for headphones.
      open var isBinaural: Bool { rendition.isBinaural }
      /// Whether the audio is immersive.
      open var isImmersive: Bool { rendition.isImmersive }
      /// Whether the audio is a downmix of more channels.
      open var isDownmix: Bool { rendition.isDownmix }
    }
  }
}

/// Maps RFC 6381 codec names to four-character codes.
enum VariantCodecs {
  static func video(_ names: [String]) -> [UInt32] { codes(names) { videoFamilies.contains($0) ? $0 : nil } }

  static func audio(_ names: [String]) -> [UInt32] {
    codes(names) { family in
      switch family {
      case "mp4a": "aac "
      case "flac", "alac", "opus", "ac-3", "ec-3": family
      default: nil
      }
    }
  }

  private static let videoFamilies: Set<String> = [
    "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "av01", "vp09", "vp08", "mp4v", "vvc1",
  ]

  private static func codes(_ names: [String], _ code: (String) -> String?) -> [UInt32] {
    var found: [UInt32] = []
    for name in names {
      // `fLaC` and `Opus` occur in either case.
      let family = name.prefix { $0 != "." }.lowercased()
      // MP3 has three names in MP4 (RFC 6381 §3.3, ISO/IEC 14496-3 object type 34).
      let isMP3 = ["mp4a.40.34", "mp4a.69", "mp4a.6b"].contains(name.lowercased())
      guard let text = isMP3 ? code("mp4a").map({ _ in ".mp3" }) : code(family) else { continue }
      let value = text.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      if !found.contains(value) { found.append(value) }
    }
    return found
  }
}

extension AVPartialAsyncProperty where Root: AVURLAsset {
  /// The variants of a stream in playlist order; empty for other assets.
  public static var variants: AVAsyncProperty<Root, [AVAssetVariant]> { .init("variants") { $0.variants } }
}
