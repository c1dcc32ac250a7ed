import Foundation
import Observation
import PlayheadEngine
import Synchronization

/// Plays one item at a time: when, how fast, how loud, and from where.
///
/// Keep the player: playing ends when nobody holds it. Every call returns at once; what follows from it is told by observable
/// properties, notifications and handlers, all of them on the main queue. Properties may be read and set on any thread and
/// never wait for media.
///
/// When several things follow from one event, clients are told in this order: changed properties of the item, changed
/// properties of the player (`status`, `currentItem`, `rate`, `timeControlStatus`, `reasonForWaitingToPlay`), notifications.
/// At the end of an item: the last call of periodic observers, the rate, `didPlayToEndTime`.
@preconcurrency @MainActor
open class AVPlayer: NSObject {
  nonisolated let core: PlayerCore
  nonisolated let state = Mutex(PlayerState())
  nonisolated let criteria = Mutex(PlayerCriteria())
  nonisolated let registrar = ObservationRegistrar()
  nonisolated let interstitials = Mutex<InterstitialConductor?>(nil)

  /// What plays. For AVKit, which shows its pictures.
  package nonisolated var session: PlaybackSession { core.session }

  /// A player without an item.
  public nonisolated override init() {
    core = PlayerCore(.current)
    super.init()
    core.relay.connect(self)
  }

  /// A player with an item, which begins to be opened.
  ///
  /// - Parameter item: An item that no other player has; one that does is a programmer's error.
  public nonisolated init(playerItem item: AVPlayerItem?) {
    core = PlayerCore(.current)
    super.init()
    core.relay.connect(self)
    attach(item)
  }

  /// A player with a new item for the resource at a URL.
  public nonisolated init(url URL: URL) {
    core = PlayerCore(.current)
    super.init()
    core.relay.connect(self)
    attach(AVPlayerItem(url: URL))
  }

  /// A player on another clock and other devices than the program's: for tests.
  package nonisolated init(environment: PlaybackEnvironment) {
    core = PlayerCore(environment)
    super.init()
    core.relay.connect(self)
  }

  deinit {
    // The session ends with its last reference. What it owes is answered here, because nobody takes its events any more.
    state.withLock { $0.item }?.detach(from: nil, at: session.currentTime())
    conductorIfAny?.close()
    let owed = core.seeks.closeAll() + core.prerolls.closeAll()
    if !owed.isEmpty { core.delivery.later { for handler in owed { handler(false) } } }
    StringKeyObservers.forget(self)
  }

  // MARK: State

  /// Whether the player can play; `readyToPlay` soon after its first item was given to it. Observable.
  nonisolated open var status: Status {
    AccessTracking.note("status", of: self)
    return state.withLock { $0.status }
  }

  /// Why `status` is `failed`; nil otherwise. Observable.
  nonisolated open var error: (any Error)? {
    AccessTracking.note("error", of: self)
    return nil
  }

  /// Whether time passes, does not, or is to pass and cannot. Observable; only real changes are told.
  nonisolated open var timeControlStatus: TimeControlStatus {
    AccessTracking.note("timeControlStatus", of: self)
    return state.withLock { $0.timeControlStatus }
  }

  /// Why the player waits; nil while it does not. Observable.
  nonisolated open var reasonForWaitingToPlay: WaitingReason? {
    AccessTracking.note("reasonForWaitingToPlay", of: self)
    return state.withLock { $0.reasonForWaitingToPlay }
  }

  // MARK: Item

  /// What is played. Changes at once. Observable.
  nonisolated open var currentItem: AVPlayerItem? {
    let item = state.withLock { $0.item }
    AccessTracking.note("currentItem", of: self, returning: item)
    return item
  }

  /// Plays another item, or none. The rate stays: a player that plays goes on with the new item as soon as it is ready.
  ///
  /// - Parameter item: An item that no other player has; one that does is a programmer's error. The present item: nothing happens.
  nonisolated open func replaceCurrentItem(with item: AVPlayerItem?) { attach(item) }

  /// What happens when the item has been played. Observable.
  ///
  /// `advance` belongs to queues; setting it on a player without one is a programmer's error.
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

  /// Whether there can be items that follow the current one.
  nonisolated var hasQueue: Bool { false }

  // MARK: Rate

  /// Plays at `defaultRate`.
  nonisolated open func play() { rate = defaultRate }

  /// Sets the rate to 0.
  nonisolated open func pause() { rate = 0 }

