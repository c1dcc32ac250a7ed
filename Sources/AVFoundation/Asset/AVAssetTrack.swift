import Foundation
import PlayheadMedia

/// A track of an asset: video, audio, text or metadata. Its properties are known as soon as the track exists.
open class AVAssetTrack: NSObject, NSCopying, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  // Sendable: constants; weak references are read atomically.
  private let storedInfo: TrackInfo
  private let storedEnabled: Bool
  let assetLoader: AssetLoader

  /// The asset that contains the track; nil once it has been released.
  open private(set) weak var asset: AVAsset?

  /// The identifier of the track within its asset; greater than zero.
  open var trackID: CMPersistentTrackID { info.trackID }

  /// The media type of the track.
  open private(set) var mediaType: AVMediaType

  /// Whether the track plays by default: the file's own flag. Key `enabled`.
  open var isEnabled: Bool { storedEnabled }

  /// The properties of the track.
  var info: TrackInfo { storedInfo }

  init(_ info: TrackInfo, mediaType: AVMediaType, isEnabled: Bool, asset: AVAsset) {
    storedInfo = info
    assetLoader = asset.assetLoader
    self.mediaType = mediaType
    storedEnabled = isEnabled
    self.asset = asset
    super.init()
  }

  /// The same track of another asset, with updated information.
  convenience init(_ info: TrackInfo, replacing old: AVAssetTrack, asset: AVAsset) {
    self.init(info, mediaType: old.mediaType, isEnabled: old.isEnabled, asset: asset)
  }

  // MARK: Loading

  /// The loading status: `loaded` for every property, `failed` for unknown names.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    status(of: key, error: outError)
  }

  /// Calls the handler immediately: nothing remains to be loaded.
  open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (() -> Void)?) {
    load(keys, then: handler)
  }

  // MARK: Properties

  /// Whether a player can play it: an audio or video track with a decoder.
  open var isPlayable: Bool { info.isDecodable && (mediaType == .video || mediaType == .audio) }

  /// Whether a decoder for it is installed.
  open var isDecodable: Bool { info.isDecodable }

  /// The time range of the track on the asset's timeline.
  open var timeRange: CMTimeRange { info.timeRange }

  /// The timescale of its times, in units per second.
  open var naturalTimeScale: CMTimeScale { info.timescale }

  /// The average data rate in bits per second; 0 if unknown.
  open var estimatedDataRate: Float {
    if info.dataRate > 0 { return Float(info.dataRate) }
    let seconds = timeRange.duration.seconds
    guard seconds > 0, let bytes = details("estimatedDataRate")?.byteCount else { return 0 }
    return Float(Double(bytes) * 8 / seconds)
  }

  /// The language as ISO 639-2/T, such as `deu`; nil if the file declares none.
  open var languageCode: String? { info.language.flatMap(LanguageTag.threeLetters) }

  /// The language as BCP 47, such as `pt-BR`; nil if the file has no such tag.
  open var extendedLanguageTag: String? {
    if let tag = details("extendedLanguageTag")?.extendedLanguage { return LanguageTag.canonical(tag) }
    guard let language = info.language, language.contains("-") else { return nil }
    return LanguageTag.canonical(language)
  }

  /// The preferred volume: 1.
  open var preferredVolume: Float { 1 }

  /// The size of its frames in square pixels, before `preferredTransform`; zero for tracks without video.
  open var naturalSize: CGSize { info.naturalSize }

  /// The rotation and mirroring that show frames upright, translated back to the first quadrant.
  open var preferredTransform: CGAffineTransform {
    guard let video = info.video else { return .identity }
    return CGAffineTransform(video.transform, of: naturalSize)
  }

  /// The average frame rate in frames per second; 0 if unknown or not video.
  open var nominalFrameRate: Float { Float(info.video?.frameRate ?? 0) }

  /// The shortest frame duration; invalid if unknown.
  open var minFrameDuration: CMTime { info.video?.minFrameDuration ?? .invalid }

  /// Whether the track has a media characteristic.
  open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    mediaCharacteristics.contains(mediaCharacteristic)
  }

  /// The container information beyond what playback needs; blocks until it has been read.
  func details(_ key: String) -> TrackDetails? {
    guard case .loaded(let found) = assetLoader.loadNow(key) else { return nil }
    return found.details?.tracks[info.index]
  }

  /// Returns the track itself: tracks are immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Associated tracks

  /// The kinds of association that the file declares for this track. Key `availableTrackAssociationTypes`.
  open var availableTrackAssociationTypes: [AssociationType] {
    let known: [AssociationType] = [
      .audioFallback, .chapterList, .forcedSubtitlesOnly, .selectionFollower, .timecode, .metadataReferent,
    ]
    return known.filter { references[$0.rawValue]?.isEmpty == false }
  }

  /// The tracks associated with this one, in the order of the file's list. Missing tracks are omitted.
  open func associatedTracks(ofType trackAssociationType: AssociationType) -> [AVAssetTrack] {
    guard let tracks = asset?.tracks else { return [] }
    return (references[trackAssociationType.rawValue] ?? []).compactMap { identifier in
      tracks.first { $0.trackID == identifier && $0 !== self }
    }
  }

  /// Loads the tracks associated with this one and passes them, or the error, to a handler on an unspecified thread.
  @preconcurrency
  open func loadAssociatedTracks(
    ofType trackAssociationType: AssociationType,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    loadAndDeliver(["associatedTracks"], completionHandler) { $0.associatedTracks(ofType: trackAssociationType) }
  }

  // MARK: Timeline and samples

  /// The segments of the track's timeline in order, including empty ones. Key `segments`.
  open var segments: [AVAssetTrackSegment] { timeline.mappings.map(AVAssetTrackSegment.init) }

  /// The segment that contains a time; the nearest one for a time outside the track, nil for a non-numeric time.
  open func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
    timeline.mapping(at: trackTime).map(AVAssetTrackSegment.init)
  }

  /// The media time for a track time, mapped through the edit list. Invalid inside an empty edit.
  open func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime { timeline.sourceTime(at: trackTime) }

  /// Loads the segment that contains a time and passes it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  open func loadSegment(
    forTrackTime trackTime: CMTime, completionHandler: @escaping @Sendable (AVAssetTrackSegment?, (any Error)?) -> Void
  ) {
    loadAndDeliver(["segments"], { completionHandler($0.flatMap { $0 }, $1) }) { $0.segment(forTrackTime: trackTime) }
  }

  /// Loads the media time for a track time and passes it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  open func loadSamplePresentationTime(
    forTrackTime trackTime: CMTime, completionHandler: @escaping @Sendable (CMTime, (any Error)?) -> Void
  ) {
    loadAndDeliver(["segments"], { completionHandler($0 ?? .invalid, $1) }) {
      $0.samplePresentationTime(forTrackTime: trackTime)
    }
  }

  /// The formats of the samples: `CMFormatDescription`s, one per track. Key `formatDescriptions`.
  open var formatDescriptions: [Any] { typedFormatDescriptions }

  /// The size of all samples in bytes; 0 if unknown. Key `totalSampleDataLength`.
  open var totalSampleDataLength: Int64 { details("totalSampleDataLength")?.byteCount ?? 0 }

  /// Whether frames are decoded in a different order than they are presented. Key `requiresFrameReordering`.
  open var requiresFrameReordering: Bool { details("requiresFrameReordering")?.format.reordersFrames ?? false }

  /// Whether all samples are in the file: true, as references to other files are not followed. Key `selfContained`.
  open var isSelfContained: Bool { true }

  // MARK: Metadata

  /// The metadata of the track. Key `metadata`.
  open var metadata: [AVMetadataItem] {
    (details("metadata")?.tags ?? []).map { AVMetadataItem(MetadataState($0, in: assetLoader.resource)) }
  }

  /// The metadata with keys common to several formats. Key `commonMetadata`.
  open var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }

  /// The available metadata formats. Key `availableMetadataFormats`.
  open var availableMetadataFormats: [AVMetadataFormat] { metadata.formats }

  /// The metadata of one format.
  open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] { metadata.items(of: format) }

  /// Loads the metadata of one format and passes it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  open func loadMetadata(
    for format: AVMetadataFormat, completionHandler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
  ) {
    loadAndDeliver(["metadata"], completionHandler) { $0.metadata(forFormat: format) }
  }
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
    // Chapter titles are not subtitles.
    if info.isChapterList { return [] }
    return switch mediaType {
    case .video: [.visual, .frameBased] + info.videoCharacteristics
    case .audio: [.audible]
    case .subtitle, .closedCaption, .text: info.isForced ? [.legible, .containsOnlyForcedSubtitles] : [.legible]
    default: []
    }
  }
}
