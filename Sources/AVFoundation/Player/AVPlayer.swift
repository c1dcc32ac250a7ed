import Foundation
import Observation
import PlayheadEngine
import PlayheadItems
import Synchronization

/// Plays one item at a time: controls its rate, volume and position.
///
/// Retain the player: playback ends when it is released. All calls return immediately; their effects are reported by
/// observable properties, notifications and handlers, on the main queue. Properties can be read and set on any thread
/// and never wait for media.
///
/// If one event has several effects, clients are notified in this order: changed properties of the item, changed
/// properties of the player (`status`, `currentItem`, `rate`, `timeControlStatus`, `reasonForWaitingToPlay`),
/// notifications. At the end of an item: the last call of periodic observers, the rate, `didPlayToEndTime`.
@preconcurrency @MainActor
open class AVPlayer: NSObject {
  /// The session, queues and handler lists of the player.
  nonisolated let core: PlayerCore
  /// The state behind the properties, locked because any thread may read and set them.
  nonisolated let state = Mutex(PlayerState())
  /// The media selection criteria of the client.
  nonisolated let criteria = Mutex(PlayerCriteria())
  /// The registrar for Swift Observation.
  nonisolated let registrar = ObservationRegistrar()
  /// The controller of interstitial events; nil until it is first used.
  nonisolated let interstitials = Mutex<InterstitialPlaybackController?>(nil)

  /// The playback session, for AVKit, which displays its frames.
  package nonisolated var session: PlaybackSession { core.session }

  /// Creates a player without an item.
  public nonisolated override init() {
    core = PlayerCore(.current)
    super.init()
    core.relay.connect(self)
  }

  /// Creates a player with an item, which starts opening.
  ///
  /// - Parameter item: An item without a player; one that has a player is a programmer error.
  public nonisolated init(playerItem item: AVPlayerItem?) {
    core = PlayerCore(.current)
    super.init()
    core.relay.connect(self)
    attach(item)
  }

  /// Creates a player with a new item for the resource at a URL.
  public nonisolated init(url URL: URL) {
    core = PlayerCore(.current)
    super.init()
    core.relay.connect(self)
    attach(AVPlayerItem(url: URL))
  }

  /// Creates a player with the clock and devices of an environment, for tests.
  package nonisolated init(environment: PlaybackEnvironment) {
    core = PlayerCore(environment)
    super.init()
    core.relay.connect(self)
  }

  deinit {
    // The session ends with its last reference. Pending handlers are called here, because its events are no longer
    // handled.
    state.withLock { $0.item }?.detach(from: nil, at: session.currentTime())
    interstitialControllerIfAny?.close()
    let pendingHandlers = core.seeks.closeAll() + core.prerolls.closeAll()
    if !pendingHandlers.isEmpty { core.delivery.later { for handler in pendingHandlers { handler(false) } } }
    StringKeyObservers.forget(self)
  }

  // MARK: State

  /// Whether the player can play; `readyToPlay` shortly after it has received its first item. Observable.
  nonisolated open var status: Status {
    AccessTracking.note("status", of: self)
    return state.withLock { $0.status }
  }

  /// The error if `status` is `failed`; otherwise nil. Observable.
  nonisolated open var error: (any Error)? {
    AccessTracking.note("error", of: self)
    return nil
  }

  /// Whether playback is paused, waiting or in progress. Observable; only actual changes are reported.
  nonisolated open var timeControlStatus: TimeControlStatus {
    AccessTracking.note("timeControlStatus", of: self)
    return state.withLock { $0.timeControlStatus }
  }

  /// The reason why the player is waiting; nil while it is not. Observable.
  nonisolated open var reasonForWaitingToPlay: WaitingReason? {
    AccessTracking.note("reasonForWaitingToPlay", of: self)
    return state.withLock { $0.reasonForWaitingToPlay }
  }

  // MARK: Item

  /// The current item. Changes immediately. Observable.
  nonisolated open var currentItem: AVPlayerItem? {
    let item = state.withLock { $0.item }
    AccessTracking.note("currentItem", of: self, returning: item)
    return item
  }

