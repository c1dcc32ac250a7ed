import Foundation
import Observation
import PlayheadCaptionTracks
import PlayheadEngine
import PlayheadItems
import PlayheadStreaming
import Synchronization

/// The state of an asset during playback: its status, duration, tracks and buffered ranges.
///
/// Opening starts when a player receives the item; add observers before that, or with `.initial`. An asset can have
/// many items; an item belongs to one player at a time. After it has left its player, its properties keep their last
/// values.
@preconcurrency @MainActor
open class AVPlayerItem: NSObject, NSCopying {
  nonisolated let source: AVAsset
  nonisolated let engineItem: EngineItem
  nonisolated let state = Mutex(ItemState())
  nonisolated let pendingSeek = Mutex<PendingSeek?>(nil)
  nonisolated let outputList = Mutex<[AVPlayerItemOutput]>([])
  nonisolated let storedTextStyleRules = Mutex<[AVTextStyleRule]?>(nil)
  nonisolated let storedExternalMetadata = Mutex<[AVMetadataItem]>([])
  nonisolated let storedCaptionSettings = Mutex(CaptionSettings())
  /// The caption files that were added.
  nonisolated let sidecarList = SidecarList()
  /// The processing of the decoded tracks.
  nonisolated let processing = Mutex(ItemProcessing())
  nonisolated let registrar = ObservationRegistrar()
  /// The client's selections.
  nonisolated let mediaChoices = Mutex<[AVMediaCharacteristic: AVMediaSelection.Choice]>([:])
  nonisolated let collectorList = Mutex<[AVPlayerItemMediaDataCollector]>([])

  /// The asset keys that are loaded when the item is ready to play, in addition to those that playback needs.
  nonisolated open var automaticallyLoadedAssetKeys: [String] { storedAutomaticallyLoadedAssetKeys }
  /// The value of `automaticallyLoadedAssetKeys`.
  nonisolated private let storedAutomaticallyLoadedAssetKeys: [String]

