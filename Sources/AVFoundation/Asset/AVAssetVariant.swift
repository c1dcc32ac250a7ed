import CoreGraphics
import CoreMedia
import Foundation
import PlayheadFFmpeg

/// How bright and colourful a picture may be.
public struct AVVideoRange: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The usual range.
  public static let sdr = AVVideoRange(rawValue: "SDR")
  /// Hybrid log-gamma.
  public static let hlg = AVVideoRange(rawValue: "HLG")
  /// Perceptual quantizer.
  public static let pq = AVVideoRange(rawValue: "PQ")
}

/// One of several presentations of the same content in a stream (`EXT-X-STREAM-INF`): what its playlist says of it.
open class AVAssetVariant: NSObject, @unchecked Sendable {
  // Sendable: constants.
  let info: VariantInfo

  init(_ info: VariantInfo) {
    self.info = info
    super.init()
  }

  /// Where its playlist is.
  open var url: URL { info.url }
  /// Bits a second at its worst; nil where the playlist does not tell.
  open var peakBitRate: Double? { info.peakBitRate }
  /// Bits a second on average; nil where the playlist does not tell.
  open var averageBitRate: Double? { info.averageBitRate }
  /// Its pictures; nil where it has none.
  open var videoAttributes: VideoAttributes? { info.hasVideo ? VideoAttributes(info) : nil }
  /// Its sound; nil where the playlist tells of none.
  open var audioAttributes: AudioAttributes? {
    let attributes = AudioAttributes(info)
    return attributes.formatIDs.isEmpty && info.sounds.isEmpty ? nil : attributes
  }

  /// Variants of the same playlist are equal where everything that is told of them is.
  open override func isEqual(_ object: Any?) -> Bool { (object as? AVAssetVariant)?.info == info }
  open override var hash: Int { info.hashValue }

  /// What is told of a variant's pictures.
  open class VideoAttributes: NSObject, @unchecked Sendable {
    // Sendable: constants.
    private let info: VariantInfo

    init(_ info: VariantInfo) {
      self.info = info
      super.init()
    }

    /// Light and colours; standard where the playlist is silent.
    open var videoRange: AVVideoRange { AVVideoRange(rawValue: info.videoRange ?? "SDR") }
    /// Codecs as four characters in a number.
    open var codecTypes: [CMVideoCodecType] { VariantCodecs.video(info.codecs) }
    /// In pixels; zero where the playlist does not tell.
    open var presentationSize: CGSize { CGSize(width: info.width, height: info.height) }
    /// Pictures a second; nil where the playlist does not tell.
    open var nominalFrameRate: Double? { info.frameRate }
  }

  /// What is told of a variant's sound.
  open class AudioAttributes: NSObject, @unchecked Sendable {
    // Sendable: constants.
    private let info: VariantInfo

    init(_ info: VariantInfo) {
      self.info = info
      super.init()
    }

    /// Codecs as four characters in a number.
    open var formatIDs: [AudioFormatID] { VariantCodecs.audio(info.codecs) }

    /// What is told of one of its sounds; nil for an option that is none of them.
    open func renditionSpecificAttributes(
      for mediaSelectionOption: AVMediaSelectionOption
    ) -> RenditionSpecificAttributes? {
      let name = mediaSelectionOption.option.track.title
      return info.sounds.first { $0.name == name }.map(RenditionSpecificAttributes.init)
    }

    /// What is told of one sound.
    open class RenditionSpecificAttributes: NSObject, @unchecked Sendable {
      // Sendable: constants.
      private let sound: VariantInfo.Sound

      init(_ sound: VariantInfo.Sound) {
        self.sound = sound
        super.init()
      }

      /// nil where the playlist does not tell.
      open var channelCount: Int? { sound.channelCount }
      /// Whether it is made for headphones.
      open var isBinaural: Bool { sound.isBinaural }
      /// Whether it is made to surround its listeners.
      open var isImmersive: Bool { sound.isImmersive }
      /// Whether it was mixed down from more channels.
      open var isDownmix: Bool { sound.isDownmix }
    }
  }
}

/// From the names of RFC 6381 to four-character codes.
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
      // `fLaC` and `Opus` are written in either case.
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

extension AVURLAsset {
  /// The variants of a stream, in the order of its playlist; none for anything else. Key `variants`.
  public var variants: [AVAssetVariant] { info("variants")?.variants.map(AVAssetVariant.init) ?? [] }
}

extension AVPartialAsyncProperty where Root: AVURLAsset {
  /// The variants of a stream, in the order of its playlist; none for anything else.
  public static var variants: AVAsyncProperty<Root, [AVAssetVariant]> { .init("variants") { $0.variants } }
}
