import Foundation
import Observation
import PlayheadEngine
import Synchronization

/// An asset on its way through a player: how far it has been opened, how long it is, what of it is at hand.
///
/// Opening begins when a player gets the item; install observers before that, or with `.initial`. One asset may have
/// many items; an item belongs to one player at a time. After a player has let it go its properties keep their last
/// values.
@preconcurrency @MainActor
open class AVPlayerItem: NSObject, NSCopying {
  nonisolated let source: AVAsset
  nonisolated let engineItem: EngineItem
  nonisolated let state = Mutex(ItemState())
  nonisolated let pendingSeek = Mutex<PendingSeek?>(nil)
  nonisolated let outputList = Mutex<[AVPlayerItemOutput]>([])
  nonisolated let storedTextStyleRules = Mutex<[AVTextStyleRule]?>(nil)
  nonisolated let storedCaptionSettings = Mutex(CaptionSettings())
  nonisolated let storedAudioMix = Mutex<AVAudioMix?>(nil)
  nonisolated let registrar = ObservationRegistrar()
  /// What the program has chosen.
  nonisolated let mediaChoices = Mutex<[AVMediaCharacteristic: AVMediaSelection.Choice]>([:])
  nonisolated let collectorList = Mutex<[AVPlayerItemMediaDataCollector]>([])

  /// Keys of the asset that are loaded when the item is ready to play, beside those that playing needs.
  nonisolated public let automaticallyLoadedAssetKeys: [String]

