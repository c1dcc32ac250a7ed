import Foundation
import PlayheadEngine
import PlayheadFFmpeg
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
  public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    status(of: key, error: outError)
  }

  /// Starts loading properties. The handler is called once, when each of them is loaded, failed or cancelled.
  public func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (() -> Void)?) {
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