  /// The wanted rate: 0 is paused, 1 is natural. Not 0 as soon as it is set, even if nothing can be played yet. Observable.
  ///
  /// Setting it posts `rateDidChangeNotification` when it changes. Rates are brought between −8 and 16, and to 0 or more where the
  /// item cannot be played backward, with the reason `setRateFailed`. Playing backward is silent and ends at zero as playing forward
  /// ends at the end.
  nonisolated open var rate: Float {
    get {
      AccessTracking.note("rate", of: self)
      return state.withLock { $0.rate }
    }
    set {
      let rate = playableRate(for: newValue)
      setRate(rate, reason: rate == newValue ? .setRateCalled : .setRateFailed)
    }
  }

  /// The rate at which `play` plays; 1 unless set. Setting it does not change `rate`. Observable.
  nonisolated open var defaultRate: Float {
    get {
      AccessTracking.note("defaultRate", of: self)
      return state.withLock { $0.defaultRate }
    }
    set { update { $0.defaultRate = newValue } }
  }

  // MARK: Sound

  /// How loud, from 0 to 1, relative to the system's volume; values outside are brought inside. Observable.
  nonisolated open var volume: Float {
    get {
      AccessTracking.note("volume", of: self)
      return state.withLock { $0.volume }
    }
    set {
      let volume = newValue.isNaN ? 0 : max(0, min(1, newValue))
      update(sending: { [session] _ in session.setVolume(volume) }) { $0.volume = volume }
    }
  }

  /// Whether sound is off, whatever the volume is. Observable.
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

  /// The position of the item; zero without one. It keeps its old value until a seek has landed. Never waits; not observable.
  nonisolated open func currentTime() -> CMTime {
    state.withLock { $0.item == nil } ? .zero : session.currentTime()
  }

  /// Moves to a time, or whatever is near it and quickest to show.
  nonisolated open func seek(to time: CMTime) {
    seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity) { _ in }
  }

  /// Moves to a time, or whatever is near it and quickest to show, and tells when that is done.
  ///
  /// - Parameters:
  ///   - time: Brought into the item's duration. Invalid and indefinite times are a programmer's error.
  ///   - completionHandler: Called once, on the main queue: with true when the position is the new one and its frame is
  ///     decoded and on its way to the views, which draw it with their next refresh; with false when another seek,
  ///     `cancelPendingSeeks` or another item came first, and when there is no item.
  nonisolated open func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void) {
    seek(
      to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
      completionHandler: completionHandler)
  }

  /// Moves to a time between `time - toleranceBefore` and `time + toleranceAfter`. Zero on both sides is the very picture.
  nonisolated open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) { _ in }
  }

  /// Moves to a time between `time - toleranceBefore` and `time + toleranceAfter`, and tells when that is done. All other forms
  /// of seeking end here.
  ///
  /// The rate stays: a player that plays goes on there, a paused one shows the picture. Asked for before the item is ready it is
  /// kept until then; only the latest is. Invalid or negative tolerances are a programmer's error.
  nonisolated open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: @escaping (Bool) -> Void
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

  // MARK: Time observers

  /// Calls a closure at multiples of an interval of the item's time while it plays, whenever the position jumps, and when playing
  /// starts or stops.
  ///
  /// - Parameters:
  ///   - interval: A time greater than zero; anything else is a programmer's error.
  ///   - queue: A serial queue; nil for the main queue. A call is left out while the last one has not returned.
  ///   - block: Kept until the observer is removed.
  /// - Returns: A token to keep and to give to `removeTimeObserver(_:)`. Letting it go removes the observer.
  nonisolated open func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void
  ) -> Any {
    precondition(
      interval.isNumeric && interval > .zero, "The interval of a periodic time observer must be greater than zero")
    return addTimeObserver(.periodic(interval), queue, block)
  }

  /// Calls a closure whenever one of some times is crossed while playing; not when a seek jumps over it.
  ///
  /// - Parameters:
  ///   - times: `NSValue` objects with times; an empty list is a programmer's error.
  ///   - queue: A serial queue; nil for the main queue.
  ///   - block: Kept until the observer is removed.
  /// - Returns: A token to keep and to give to `removeTimeObserver(_:)`. Letting it go removes the observer.
  nonisolated open func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping () -> Void
  ) -> Any {
    precondition(!times.isEmpty, "A boundary time observer needs at least one time")
    return addTimeObserver(.boundary(times.map(\.timeValue)), queue) { _ in block() }
  }

  /// Ends a time observer. After it has returned no call begins.
  ///
  /// - Parameter observer: What the player returned for it. The token of another player, or one that was removed before, is a
  ///   programmer's error.
  nonisolated open func removeTimeObserver(_ observer: Any) {
    guard let token = observer as? TimeObserverToken, token.player === self, endTimeObserver(token.identifier) else {
      preconditionFailure("Not a time observer of this player, or removed before: \(observer)")
    }
  }
}