  /// Replaces the current item. The rate is unchanged: during playback the new item plays as soon as it is ready.
  ///
  /// - Parameter item: An item without a player; one that has a player is a programmer error. Has no effect for the
  ///   current item.
  nonisolated open func replaceCurrentItem(with item: AVPlayerItem?) { attach(item) }

  /// The action at the end of an item. Observable.
  ///
  /// `advance` applies to queues; setting it on a player without a queue is a programmer error.
  nonisolated open var actionAtItemEnd: ActionAtItemEnd {
    get {
      AccessTracking.note("actionAtItemEnd", of: self)
      return state.withLock { $0.actionAtItemEnd }
    }
    set {
      precondition(
        newValue != .advance || hasQueue, "AVPlayer has no next item to advance to: use .pause or .none")
      setActionAtItemEnd(newValue)
    }
  }

  /// Whether items can follow the current one.
  nonisolated var hasQueue: Bool { false }

  // MARK: Rate

  /// Plays at `defaultRate`.
  nonisolated open func play() { rate = defaultRate }

  /// Sets the rate to 0. Observers of `timeControlStatus` are called even if the player is paused already.
  nonisolated open func pause() { rate = 0 }

  /// The requested rate: 0 for paused, 1 for natural speed. Takes its new value immediately, even if playback cannot
  /// start yet. Observable.
  ///
  /// A change posts `rateDidChangeNotification`. Rates are clamped to −8…16, and to 0 or more if the item cannot be
  /// played backward, with the reason `setRateFailed`. Backward playback is silent and ends at zero as forward playback
  /// ends at the end.
  nonisolated open var rate: Float {
    get {
      AccessTracking.note("rate", of: self)
      return state.withLock { $0.rate }
    }
    set {
      let rate = playableRate(for: newValue)
      // Programs rely on an answer to `pause()` from a paused player.
      setRate(
        rate, reason: rate == newValue ? .setRateCalled : .setRateFailed,
        repeating: newValue == 0 ? "timeControlStatus" : nil)
    }
  }

  /// The rate that `play` sets; 1 by default. Setting it does not change `rate`. Observable.
  nonisolated open var defaultRate: Float {
    get {
      AccessTracking.note("defaultRate", of: self)
      return state.withLock { $0.defaultRate }
    }
    set { update { $0.defaultRate = newValue } }
  }

  // MARK: Audio

  /// The volume from 0 to 1, relative to the system volume; other values are clamped. Observable.
  nonisolated open var volume: Float {
    get {
      AccessTracking.note("volume", of: self)
      return state.withLock { min(1, $0.volume) }
    }
    set { setVolume(newValue, limit: 1) }
  }

