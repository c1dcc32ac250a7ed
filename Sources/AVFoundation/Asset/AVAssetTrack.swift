import Foundation
import PlayheadEngine
import PlayheadFFmpeg

/// One track of an asset: pictures, sound or text. Everything about it is known as soon as there is one.
open class AVAssetTrack: NSObject, NSCopying, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  // Sendable: constants; weak references are read atomically.
  let info: TrackInfo
  let assetLoader: AssetLoader

  /// The asset that the track belongs to; nil when it is gone.
  public private(set) weak var asset: AVAsset?

  /// Identifies the track within its asset; greater than zero.
  public var trackID: CMPersistentTrackID { info.trackID }

  /// What kind of media it has.
  public let mediaType: AVMediaType

  /// Whether it is played when nobody chooses: the file's own flag. Key `enabled`.
  public let isEnabled: Bool

  init(_ info: TrackInfo, mediaType: AVMediaType, isEnabled: Bool, asset: AVAsset) {
    self.info = info
    assetLoader = asset.assetLoader
    self.mediaType = mediaType
    self.isEnabled = isEnabled
    self.asset = asset
    super.init()
  }

  /// The same track of an asset, described otherwise.
  convenience init(_ info: TrackInfo, replacing old: AVAssetTrack, asset: AVAsset) {
    self.init(info, mediaType: old.mediaType, isEnabled: old.isEnabled, asset: asset)
  }

  // MARK: Loading

  /// `loaded` for every property, `failed` for names that are none.
  public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    status(of: key, error: outError)
  }

  /// Calls the handler at once: there is nothing left to load.
  public func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (() -> Void)?) {
    load(keys, then: handler)
  }

  // MARK: Properties

  /// Whether a player can play it: it has sound or pictures and there is a decoder.
  open var isPlayable: Bool { info.isDecodable && (mediaType == .video || mediaType == .audio) }

  /// Whether a decoder for it is installed.
  open var isDecodable: Bool { info.isDecodable }

  /// From where to where it plays on the asset's timeline.
  open var timeRange: CMTimeRange { info.timeRange }

  /// Units a second of its times.
  open var naturalTimeScale: CMTimeScale { info.timescale }

  /// Bits a second on average; 0 where the container does not say.
  open var estimatedDataRate: Float {
    if info.dataRate > 0 { return Float(info.dataRate) }
    let seconds = timeRange.duration.seconds
    guard seconds > 0, let bytes = details("estimatedDataRate")?.byteCount else { return 0 }
    return Float(Double(bytes) * 8 / seconds)
  }

  /// The language as ISO 639-2/T, such as `deu`; nil where the file has none.
  open var languageCode: String? { info.language.flatMap(LanguageTag.threeLetters) }

  /// The language as BCP 47, such as `pt-BR`; nil where the file has no such tag.
  open var extendedLanguageTag: String? {
    if let tag = details("extendedLanguageTag")?.extendedLanguage { return LanguageTag.canonical(tag) }
    guard let language = info.language, language.contains("-") else { return nil }
    return LanguageTag.canonical(language)
  }

  /// The volume at which it wants to be heard: 1.
  open var preferredVolume: Float { 1 }

  /// The size of its pictures in square pixels, before `preferredTransform`; zero without pictures.
  open var naturalSize: CGSize { info.naturalSize }

  /// How its pictures are to be turned and mirrored to be seen upright, moved back to the first quadrant.
  open var preferredTransform: CGAffineTransform {
    guard let video = info.video else { return .identity }
    return CGAffineTransform(video.transform, of: naturalSize)
  }

  /// Pictures a second on average; 0 where unknown and without pictures.
  open var nominalFrameRate: Float { Float(info.video?.frameRate ?? 0) }

  /// The shortest time that a picture is seen; invalid where unknown.
  open var minFrameDuration: CMTime { info.video?.minFrameDuration ?? .invalid }

  /// Whether its media has a characteristic.
  open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    mediaCharacteristics.contains(mediaCharacteristic)
  }

  /// What the container says of the track beyond what playing needs; waits until somebody has looked.
  func details(_ key: String) -> TrackDetails? {
    guard case .loaded(let found) = assetLoader.loadNow(key) else { return nil }
    return found.details?.tracks[info.index]
  }

  /// Itself: tracks do not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension AVAssetTrack: AssetKeyLoading {
  func hasProperty(_ key: String) -> Bool {
    let keys: Set = [
      "enabled", "playable", "decodable", "timeRange", "naturalTimeScale", "estimatedDataRate", "languageCode",
      "extendedLanguageTag", "preferredVolume", "naturalSize", "preferredTransform", "nominalFrameRate",
      "minFrameDuration", "mediaCharacteristics", "metadata", "commonMetadata", "availableMetadataFormats", "segments",
      "availableTrackAssociationTypes", "totalSampleDataLength", "formatDescriptions", "requiresFrameReordering",
      "selfContained",
    ]
    return keys.contains(key)
  }

  var mediaCharacteristics: [AVMediaCharacteristic] {
    // Titles of chapters are no text to read along with the film.
    if info.isChapterList { return [] }
    return switch mediaType {
    case .video: [.visual, .frameBased] + info.pictureCharacteristics
    case .audio: [.audible]
    case .subtitle, .closedCaption, .text: info.isForced ? [.legible, .containsOnlyForcedSubtitles] : [.legible]
    default: []
    }
  }
}