  /// An item for an asset.
  ///
  /// - Parameters:
  ///   - asset: Kept; the item's `asset` is the same object.
  ///   - automaticallyLoadedAssetKeys: Keys that shall be loaded when the item is ready; nil for `duration`.
  nonisolated public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
    PlaybackObservation.objectWasMade()
    source = asset
    let loader = asset.assetLoader
    let keys = automaticallyLoadedAssetKeys ?? ["duration"]
    engineItem = EngineItem(
      url: loader.url, options: loader.options, isMeasured: loader.isMeasured, wantsDetails: loader.lacks(keys))
    self.automaticallyLoadedAssetKeys = keys
    engineItem.changeInterstitials { $0.followsStream = true }
    super.init()
  }

  /// An item for an asset.
  nonisolated public convenience init(asset: AVAsset) {
    self.init(asset: asset, automaticallyLoadedAssetKeys: nil)
  }

  /// An item for an asset, with properties that shall be loaded when the item is ready.
  nonisolated public convenience init(
    asset: AVAsset, automaticallyLoadedAssetKeys: [AVPartialAsyncProperty<AVAsset>] = []
  ) {
    self.init(asset: asset, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys.map(\.key))
  }

  /// An item for the resource at a URL.
  nonisolated public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

  deinit {
    dropPendingSeek()
    StringKeyObservers.forget(self)
  }

  /// An item with the same asset and the same settings that no player has. Its position and its outputs are not copied.
  nonisolated open func copy(with zone: NSZone? = nil) -> Any {
    let copy = AVPlayerItem(asset: source, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys)
    copy.forwardPlaybackEndTime = forwardPlaybackEndTime
    copy.reversePlaybackEndTime = reversePlaybackEndTime
    copy.adoptSelection(of: self)
    copy.audioTimePitchAlgorithm = audioTimePitchAlgorithm
    copy.setAudioMix(storedAudioMix.withLock { $0 })
    copy.automaticallyHandlesInterstitialEvents = automaticallyHandlesInterstitialEvents
    copy.preferredForwardBufferDuration = preferredForwardBufferDuration
    copy.textStyleRules = textStyleRules
    copy.captionSettings = captionSettings
    copy.engineItem.changeVariantWishes { [engineItem] in $0 = engineItem.variantWishes }
    copy.engineItem.changeLiveWishes { [engineItem] in $0 = engineItem.liveWishes }
    return copy
  }

  // MARK: What it is

  /// What is played.
  nonisolated open var asset: AVAsset { source }

  /// Whether it can be played. Observable; each value is told once.
  nonisolated open var status: Status {
    AccessTracking.note("status", of: self)
    return state.withLock { $0.status }
  }

  /// Why `status` is `failed`; nil otherwise. Observable.
  nonisolated open var error: (any Error)? {
    AccessTracking.note("error", of: self)
    return state.withLock { $0.error }
  }

  /// How long it is; `.indefinite` until that is known, which may be after it is ready. Observable.
  nonisolated open var duration: CMTime {
    AccessTracking.note("duration", of: self)
    return state.withLock { $0.snapshot.duration }
  }

  /// One for each track of the asset; empty until the item is ready. Observable.
  nonisolated open var tracks: [AVPlayerItemTrack] {
    AccessTracking.note("tracks", of: self)
    return state.withLock { $0.tracks }
  }

  /// The size in which its picture is to be seen, with the shape of pixels and rotation applied; zero until that is
  /// known, and for sound. Observable.
  nonisolated open var presentationSize: CGSize {
    AccessTracking.note("presentationSize", of: self)
    return state.withLock { $0.snapshot.presentationSize }
  }

  // MARK: What is at hand

  /// Ranges whose media can be had without waiting, as `NSValue`, in order. A file has all of it as soon as it is
  /// ready. Observable.
  nonisolated open var loadedTimeRanges: [NSValue] {
    AccessTracking.note("loadedTimeRanges", of: self)
    return state.withLock { $0.snapshot.loadedTimeRanges }.map(NSValue.init(timeRange:))
  }

  /// Ranges that a seek can go to, as `NSValue`; empty before it is ready and for what can only be read once.
  /// Observable.
  nonisolated open var seekableTimeRanges: [NSValue] {
    AccessTracking.note("seekableTimeRanges", of: self)
    return state.withLock { $0.seekableTimeRanges }.map(NSValue.init(timeRange:))
  }

  /// Whether playing would go on without a stop. Observable, with the key `playbackLikelyToKeepUp`.
  nonisolated open var isPlaybackLikelyToKeepUp: Bool {
    AccessTracking.note("playbackLikelyToKeepUp", of: self)
    return state.withLock { $0.snapshot.isLikelyToKeepUp }
  }

  /// Whether nothing is left to play. Observable, with the key `playbackBufferEmpty`.
  nonisolated open var isPlaybackBufferEmpty: Bool {
    AccessTracking.note("playbackBufferEmpty", of: self)
    return state.withLock { $0.snapshot.isBufferEmpty }
  }

  /// Whether no more is fetched for now. Observable, with the key `playbackBufferFull`.
  nonisolated open var isPlaybackBufferFull: Bool {
    AccessTracking.note("playbackBufferFull", of: self)
    return state.withLock { $0.snapshot.isBufferFull }
  }

  // MARK: What can be done with it

  /// Whether rates above 2 are played. Observable.
  nonisolated open var canPlayFastForward: Bool {
    AccessTracking.note("canPlayFastForward", of: self)
    return state.withLock { $0.canChangeRate }
  }

  /// Whether rates between 0 and 1 are played. Observable.
  nonisolated open var canPlaySlowForward: Bool {
    AccessTracking.note("canPlaySlowForward", of: self)
    return state.withLock { $0.canChangeRate }
  }

  /// Whether the rate −1 is played. Observable.
  nonisolated open var canPlayReverse: Bool {
    AccessTracking.note("canPlayReverse", of: self)
    return state.withLock { $0.snapshot.canPlayReverse }
  }

  /// Whether rates between −1 and 0 are played. Observable.
  nonisolated open var canPlaySlowReverse: Bool {
    AccessTracking.note("canPlaySlowReverse", of: self)
    return state.withLock { $0.snapshot.canPlayReverse }
  }

  /// Whether rates below −1 are played. Observable.
  nonisolated open var canPlayFastReverse: Bool {
    AccessTracking.note("canPlayFastReverse", of: self)
    return state.withLock { $0.snapshot.canPlayReverse }
  }

  /// Whether `step(byCount:)` can go forward. It says nothing about whether there is a next picture. Observable.
  nonisolated open var canStepForward: Bool {
    AccessTracking.note("canStepForward", of: self)
    return state.withLock { $0.canStep }
  }

  /// Whether `step(byCount:)` can go backward. Observable.
  nonisolated open var canStepBackward: Bool {
    AccessTracking.note("canStepBackward", of: self)
    return state.withLock { $0.canStepBackward }
  }

  /// Pauses and moves by pictures: +1 to the next one, −1 to the one before. Does nothing where that cannot be done.
  nonisolated open func step(byCount stepCount: Int) {
    guard stepCount != 0, stepCount > 0 ? canStepForward : canStepBackward, let player = currentPlayer else { return }
    player.pause()
    player.session.step(by: stepCount)
  }

  // MARK: Time

  /// The position. Never waits.
  nonisolated open func currentTime() -> CMTime { currentPlayer?.currentTime() ?? state.withLock { $0.position } }

  /// Where playing forward ends; `.invalid`, which it is unless set, for the end of the item. Sound ends there to the sample.
  ///
  /// A time beyond the duration means nothing; one before the position is an end at once. `duration` stays what it is.
  nonisolated open var forwardPlaybackEndTime: CMTime {
    get { engineItem.bounds.forwardEnd }
    set { changeBounds { $0.forwardEnd = newValue } }
  }

  /// Where playing backward ends; `.invalid`, which it is unless set, for zero.
  nonisolated open var reversePlaybackEndTime: CMTime {
    get { engineItem.bounds.reverseEnd }
    set { changeBounds { $0.reverseEnd = newValue } }
  }

  /// Moves to a time, or whatever is near it and quickest to show. As `AVPlayer.seek(to:completionHandler:)`; an item
  /// that no player has keeps the latest seek until one has it.
  nonisolated open func seek(to time: CMTime, completionHandler: ((Bool) -> Void)? = nil) {
    seek(
      to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
      completionHandler: completionHandler)
  }

  /// Moves to a time within tolerances. All other forms of seeking end here.
  nonisolated open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: ((Bool) -> Void)? = nil
  ) {
    startSeek(SeekTarget(time, toleranceBefore, toleranceAfter), completionHandler)
  }

  /// Moves to a time, or whatever is near it and quickest to show. Returns what the handler of the other form is told.
  @discardableResult
  nonisolated open func seek(to time: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in seek(to: time) { continuation.resume(returning: $0) } }
  }

  /// Moves to a time within tolerances. Returns what the handler of the other form is told.
  @discardableResult
  nonisolated open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Ends seeks that have not landed: their handlers are called with false.
  nonisolated open func cancelPendingSeeks() {
    dropPendingSeek()
    currentPlayer?.session.cancelPendingSeeks()
  }

  // MARK: Outputs

  /// What takes its pictures beside the player's views.
  nonisolated open var outputs: [AVPlayerItemOutput] { outputList.withLock { $0 } }

  /// Adds an output. One that belongs to an item already is a programmer's error.
  nonisolated open func add(_ output: AVPlayerItemOutput) {
    output.attach(to: self)
    outputList.withLock { $0.append(output) }
    if let player = owner { output.begin(with: player) }
  }

  /// Takes an output away. Nothing happens if it is not the item's.
  nonisolated open func remove(_ output: AVPlayerItemOutput) {
    let isFound = outputList.withLock { outputs in
      guard let index = outputs.firstIndex(where: { $0 === output }) else { return false }
      outputs.remove(at: index)
      return true
    }
    if isFound { output.detach() }
  }
}