  /// The volume from 0 to 1.5; other values are clamped. Above 1 it amplifies the audio, and `volume` is 1. A change is
  /// observed as one of `volume`.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public var amplifiedVolume: Float {
    get { state.withLock { $0.volume } }
    set { setVolume(newValue, limit: PlaybackSession.loudest) }
  }

  /// Sets the volume, clamped to a limit; NaN counts as 0.
  nonisolated private func setVolume(_ volume: Float, limit: Float) {
    let clamped = volume.isNaN ? 0 : max(0, min(limit, volume))
    update(sending: { [session] _ in session.setVolume(clamped) }) { $0.volume = clamped }
  }

  /// Whether audio is muted, independent of the volume. Observable.
  nonisolated open var isMuted: Bool {
    get {
      AccessTracking.note("muted", of: self)
      return state.withLock { $0.isMuted }
    }
    set {
      update(sending: { [session] _ in session.setMuted(newValue) }) { $0.isMuted = newValue }
    }
  }

  // MARK: Time

  /// The position of the item; zero without an item. Keeps its old value until a seek has completed. Never blocks; not
  /// observable.
  nonisolated open func currentTime() -> CMTime {
    state.withLock { $0.item }.map { session.currentTime(of: $0.engineItem) } ?? .zero
  }

  /// Seeks to a time, or to a nearby position that can be shown fastest.
  nonisolated open func seek(to time: CMTime) {
    seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity) { _ in }
  }

  /// Seeks to a time, or to a nearby position that can be shown fastest, and calls a handler on completion.
  ///
  /// - Parameters:
  ///   - time: Clamped to the item's duration. Invalid and indefinite times are a programmer error.
  ///   - completionHandler: Called once, on the main queue: with true when the position has changed and its frame has
  ///     been decoded and sent to the views, which draw it with their next refresh; with false when another seek,
  ///     `cancelPendingSeeks` or another item came first, and without an item.
  nonisolated open func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void) {
    seek(
      to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
      completionHandler: completionHandler)
  }

  /// Seeks to a time between `time - toleranceBefore` and `time + toleranceAfter`. Zero tolerances seek to the exact
  /// frame.
  nonisolated open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) { _ in }
  }

  /// Seeks to a time between `time - toleranceBefore` and `time + toleranceAfter` and calls a handler on completion.
  /// All other seek methods call this one.
  ///
  /// The rate is unchanged: playback continues at the seek target, a paused player shows its frame. A seek before the
  /// item is ready is deferred until then; only the latest one is. Invalid or negative tolerances are a programmer
  /// error.
  nonisolated open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: @escaping (Bool) -> Void
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

  // MARK: Time observers

  /// Calls a closure at multiples of an interval of the item's time during playback, at time jumps, and when playback
  /// starts or stops.
  ///
  /// - Parameters:
  ///   - interval: Greater than zero; anything else is a programmer error.
  ///   - queue: A serial queue; nil for the main queue. A call is skipped while the previous one has not returned.
  ///   - block: Retained until the observer is removed.
  /// - Returns: A token to retain and to pass to `removeTimeObserver(_:)`. Releasing it removes the observer.
  nonisolated open func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void
  ) -> Any {
    precondition(
      interval.isNumeric && interval > .zero, "The interval of a periodic time observer must be greater than zero")
    return addTimeObserver(.periodic(interval), queue, block)
  }

  /// Calls a closure when playback crosses one of the given times; not when a seek skips it.
  ///
  /// - Parameters:
  ///   - times: `NSValue` objects with times; an empty list is a programmer error.
  ///   - queue: A serial queue; nil for the main queue.
  ///   - block: Retained until the observer is removed.
  /// - Returns: A token to retain and to pass to `removeTimeObserver(_:)`. Releasing it removes the observer.
  nonisolated open func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping () -> Void
  ) -> Any {
    precondition(!times.isEmpty, "A boundary time observer needs at least one time")
    return addTimeObserver(.boundary(times.map(\.timeValue)), queue) { _ in block() }
  }

  /// Removes a time observer. No call starts after it has returned.
  ///
  /// - Parameter observer: The token that the player returned for it. The token of another player, or of an observer
  ///   that was removed before, is a programmer error.
  nonisolated open func removeTimeObserver(_ observer: Any) {
    guard let token = observer as? TimeObserverToken, token.player === self, endTimeObserver(token.identifier) else {
      preconditionFailure("Not a time observer of this player, or removed before: \(observer)")
    }
  }

  // MARK: Media selection

  /// Whether the criteria are applied automatically. True by default.
  nonisolated open var appliesMediaSelectionCriteriaAutomatically: Bool {
    get { criteria.withLock { $0.isApplied } }
    set {
      criteria.withLock { $0.isApplied = newValue }
      criteriaChanged()
    }
  }

  /// Sets the criteria for automatic selection in a group, effective immediately in the current item and in all later
  /// ones.
  ///
  /// - Parameters:
  ///   - criteria: nil for the file's defaults.
  ///   - mediaCharacteristic: `audible` or `legible`.
  nonisolated open func setMediaSelectionCriteria(
    _ criteria: AVPlayerMediaSelectionCriteria?, forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) {
    self.criteria.withLock { $0.criteria[mediaCharacteristic] = criteria }
    criteriaChanged()
  }

  /// The criteria for automatic selection in a group; nil for the file's defaults.
  nonisolated open func mediaSelectionCriteria(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVPlayerMediaSelectionCriteria? {
    criteria.withLock { $0.criteria[mediaCharacteristic] }
  }

  // MARK: Swift Observation

  /// Whether the observable properties of players, items and their tracks participate in Swift Observation:
  /// `withObservationTracking`, `Observations` and views that read them. False by default; the current time never
  /// participates.
  ///
  /// - Precondition: Changed before the first player, item or track is created.
  nonisolated open class var isObservationEnabled: Bool {
    get { PlaybackObservation.isEnabled }
    set { PlaybackObservation.enable(newValue) }
  }

  // MARK: Audio output

  /// The identifier of the audio output device on the sound server: a `uid` of `AVAudioSession`'s route, or a name from
  /// `pactl list sinks`. nil by default, for the system's default device.
  ///
  /// Can be changed during playback. A device that is missing or disappears is replaced by the default device.
  nonisolated open var audioOutputDeviceUniqueID: String? {
    get { state.withLock { $0.audioDevice } }
    set {
      state.withLock {
        $0.audioDevice = newValue
        session.setAudioDevice(newValue)
      }
    }
  }

  // MARK: Dates

  /// Seeks to a date. Has no effect if the item has no dates.
  nonisolated open func seek(to date: Date) { seek(to: date) { _ in } }

  /// Seeks to a date and calls a handler on completion.
  ///
  /// - Parameters:
  ///   - date: The target. Only items with `EXT-X-PROGRAM-DATE-TIME` have dates.
  ///   - completionHandler: Called once, on the main queue, as for other seeks; with false if the item has no dates or
  ///     does not contain this one.
  nonisolated open func seek(to date: Date, completionHandler: @escaping (Bool) -> Void) {
    if currentItem?.seek(to: date, completionHandler: completionHandler) == true { return }
    guard let handler = CompletionHandlerRegistry.handler(completionHandler) else { return }
    core.delivery.nowOrLater { handler(false) }
  }

  // MARK: External playback

  /// Whether other devices may play items in place of this computer. True by default; false ends external playback.
  /// Observable.
  nonisolated open var allowsExternalPlayback: Bool {
    get {
      AccessTracking.note("allowsExternalPlayback", of: self)
      return state.withLock { $0.allowsExternalPlayback }
    }
    set {
      update { $0.allowsExternalPlayback = newValue }
      if !newValue { setRenderer(nil) }
    }
  }

  /// Whether another device plays the items: a DLNA renderer that was selected in an `AVRoutePickerView`. Observable.
  ///
  /// The rate, the position and the other values of the player are those of playback on the device. It plays at rate 1
  /// only, with its own captions and audio track. When it disappears or refuses an item, this computer takes over,
  /// paused, and the item's error log has the error.
  ///
  /// - Note: Difference from Apple: the devices are DLNA renderers instead of AirPlay receivers.
  nonisolated open var isExternalPlaybackActive: Bool {
    AccessTracking.note("externalPlaybackActive", of: self)
    return state.withLock { $0.external.isActive }
  }

  /// Whether a window of this process passes HDR video through to a display that shows HDR. Otherwise it is tone-mapped
  /// to standard dynamic range.
  ///
  /// True while such a view is open: Wayland compositors report colors per window. Changes are posted as
  /// `eligibleForHDRPlaybackDidChangeNotification`. While it is true, streams play their HDR variants.
  nonisolated open class var eligibleForHDRPlayback: Bool { !HDRDisplays.shared.transfers.isEmpty }

  // MARK: Display

  /// Whether views keep the display and the computer awake while a video plays. True by default. Observable.
  ///
  /// `AVPlayerView` inhibits the session's idle state while it shows a video that plays; a program without a view does
  /// that itself.
  ///
  /// - Note: Difference from Apple: true also where macOS has false, as on iOS.
  nonisolated open var preventsDisplaySleepDuringVideoPlayback: Bool {
    get {
      AccessTracking.note("preventsDisplaySleepDuringVideoPlayback", of: self)
      return state.withLock { $0.preventsDisplaySleep }
    }
    set { update { $0.preventsDisplaySleep = newValue } }
  }

  // MARK: Stalling

  /// Whether playback that has stalled resumes automatically when enough media is buffered; `timeControlStatus` reports
  /// the wait. True by default. Observable.
  ///
  /// With false, the rate becomes 0 when the buffer is empty, and playback starts with whatever is buffered. Setting it
  /// to false while the player waits to minimize stalls resumes playback immediately if any media is buffered.
  nonisolated open var automaticallyWaitsToMinimizeStalling: Bool {
    get {
      AccessTracking.note("automaticallyWaitsToMinimizeStalling", of: self)
      return state.withLock { $0.waitsToMinimizeStalling }
    }
    set {
      update(
        sending: { [session] _ in
          session.setWaitsToMinimizeStalling(newValue)
          return nil
        }
      ) { $0.waitsToMinimizeStalling = newValue }
    }
  }

  /// Plays at a rate with the buffered media, without waiting for more. With an empty buffer it waits as usual.
  nonisolated open func playImmediately(atRate rate: Float) {
    self.rate = rate
    session.playNow()
  }

  // MARK: Synchronization

  /// The clock that drives playback; nil by default, for the audio device, or the host clock without audio.
  ///
  /// With another clock, audio follows video: it is resynchronized when it has drifted by more than 20 ms.
  nonisolated open var sourceClock: CMClock? {
    get { state.withLock { $0.sourceClock } }
    set {
      state.withLock {
        $0.sourceClock = newValue
        session.setSourceClock(newValue)
      }
    }
  }

  /// The former name of `sourceClock`.
  @available(*, deprecated, renamed: "sourceClock")
  nonisolated open var masterClock: CMClock? {
    get { sourceClock }
    set { sourceClock = newValue }
  }

  /// Plays at a rate such that the item reaches a time when the host clock reaches another.
  ///
  /// For a host time in the past, playback continues from where it would be by now, seeking there if it is far away.
  /// For a host time in the future, playback is timed to reach the item time then, or holds its position until then; it
  /// never moves backward.
  ///
  /// - Parameters:
  ///   - rate: As for `rate`. With 0 the player pauses and the times are ignored.
  ///   - itemTime: `.invalid` for the current position.
  ///   - hostClockTime: Of `CMClockGetHostTimeClock()`; `.invalid` for as soon as possible.
  /// - Precondition: `automaticallyWaitsToMinimizeStalling` is false.
  nonisolated open func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
    precondition(
      !automaticallyWaitsToMinimizeStalling,
      "setRate(_:time:atHostTime:) needs automaticallyWaitsToMinimizeStalling to be false: a player that waits keeps no time"
    )
    let usable = playableRate(for: rate)
    setRate(usable, reason: usable == rate ? .setRateCalled : .setRateFailed) { [session] in
      session.setRate(usable, time: itemTime, atHostTime: hostClockTime)
    }
  }

  /// Prepares the pipeline so that playback at a rate starts immediately.
  ///
  /// - Parameters:
  ///   - rate: The rate and direction for which audio is prepared.
  ///   - completionHandler: Called once, on the main queue: with true when preparation is complete; with false when
  ///     another preroll, a rate change, `cancelPendingPrerolls()` or another item came first, and when there is
  ///     nothing to play.
  /// - Precondition: `status` is `readyToPlay` and `rate` is 0.
  nonisolated open func preroll(atRate rate: Float, completionHandler: ((Bool) -> Void)? = nil) {
    precondition(
      state.withLock { $0.status == .readyToPlay && $0.rate == 0 },
      "preroll(atRate:) needs a player that is ready to play and whose rate is 0")
    let number = core.prerolls.open(CompletionHandlerRegistry.handler(completionHandler) ?? { _ in })
    session.preroll(for: playableRate(for: rate), identifier: number)
  }

  /// Cancels pending prerolls: their handlers are called with false.
  nonisolated open func cancelPendingPrerolls() { session.cancelPrerolls() }
}
