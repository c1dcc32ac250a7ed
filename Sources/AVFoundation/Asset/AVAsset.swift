import Foundation
import PlayheadEngine
import PlayheadFFmpeg
import Synchronization

/// Media that can be played: how long it is and which tracks it has. Making one opens nothing.
///
/// One asset may be played by any number of items. What it says never changes once it is loaded. The properties wait until the
/// resource was opened, which may take seconds when its disk or sender is slow: use `load(_:)` where waiting is not allowed.
open class AVAsset: NSObject, NSCopying, AVAsynchronousKeyValueLoading, AssetMaking, @unchecked Sendable {
  // Sendable: constants, and the tracks behind a lock.
  let assetLoader: AssetLoader
  private let madeTracks = Mutex<[AVAssetTrack]?>(nil)
  let madeMetadata = Mutex<[AVMetadataItem]?>(nil)
  let madeGroups = Mutex<[AVMediaSelectionGroup]?>(nil)

  init(loader: AssetLoader) {
    assetLoader = loader
    super.init()
  }

  // MARK: Loading

  public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    status(of: key, error: outError)
  }

  public func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (() -> Void)?) {
    load(keys, then: handler)
  }

  /// Ends loading under way. Properties that were being loaded become `cancelled`; asking again starts anew.
  open func cancelLoading() { assetLoader.cancel() }

  // MARK: Properties

  /// How long it is; `.zero` when loading failed, `.indefinite` when it has no end. Key `duration`.
  open var duration: CMTime { info("duration")?.duration ?? .zero }

  /// Its tracks in the order of the file, without cover pictures and attachments; empty when loading failed. Key `tracks`.
  open var tracks: [AVAssetTrack] {
    guard let info = info("tracks") else { return [] }
    return madeTracks.withLock { made in
      if let made { return made }
      let tracks = AVAssetTrack.tracks(of: info, asset: self)
      made = tracks
      return tracks
    }
  }

  /// Whether a player can play it: it has a track with sound or pictures and a decoder for it. Key `playable`.
  open var isPlayable: Bool { info("playable")?.hasPlayableTrack ?? false }

  /// Whether its samples can be read and decoded. Key `readable`.
  open var isReadable: Bool { info("readable")?.hasPlayableTrack ?? false }

  /// Whether durations and times are exact. Streams without an index, such as MP3 and MPEG-TS, are measured by their size.
  open var providesPreciseDurationAndTiming: Bool {
    guard let info = info("providesPreciseDurationAndTiming") else { return false }
    return info.statesItsLength || assetLoader.isMeasured
  }

  /// Which references to other files it may follow.
  open var referenceRestrictions: AVAssetReferenceRestrictions { .defaultPolicy }

  /// What is said about it, in the order of the file, in every format there is. Key `metadata`.
  open var metadata: [AVMetadataItem] {
    guard let details = details("metadata") else { return [] }
    return madeMetadata.withLock { made in
      if let made { return made }
      let items = details.tags.map { AVMetadataItem(MetadataState($0, in: assetLoader.resource)) }
      made = items
      return items
    }
  }

  /// The rate at which it wants to be played: 1.
  open var preferredRate: Float { 1 }

  /// The volume at which it wants to be heard: 1.
  open var preferredVolume: Float { 1 }

  /// How all pictures are to be turned, beside what each track asks for: not at all.
  open var preferredTransform: CGAffineTransform { .identity }

  /// How close to the live edge one may play: invalid, for what is not live.
  open var minimumTimeOffsetFromLive: CMTime { .invalid }

  /// Itself: assets do not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// What the container says; waits until it was opened.
  func info(_ key: String) -> MediaInfo? {
    guard case .loaded(let info) = assetLoader.loadNow(key) else { return nil }
    return info
  }

  /// What the container says, details included, or why nobody knows; waits.
  package func wholeInfo() throws(MediaError) -> MediaInfo {
    switch assetLoader.loadNow("metadata") {
    case .loaded(let info): return info
    case .failed(let error): throw error
    case .cancelled, .abandoned: throw MediaError(.cancelled, url: assetLoader.url)
    }
  }

  /// What the container says beyond what playing needs; waits until somebody has looked.
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