  /// Creates an item for an asset.
  ///
  /// - Parameters:
  ///   - asset: Retained; the item's `asset` is the same object.
  ///   - automaticallyLoadedAssetKeys: The keys to load before the item is ready; nil for `duration`.
  nonisolated public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
    PlaybackObservation.noteObjectCreated()
    source = asset
    let loader = asset.assetLoader
    let keys = automaticallyLoadedAssetKeys ?? ["duration"]
    engineItem = EngineItem(
      url: loader.url, options: loader.options, isMeasured: loader.isMeasured, readsDetails: loader.lacks(keys),
      composition: (asset as? AVComposition)?.compositionDescription)
    storedAutomaticallyLoadedAssetKeys = keys
    engineItem.changeInterstitials { $0.followsStream = true }
    engineItem.changeLiveConfiguration { $0.reloadsWhilePaused = false }
    super.init()
  }

  /// Creates an item for an asset.
  nonisolated public convenience init(asset: AVAsset) {
    self.init(asset: asset, automaticallyLoadedAssetKeys: nil)
  }

  /// Creates an item for an asset, with properties to load before the item is ready.
  nonisolated public convenience init(
    asset: AVAsset, automaticallyLoadedAssetKeys: [AVPartialAsyncProperty<AVAsset>] = []
  ) {
    self.init(asset: asset, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys.map(\.key))
  }

  /// Creates an item for the resource at a URL.
  nonisolated public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

  deinit {
    dropPendingSeek()
    StringKeyObservers.forget(self)
  }

  /// Returns an item with the same asset and settings and no player. Position and outputs are not copied.
  nonisolated open override func copy() -> Any { copy(with: nil) }

  /// Returns an item with the same asset and settings and no player. Position and outputs are not copied.
  nonisolated open func copy(with zone: NSZone? = nil) -> Any {
    let copy = AVPlayerItem(asset: source, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys)
    copy.forwardPlaybackEndTime = forwardPlaybackEndTime
    copy.reversePlaybackEndTime = reversePlaybackEndTime
    copy.adoptSelection(of: self)
    copy.audioTimePitchAlgorithm = audioTimePitchAlgorithm
    copy.setAudioMix(processing.withLock { $0.audioMix })
    copy.videoComposition = videoComposition
    copy.automaticallyHandlesInterstitialEvents = automaticallyHandlesInterstitialEvents
    copy.preferredForwardBufferDuration = preferredForwardBufferDuration
    copy.textStyleRules = textStyleRules
    copy.captionSettings = captionSettings
    copy.audioEffects = audioEffects
    copy.videoFilters = videoFilters
    copy.hardwareDecoding = hardwareDecoding
    copy.passthroughCodecs = passthroughCodecs
    let metadata = storedExternalMetadata.withLock { $0 }
    copy.storedExternalMetadata.withLock { $0 = metadata }
    copy.engineItem.changeVariantPreferences { [engineItem] in $0 = engineItem.variantPreferences }
    copy.engineItem.changeLiveConfiguration { [engineItem] in $0 = engineItem.liveConfiguration }
    return copy
  }

  // MARK: Properties

  /// The asset of the item.
  nonisolated open var asset: AVAsset { source }

  /// The status of the item. Observable; each value is reported once.
  nonisolated open var status: Status {
    AccessTracking.note("status", of: self)
    return state.withLock { $0.status }
  }

  /// The error if `status` is `failed`; otherwise nil. Observable.
  nonisolated open var error: (any Error)? {
    AccessTracking.note("error", of: self)
    return state.withLock { $0.error }
  }

  /// The duration; `.indefinite` until it is known, which may be after the item is ready. Observable.
  nonisolated open var duration: CMTime {
    AccessTracking.note("duration", of: self)
    return state.withLock { $0.snapshot.duration }
  }

  /// The tracks of the item, one per asset track; empty until the item is ready. Observable.
  nonisolated open var tracks: [AVPlayerItemTrack] {
    AccessTracking.note("tracks", of: self)
    return state.withLock { $0.tracks }
  }

  /// The display size of the video, with pixel aspect ratio and rotation applied; zero until it is known, and for
  /// audio. Observable.
  nonisolated open var presentationSize: CGSize {
    AccessTracking.note("presentationSize", of: self)
    return state.withLock { $0.snapshot.presentationSize }
  }

  // MARK: Buffering

  /// The buffered time ranges as `NSValue`, in order. A file is buffered completely as soon as it is ready. Observable.
  nonisolated open var loadedTimeRanges: [NSValue] {
    AccessTracking.note("loadedTimeRanges", of: self)
    return state.withLock { $0.snapshot.loadedTimeRanges }.map(NSValue.init(timeRange:))
  }

  /// The seekable time ranges as `NSValue`; empty until the item is ready and for resources that can be read only once.
  /// Observable.
  nonisolated open var seekableTimeRanges: [NSValue] {
    AccessTracking.note("seekableTimeRanges", of: self)
    return state.withLock { $0.seekableTimeRanges }.map(NSValue.init(timeRange:))
  }

  /// Whether playback is likely to continue without a stall. Observable, with the key `playbackLikelyToKeepUp`.
  nonisolated open var isPlaybackLikelyToKeepUp: Bool {
    AccessTracking.note("playbackLikelyToKeepUp", of: self)
    return state.withLock { $0.snapshot.isLikelyToKeepUp }
  }

  /// Whether the buffer is empty. Observable, with the key `playbackBufferEmpty`.
  nonisolated open var isPlaybackBufferEmpty: Bool {
    AccessTracking.note("playbackBufferEmpty", of: self)
    return state.withLock { $0.snapshot.isBufferEmpty }
  }

  /// Whether the buffer is full. Observable, with the key `playbackBufferFull`.
  nonisolated open var isPlaybackBufferFull: Bool {
    AccessTracking.note("playbackBufferFull", of: self)
    return state.withLock { $0.snapshot.isBufferFull }
  }

  // MARK: Capabilities

  /// Whether rates above 2 are supported. Observable.
  nonisolated open var canPlayFastForward: Bool {
    AccessTracking.note("canPlayFastForward", of: self)
    return state.withLock { $0.canChangeRate }
  }

  /// Whether rates between 0 and 1 are supported. Observable.
  nonisolated open var canPlaySlowForward: Bool {
    AccessTracking.note("canPlaySlowForward", of: self)
    return state.withLock { $0.canChangeRate }
  }

  /// Whether the rate −1 is supported. Observable.
  nonisolated open var canPlayReverse: Bool {
    AccessTracking.note("canPlayReverse", of: self)
    return state.withLock { $0.snapshot.canPlayReverse }
  }

  /// Whether rates between −1 and 0 are supported. Observable.
  nonisolated open var canPlaySlowReverse: Bool {
    AccessTracking.note("canPlaySlowReverse", of: self)
    return state.withLock { $0.snapshot.canPlayReverse }
  }

  /// Whether rates below −1 are supported. Observable.
  nonisolated open var canPlayFastReverse: Bool {
    AccessTracking.note("canPlayFastReverse", of: self)
    return state.withLock { $0.snapshot.canPlayReverse }
  }

  /// Whether `step(byCount:)` can step forward, regardless of whether there is a next frame. Observable.
  nonisolated open var canStepForward: Bool {
    AccessTracking.note("canStepForward", of: self)
    return state.withLock { $0.canStep }
  }

  /// Whether `step(byCount:)` can step backward. Observable.
  nonisolated open var canStepBackward: Bool {
    AccessTracking.note("canStepBackward", of: self)
    return state.withLock { $0.canStepBackward }
  }

  /// Pauses and steps by frames: +1 to the next one, −1 to the previous one. Has no effect if stepping is not
  /// supported.
  nonisolated open func step(byCount stepCount: Int) {
    guard stepCount != 0, stepCount > 0 ? canStepForward : canStepBackward, let player = currentPlayer else { return }
    if player.rate != 0 { player.pause() }
    player.session.step(by: stepCount)
  }

  // MARK: Time

  /// The current position. Never blocks.
  nonisolated open func currentTime() -> CMTime { currentPlayer?.currentTime() ?? state.withLock { $0.position } }

  /// The end time of forward playback; `.invalid` by default, for the end of the item. Audio ends there
  /// sample-accurately.
  ///
  /// A time beyond the duration has no effect; one before the position ends playback immediately. `duration` is
  /// unchanged.
  nonisolated open var forwardPlaybackEndTime: CMTime {
    get { engineItem.bounds.forwardEnd }
    set { changeBounds { $0.forwardEnd = newValue } }
  }

  /// The end time of backward playback; `.invalid` by default, for zero.
  nonisolated open var reversePlaybackEndTime: CMTime {
    get { engineItem.bounds.reverseEnd }
    set { changeBounds { $0.reverseEnd = newValue } }
  }

  /// Seeks to a time, or to a nearby position that can be shown fastest, like `AVPlayer.seek(to:completionHandler:)`.
  /// An item without a player defers the latest seek until it has one.
  nonisolated open func seek(to time: CMTime, completionHandler: ((Bool) -> Void)? = nil) {
    seek(
      to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
      completionHandler: completionHandler)
  }

  /// Seeks to a time within tolerances. All other seek methods call this one.
  nonisolated open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: ((Bool) -> Void)? = nil
  ) {
    startSeek(SeekTarget(time, toleranceBefore, toleranceAfter), completionHandler)
  }

  /// Seeks to a time, or to a nearby position that can be shown fastest. Returns the value that the completion handler
  /// would receive.
  @discardableResult
  nonisolated open func seek(to time: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in seek(to: time) { continuation.resume(returning: $0) } }
  }

  /// Seeks to a time within tolerances. Returns the value that the completion handler would receive.
  @discardableResult
  nonisolated open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Cancels pending seeks: their handlers are called with false.
  nonisolated open func cancelPendingSeeks() {
    dropPendingSeek()
    currentPlayer?.session.cancelPendingSeeks()
  }

  // MARK: Outputs

  /// The outputs that receive the item's media, in addition to the player's views.
  nonisolated open var outputs: [AVPlayerItemOutput] { outputList.withLock { $0 } }

  /// Adds an output. An output that already belongs to an item is a programmer error.
  nonisolated open func add(_ output: AVPlayerItemOutput) {
    output.attach(to: self)
    outputList.withLock { $0.append(output) }
    if let player = owner { output.begin(with: player) }
  }

  /// Removes an output. Has no effect if it does not belong to the item.
  nonisolated open func remove(_ output: AVPlayerItemOutput) {
    let isFound = outputList.withLock { outputs in
      guard let index = outputs.firstIndex(where: { $0 === output }) else { return false }
      outputs.remove(at: index)
      return true
    }
    if isFound { output.detach() }
  }

  // MARK: Audio

  /// The audio mix of the item; nil by default, for unchanged audio. Copied. Can be set during playback and is audible
  /// within a quarter of a second.
  nonisolated open var audioMix: AVAudioMix? {
    get { processing.withLock { $0.audioMix } }
    set { setAudioMix(newValue) }
  }

  /// Composes the video of the item's tracks; nil by default, for the frames of one track. Copied. One without a
  /// positive size is ignored.
  ///
  /// - Note: Difference from Apple: Takes effect when a player opens the item. For an asset that is an `AVComposition`,
  ///   a change during playback takes effect with the next seek. Streams cannot be composed: their items fail.
  nonisolated open var videoComposition: AVVideoComposition? {
    get { processing.withLock { $0.videoComposition } }
    set {
      let copy = newValue?.copy() as? AVVideoComposition
      processing.withLock { $0.videoComposition = copy }
      engineItem.compositor = copy?.makeCompositor()
    }
  }

  // MARK: Captions

  /// The styling of captions whose file does not style them; later rules override earlier ones. nil by default, for the
  /// default styling. A change takes effect with the next frame, or immediately while paused.
  ///
  /// - Note: Difference from Apple: rules apply to all text captions, not only to WebVTT.
  nonisolated open var textStyleRules: [AVTextStyleRule]? {
    get { storedTextStyleRules.withLock { $0 } }
    set {
      storedTextStyleRules.withLock { $0 = newValue }
      engineItem.captions.setRules((newValue ?? []).map(\.rule))
    }
  }

  // MARK: Interstitial events

  /// The identifier of the interstitial event that this item was created for; nil for an item created by the client,
  /// even if it is an event's template.
  nonisolated open var interstitialEventIdentifier: String? { state.withLock { $0.interstitialEvent } }

  /// Whether interstitial events declared by the item's stream (`EXT-X-DATERANGE` of the class
  /// `com.apple.hls.interstitial`) are played. True by default; a change takes effect when the stream's events are next
  /// evaluated.
  nonisolated open var automaticallyHandlesInterstitialEvents: Bool {
    get { engineItem.interstitials.followsStream }
    set {
      engineItem.changeInterstitials { $0.followsStream = newValue }
      owner?.session.interstitialsChanged(of: engineItem)
    }
  }

  // MARK: Media selection

  /// Selects an option of a group of the item's asset, also during playback: audio changes within a quarter of a second
  /// without interrupting video. Another video rendition of a stream (`visual`) starts at the current position, as
  /// after a seek; for files, the default video track always plays.
  ///
  /// - Parameters:
  ///   - mediaSelectionOption: nil for no option. Has no effect if the group allows no empty selection.
  ///   - mediaSelectionGroup: The group. Has no effect with an option of another one.
  nonisolated open func select(
    _ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup
  ) {
    guard mediaSelectionGroup.allows(mediaSelectionOption) else { return }
    change(mediaSelectionGroup, to: AVMediaSelection.Choice(option: mediaSelectionOption, isAutomatic: false))
  }

  /// Removes the client's selection in a group: the automatic selection applies again.
  nonisolated open func selectMediaOptionAutomatically(in mediaSelectionGroup: AVMediaSelectionGroup) {
    change(mediaSelectionGroup, to: nil)
  }

  /// The selected option of a group, by the client or automatically; nil for no option.
  nonisolated open func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    currentMediaSelection.selectedMediaOption(in: mediaSelectionGroup)
  }

  /// The selected options of all groups. Empty until the asset is loaded; does not block. Observable.
  nonisolated open var currentMediaSelection: AVMediaSelection {
    AccessTracking.note("currentMediaSelection", of: self)
    return presentSelection
  }

  // MARK: Collectors

  /// The collectors of the item.
  nonisolated open var mediaDataCollectors: [AVPlayerItemMediaDataCollector] { collectorList.withLock { $0 } }

  /// Adds a collector. Has no effect if the item already has it.
  nonisolated open func add(_ collector: AVPlayerItemMediaDataCollector) {
    let isNew = collectorList.withLock { list in
      guard !list.contains(where: { $0 === collector }) else { return false }
      list.append(collector)
      return true
    }
    if isNew { collector.follow(engineItem) }
  }

  /// Removes a collector. Has no effect if the item does not have it.
  nonisolated open func remove(_ collector: AVPlayerItemMediaDataCollector) {
    collectorList.withLock { $0.removeAll { $0 === collector } }
  }

  // MARK: Dates

  /// Seeks to a date. Returns false if the stream has no dates or does not currently contain this one.
  @available(*, deprecated, message: "Use seek(to:completionHandler:)")
  @discardableResult
  nonisolated open func seek(to date: Date) -> Bool { seek(to: date, completionHandler: nil) }

  // MARK: Pitch and timebase

  /// The time pitch algorithm of the item's audio: `timeDomain` by default. A change is audible within a quarter of a
  /// second.
  nonisolated open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { state.withLock { $0.pitchAlgorithm } }
    set {
      state.withLock { $0.pitchAlgorithm = newValue }
      engineItem.pitchAlgorithm = newValue.algorithm
    }
  }

  /// The item's timebase; nil before a player has opened the item. It follows actual playback: its rate is 0 while the
  /// player waits. Clients cannot change it.
  nonisolated open var timebase: CMTimebase? { engineItem.timebase }

  // MARK: Buffering

  /// The forward buffer duration in seconds; 0 by default, for a duration adapted to the network.
  ///
  /// Smaller values save data, larger ones tolerate longer outages, within the memory budget. Has no effect for files.
  /// Negative and non-finite values count as 0.
  nonisolated open var preferredForwardBufferDuration: TimeInterval {
    get { engineItem.forwardBuffer ?? 0 }
    set { engineItem.forwardBuffer = newValue.isFinite && newValue > 0 ? newValue : nil }
  }

  // MARK: Live streams

  /// The distance from the live edge at which playback starts, also after `seek(to: .positiveInfinity)`; `.invalid`,
  /// the default, for the server's recommendation. Less than one segment is raised to one segment.
  nonisolated open var configuredTimeOffsetFromLive: CMTime {
    get { engineItem.liveConfiguration.offset.map { CMTime(seconds: $0, preferredTimescale: 1000) } ?? .invalid }
    set {
      engineItem.changeLiveConfiguration {
        $0.offset = newValue.isNumeric && newValue >= .zero ? newValue.seconds : nil
      }
    }
  }

  /// The distance from the live edge that the server recommends, or else three segments; `.invalid` for content that is
  /// not live, and until the item is ready. Changes are reported by
  /// `recommendedTimeOffsetFromLiveDidChangeNotification`.
  nonisolated open var recommendedTimeOffsetFromLive: CMTime {
    state.withLock { $0.snapshot.recommendedOffset }.map { CMTime(seconds: $0, preferredTimescale: 1000) } ?? .invalid
  }

  /// Whether the distance from the live edge is preserved: time lost to stalls is recovered by playing up to a quarter
  /// faster or, if it is too long for that, by seeking. False by default. `rate` remains 1; only playback at that rate
  /// is adjusted.
  nonisolated open var automaticallyPreservesTimeOffsetFromLive: Bool {
    get { engineItem.liveConfiguration.keepsOffset }
    set { engineItem.changeLiveConfiguration { $0.keepsOffset = newValue } }
  }

  /// Whether the playlists of a live stream are reloaded while the player is paused. False by default:
  /// `seekableTimeRanges` and `loadedTimeRanges` do not advance then. A pause that lasts longer than the window of the
  /// stream continues at the beginning of the window.
  ///
  /// Playlists are reloaded in any case until the item can play, and for seeks.
  nonisolated open var canUseNetworkResourcesForLiveStreamingWhilePaused: Bool {
    get { engineItem.liveConfiguration.reloadsWhilePaused }
    set { engineItem.changeLiveConfiguration { $0.reloadsWhilePaused = newValue } }
  }

  /// The date at the current position of a stream with dates (`EXT-X-PROGRAM-DATE-TIME`); otherwise nil.
  nonisolated open func currentDate() -> Date? { engineItem.playlistTimeline?.date(at: currentTime()) }

  /// Seeks to a date. Returns false, without calling the handler, if the stream has no dates or does not currently
  /// contain this one.
  @discardableResult
  nonisolated open func seek(to date: Date, completionHandler: ((Bool) -> Void)? = nil) -> Bool {
    guard let time = engineItem.playlistTimeline?.time(of: date) else { return false }
    seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: completionHandler)
    return true
  }

  // MARK: Logs

  /// The network access log; nil if it is empty, and for local files.
  nonisolated open func accessLog() -> AVPlayerItemAccessLog? {
    let log = engineItem.log
    return log.entries.isEmpty ? nil : AVPlayerItemAccessLog(log)
  }

  /// The log of failed requests, whether or not a retry succeeded; nil if it is empty.
  nonisolated open func errorLog() -> AVPlayerItemErrorLog? {
    let log = engineItem.log
    return log.errors.isEmpty ? nil : AVPlayerItemErrorLog(log)
  }

  // MARK: Metadata

  /// Metadata that describes the item in addition to its asset's: a title, an artist, an album, artwork. Views and the
  /// desktop show it instead of the asset's own. Empty by default.
  open var externalMetadata: [AVMetadataItem] {
    get { storedExternalMetadata.withLock { $0 } }
    set {
      storedExternalMetadata.withLock { $0 = newValue }
      NotificationCenter.default.post(name: Self.externalMetadataDidChangeNotification, object: self)
    }
  }

  // MARK: Timed metadata

  /// The timed metadata at the current position: titles of broadcasts, tags of streams, samples of metadata tracks. nil
  /// if there is none. Observable.
  ///
  /// Metadata tracks of network files are read only while an `AVPlayerItemMetadataOutput` is attached.
  @available(*, deprecated, message: "Use AVPlayerItemMetadataOutput")
  nonisolated open var timedMetadata: [AVMetadataItem]? {
    AccessTracking.note("timedMetadata", of: self)
    return state.withLock { $0.timedMetadata }
  }

  // MARK: Variants

  /// The maximum peak bit rate of a variant in bits per second; 0, the default, for no limit.
  nonisolated open var preferredPeakBitRate: Double {
    get { engineItem.variantPreferences.peakBitRate }
    set { engineItem.changeVariantPreferences { $0.peakBitRate = newValue.isFinite ? max(0, newValue) : 0 } }
  }

  /// The maximum resolution in pixels; zero, the default, for no limit.
  nonisolated open var preferredMaximumResolution: CGSize {
    get {
      let preferences = engineItem.variantPreferences
      return CGSize(width: Double(preferences.maximumWidth), height: Double(preferences.maximumHeight))
    }
    set {
      engineItem.changeVariantPreferences {
        $0.maximumWidth = Self.pixels(Double(newValue.width))
        $0.maximumHeight = Self.pixels(Double(newValue.height))
      }
    }
  }

  /// The maximum peak bit rate of a variant on an expensive network, in addition to `preferredPeakBitRate`; 0, the
  /// default, for no further limit.
  ///
  /// A network is expensive if NetworkManager considers it metered, or GLib's network monitor without NetworkManager.
  nonisolated open var preferredPeakBitRateForExpensiveNetworks: Double {
    get { engineItem.variantPreferences.expensiveNetworks.peakBitRate }
    set {
      engineItem.changeVariantPreferences {
        $0.expensiveNetworks.peakBitRate = newValue.isFinite ? max(0, newValue) : 0
      }
    }
  }

  /// The maximum resolution in pixels on an expensive network, in addition to `preferredMaximumResolution`; zero, the
  /// default, for no further limit.
  nonisolated open var preferredMaximumResolutionForExpensiveNetworks: CGSize {
    get {
      let limits = engineItem.variantPreferences.expensiveNetworks
      return CGSize(width: Double(limits.maximumWidth), height: Double(limits.maximumHeight))
    }
    set {
      engineItem.changeVariantPreferences {
        $0.expensiveNetworks.maximumWidth = Self.pixels(Double(newValue.width))
        $0.expensiveNetworks.maximumHeight = Self.pixels(Double(newValue.height))
      }
    }
  }

  /// The variants that may be chosen beyond the usual ones. Empty by default: variants with lossless audio are not
  /// chosen if there are others.
  nonisolated open var variantPreferences: AVVariantPreferences {
    get { engineItem.variantPreferences.allowsLosslessAudio ? .scalabilityToLosslessAudio : [] }
    set {
      engineItem.changeVariantPreferences { $0.allowsLosslessAudio = newValue.contains(.scalabilityToLosslessAudio) }
    }
  }

  /// Whether playback starts with the first playable variant of the playlist, regardless of the throughput. False by
  /// default; applies when the item is opened.
  nonisolated open var startsOnFirstEligibleVariant: Bool {
    get { engineItem.variantPreferences.startsOnFirst }
    set { engineItem.changeVariantPreferences { $0.startsOnFirst = newValue } }
  }
}
