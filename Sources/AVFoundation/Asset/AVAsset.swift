import Foundation
import PlayheadItems
import PlayheadMedia
import Synchronization

/// Timed audiovisual media: its duration, tracks and metadata. Creating an asset opens nothing.
///
/// An asset can be used by any number of player items. Loaded values never change. The synchronous properties block
/// until the resource has been opened, which can take seconds on a slow disk or network: use `load(_:)` where blocking
/// is not acceptable.
open class AVAsset: NSObject, NSCopying, AVAsynchronousKeyValueLoading, AssetMaking, @unchecked Sendable {
  // Sendable: constants, and the tracks behind a lock.
  let assetLoader: AssetLoader
  private let cachedTracks = Mutex<[AVAssetTrack]?>(nil)
  let cachedMetadata = Mutex<[AVMetadataItem]?>(nil)
  let cachedGroups = Mutex<[AVMediaSelectionGroup]?>(nil)

  init(loader: AssetLoader) {
    assetLoader = loader
    super.init()
  }

  // MARK: Loading

  /// The loading status of a property; does not start loading.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    status(of: key, error: outError)
  }

  /// Starts loading properties. The handler is called once, when each of them is loaded, failed or cancelled.
  open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (() -> Void)?) {
    load(keys, then: handler)
  }

  /// Cancels loading in progress. Properties being loaded become `cancelled`; a new request starts loading again.
  open func cancelLoading() { assetLoader.cancel() }

  // MARK: Properties

  /// The duration; `.zero` if loading failed, `.indefinite` for an endless stream. Key `duration`.
  open var duration: CMTime { info("duration")?.duration ?? .zero }

  /// The tracks in file order, without cover art and attachments; empty if loading failed. Key `tracks`.
  open var tracks: [AVAssetTrack] {
    guard let info = info("tracks") else { return [] }
    return cachedTracks.withLock { made in
      if let made { return made }
      let tracks = AVAssetTrack.tracks(of: info, asset: self)
      made = tracks
      return tracks
    }
  }

  /// Whether a player can play it: an audio or video track has a decoder. Key `playable`.
  open var isPlayable: Bool { info("playable")?.hasPlayableTrack ?? false }

  /// Whether its samples can be read and decoded. Key `readable`.
  open var isReadable: Bool { info("readable")?.hasPlayableTrack ?? false }

  /// Whether durations and times are exact. Formats without an index, such as MP3 and MPEG-TS, are estimated from their
  /// size.
  open var providesPreciseDurationAndTiming: Bool {
    guard let info = info("providesPreciseDurationAndTiming") else { return false }
    return info.declaresDuration || assetLoader.isMeasured
  }

  /// The permitted references to other files.
  open var referenceRestrictions: AVAssetReferenceRestrictions { .defaultPolicy }

  /// The metadata in all formats, in file order. Key `metadata`.
  open var metadata: [AVMetadataItem] {
    guard let details = details("metadata") else { return [] }
    return cachedMetadata.withLock { made in
      if let made { return made }
      let items = details.tags.map { AVMetadataItem(MetadataState($0, in: assetLoader.resource)) }
      made = items
      return items
    }
  }

  /// The preferred playback rate: 1.
  open var preferredRate: Float { 1 }

  /// The preferred volume: 1.
  open var preferredVolume: Float { 1 }

  /// The preferred transform of all video, in addition to that of each track: identity.
  open var preferredTransform: CGAffineTransform { .identity }

  /// The minimum distance from the live edge: invalid for assets that are not live.
  open var minimumTimeOffsetFromLive: CMTime { .invalid }

  /// Returns the asset itself: assets are immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The container information; blocks until the asset has been opened.
  func info(_ key: String) -> MediaInfo? {
    guard case .loaded(let info) = assetLoader.loadNow(key) else { return nil }
    return info
  }

  /// The container information that is already known, without details; nil until the asset has been opened.
  package var knownInfo: MediaInfo? { assetLoader.knownInfo }

  /// The container information with details, or the error; blocks.
  package func wholeInfo() throws(MediaError) -> MediaInfo {
    switch assetLoader.loadNow("metadata") {
    case .loaded(let info): return info
    case .failed(let error): throw error
    case .cancelled, .abandoned: throw MediaError(.cancelled, url: assetLoader.url)
    }
  }

  /// The container information beyond what playback needs; blocks until it has been read.
  func details(_ key: String) -> MediaDetails? { info(key)?.details }

  // MARK: Tracks

  /// The tracks of a media type; blocks until the asset has been opened.
  open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// The tracks with a media characteristic; blocks until the asset has been opened.
  open func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// The track with an identifier, or nil; blocks until the asset has been opened.
  open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
    tracks.first { $0.trackID == trackID }
  }

  /// Loads the tracks of a media type and passes them, or the error, to a handler on an unspecified thread.
  @preconcurrency
  open func loadTracks(
    withMediaType mediaType: AVMediaType, completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    loadAndDeliver(["tracks"], completionHandler) { $0.tracks(withMediaType: mediaType) }
  }

  /// Loads the tracks with a media characteristic and passes them, or the error, to a handler on an unspecified thread.
  @preconcurrency
  open func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    loadAndDeliver(["tracks"], completionHandler) { $0.tracks(withMediaCharacteristic: mediaCharacteristic) }
  }

  /// Loads the track with an identifier and passes it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  open func loadTrack(
    withTrackID trackID: CMPersistentTrackID,
    completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
  ) {
    loadAndDeliver(["tracks"], { completionHandler($0.flatMap { $0 }, $1) }, { $0.track(withTrackID: trackID) })
  }

  // MARK: Track groups and fragments

  /// The groups of alternative tracks. Key `trackGroups`.
  open var trackGroups: [AVAssetTrackGroup] {
    availableMediaCharacteristicsWithMediaSelectionOptions.compactMap { characteristic in
      let options = mediaSelectionGroup(forMediaCharacteristic: characteristic)?.options ?? []
      return options.count > 1 ? AVAssetTrackGroup(options.map(\.trackID)) : nil
    }
  }

  /// Whether some of its content is encrypted, regardless of whether it can be played. Key `hasProtectedContent`.
  open var hasProtectedContent: Bool {
    info("hasProtectedContent")?.tracks.contains(where: \.isProtected) ?? false
  }

  /// Whether it is a fragmented MP4 file. Key `containsFragments`.
  open var containsFragments: Bool { info("containsFragments")?.isFragmented ?? false }

  /// Whether further fragments may follow, according to its header. Key `canContainFragments`.
  open var canContainFragments: Bool { info("canContainFragments")?.isFragmented ?? false }

  /// The expected final duration of a growing file; invalid otherwise. Key `overallDurationHint`.
  open var overallDurationHint: CMTime { .invalid }

  /// An identifier that no track has; blocks until the asset has been opened.
  open func unusedTrackID() -> CMPersistentTrackID { (tracks.map(\.trackID).max() ?? 0) + 1 }

  /// Finds an identifier that no track has and passes it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  open func findUnusedTrackID(completionHandler: @escaping @Sendable (CMPersistentTrackID, (any Error)?) -> Void) {
    loadAndDeliver(["tracks"], { completionHandler($0 ?? 0, $1) }) { $0.unusedTrackID() }
  }

  // MARK: Media selection

  /// The media characteristics that have selectable options. Key
  /// `availableMediaCharacteristicsWithMediaSelectionOptions`.
  open var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] {
    selectionGroups.map(\.group.characteristic)
  }

  /// The group of `visual`, `audible` or `legible` options; nil if there are none, and for other characteristics.
  open func mediaSelectionGroup(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVMediaSelectionGroup? {
    selectionGroups.first { $0.group.characteristic == mediaCharacteristic }
  }

  /// Loads the group of a characteristic and passes it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  open func loadMediaSelectionGroup(
    for mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable (AVMediaSelectionGroup?, (any Error)?) -> Void
  ) {
    loadAndDeliver([Self.selectionKey], { completionHandler($0.flatMap { $0 }, $1) }) {
      $0.mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
    }
  }

  /// The default selection. Key `preferredMediaSelection`.
  open var preferredMediaSelection: AVMediaSelection {
    AVMediaSelection(
      asset: self,
      choices: Dictionary(
        uniqueKeysWithValues: selectionGroups.map {
          ($0.group.characteristic, AVMediaSelection.Choice(option: $0.defaultOption, isAutomatic: true))
        }))
  }

  /// All combinations of options, including no option where that is allowed. Key `allMediaSelections`.
  open var allMediaSelections: [AVMediaSelection] {
    var combinations: [[AVMediaCharacteristic: AVMediaSelection.Choice]] = [[:]]
    for group in selectionGroups {
      let options: [AVMediaSelectionOption?] = group.options + (group.allowsEmptySelection ? [nil] : [])
      combinations = combinations.flatMap { combination in
        options.map { option in
          combination.merging([group.group.characteristic: .init(option: option, isAutomatic: false)]) { $1 }
        }
      }
      combinations = Array(combinations.prefix(Self.combinationLimit))
    }
    return combinations.map { AVMediaSelection(asset: self, choices: $0) }
  }

  // MARK: Chapters

  /// The languages of the chapter titles. Titles without a language have the language `und`. Key
  /// `availableChapterLocales`.
  open var availableChapterLocales: [Locale] {
    ChapterList(details("availableChapterLocales")?.chapters ?? []).languages.map { Locale(identifier: $0) }
  }

  /// The chapters with a title in a language, in order of time: one group each, with the title as its first item.
  ///
  /// - Parameters:
  ///   - locale: One of `availableChapterLocales`.
  ///   - commonKeys: The further items to include. Chapters have only artwork; nil and other keys add nothing.
  /// - Returns: An empty array if there are no chapters in that language.
  open func chapterMetadataGroups(
    withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey]?
  ) -> [AVTimedMetadataGroup] {
    groups(in: locale.identifier, withArtwork: commonKeys?.contains(.commonKeyArtwork) ?? false)
  }

  /// The chapters with titles in the best of the preferred languages, or else in the file's first language.
  ///
  /// Includes the chapters' artwork.
  open func chapterMetadataGroups(
    bestMatchingPreferredLanguages preferredLanguages: [String]
  ) -> [AVTimedMetadataGroup] {
    let list = ChapterList(details("chapterMetadataGroups")?.chapters ?? [])
    guard let language = list.best(preferredLanguages) else { return [] }
    return groups(in: language, withArtwork: true)
  }

  /// Loads the chapters with titles in the best of the preferred languages and passes them, or the error, to a handler
  /// on an unspecified thread.
  @preconcurrency
  open func loadChapterMetadataGroups(
    bestMatchingPreferredLanguages preferredLanguages: [String],
    completionHandler: @escaping @Sendable ([AVTimedMetadataGroup]?, (any Error)?) -> Void
  ) {
    loadAndDeliver(["chapterMetadataGroups"], completionHandler) {
      $0.chapterMetadataGroups(bestMatchingPreferredLanguages: preferredLanguages)
    }
  }

  // MARK: Metadata

  /// The metadata with keys common to several formats. Key `commonMetadata`.
  open var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }

  /// The available metadata formats, in file order. Key `availableMetadataFormats`.
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

  /// The creation date: the one in the metadata, or else the date at which the file was written. Key `creationDate`.
  open var creationDate: AVMetadataItem? {
    let dates = metadata.filter { $0.commonKey == .commonKeyCreationDate }
    return dates.first { $0.keySpace != .common } ?? dates.first
  }

  /// The lyrics of a song; nil if there are none. Key `lyrics`.
  open var lyrics: String? {
    metadata.first { item in
      switch MetadataKeys.text(item.key, in: item.keySpace) {
      case "©lyr"?: item.keySpace == .iTunes
      case "USLT"?: item.keySpace == .id3
      case "LYRICS"?, "UNSYNCEDLYRICS"?: item.keySpace == .vorbis || item.keySpace == .matroska
      default: false
      }
    }?.stringValue
  }
}

extension AVAsset: AssetKeyLoading {
  func hasProperty(_ key: String) -> Bool { Self.propertyKeys.contains(key) }

  private static let propertyKeys: Set<String> = [
    "duration", "tracks", "playable", "readable", "providesPreciseDurationAndTiming", "preferredRate",
    "preferredVolume", "preferredTransform", "minimumTimeOffsetFromLive", "metadata", "commonMetadata",
    "availableMetadataFormats", "availableChapterLocales", "creationDate", "lyrics", "chapterMetadataGroups",
    "availableMediaCharacteristicsWithMediaSelectionOptions", "preferredMediaSelection", "allMediaSelections",
    "hasProtectedContent", "overallDurationHint", "trackGroups", "containsFragments", "canContainFragments",
    "variants",
  ]
}
