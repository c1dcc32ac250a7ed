import CoreMedia
import Dispatch
import PlayheadClock
import PlayheadItems
import Synchronization

/// The common clock of several renderers, with its observers: the engine of a synchronizer.
///
/// Any thread may use it. Its thread starts with the first observer, delayed rate or later removal.
package final class SampleSynchronizer: Sendable {
  /// A renderer of either kind.
  package enum Renderer: Sendable {
    case video(SampleVideoRenderer)
    case audio(SampleAudioRenderer)

    /// The renderer's identity.
    package var identifier: ObjectIdentifier {
      switch self {
      case .video(let renderer): ObjectIdentifier(renderer)
      case .audio(let renderer): ObjectIdentifier(renderer)
      }
    }
    fileprivate var hasSufficientData: Bool {
      switch self {
      case .video(let renderer): renderer.hasSufficientData
      case .audio(let renderer): renderer.hasSufficientData
      }
    }
    fileprivate var hasAudio: Bool {
      if case .audio(let renderer) = self { return renderer.hasData }
      return false
    }
    fileprivate func follow(_ clock: SampleClock) {
      switch self {
      case .video(let renderer): renderer.follow(clock)
      case .audio(let renderer): renderer.follow(clock)
      }
    }
  }

  /// A change of the rate.
  private struct RateChange: Sendable {
    var rate: Double
    var time: CMTime?
    var host: HostTime?
  }

  /// A removal that waits for its time.
  private struct Removal: Sendable {
    var identifier: ObjectIdentifier
    var time: CMTime
    var completion: @Sendable (Bool) -> Void
  }

  /// Everything that changes.
  private struct State {
    var renderers: [Renderer] = []
    var delaysRateChange = true
    /// The rate that the program has set, in effect or delayed.
    var rate = 0.0
    /// The change that waits for enough samples.
    var pending: RateChange?
    /// When the clock runs even if no audio has become audible.
    var holdDeadline: HostTime?
    var removals: [Removal] = []
    var observers = TimeObservers()
    var calls: [Int: @Sendable (CMTime) -> Void] = [:]
    var lastIdentifier = 0
    /// The change of the clock up to which the observers have been called.
    var version = 0
    var isStarted = false
    var isClosed = false
  }

  private let state = Mutex(State())
  private let gate: any Gate
  private let environment: PlaybackEnvironment
  /// The clock of all renderers.
  package let clock: SampleClock
  /// Called by the environment's delivery when a rate has come into effect.
  private let onRate: @Sendable () -> Void

  /// A device that plays nothing must not stop the clock. Bluetooth needs up to a second to wake.
  private static let holdLimit = HostDuration.seconds(2)
  /// The interval at which a delayed rate is tried: less than a frame.
  private static let pollInterval = HostDuration.milliseconds(10)

  /// Creates a synchronizer that is stopped at zero.
  package init(_ environment: PlaybackEnvironment, onRate: @escaping @Sendable () -> Void) {
    self.environment = environment
    self.onRate = onRate
    clock = SampleClock(environment.clock)
    gate = environment.clock.makeGate("synchronizer")
  }

  /// Ends the thread, and lets the renderers show their samples by clocks of their own.
  package func close() {
    let renderers = state.withLock { state in
      state.isClosed = true
      defer { state.renderers = [] }
      return state.renderers
    }
    for renderer in renderers { renderer.follow(SampleClock(environment.clock)) }
    gate.open()
  }

  // MARK: Rate

  /// The rate that the program has set.
  package var rate: Double { state.withLock { $0.rate } }

  /// Whether a change from rate 0 waits until all renderers have enough samples.
  package var delaysRateChange: Bool {
    get { state.withLock { $0.delaysRateChange } }
    set {
      state.withLock { $0.delaysRateChange = newValue }
      gate.open()
    }
  }

  /// Sets the rate.
  ///
  /// - Parameters:
  ///   - time: The time to continue at; nil: the present one.
  ///   - host: The host time at which that is the time; nil: as soon as the samples permit. Not delayed.
  package func setRate(_ rate: Double, time: CMTime?, host: HostTime? = nil) {
    let change = RateChange(rate: rate, time: time, host: host)
    let isMoving = clock.isMoving
    let waits = state.withLock { state in
      state.rate = rate
      let isSufficient = state.renderers.allSatisfy(\.hasSufficientData)
      let waits = state.delaysRateChange && rate != 0 && !isMoving && host == nil && !isSufficient
      state.pending = waits ? change : nil
      state.holdDeadline = nil
      return waits
    }
    if waits {
      clock.stop(at: time)
      wake()
    } else {
      begin(change)
    }
  }

  private func begin(_ change: RateChange) {
    let hasAudio = state.withLock { $0.renderers.contains(where: \.hasAudio) }
    if change.rate == 0 {
      clock.stop(at: change.time)
    } else if change.host != nil || change.rate < 0 || !hasAudio || (clock.isMoving && change.time == nil) {
      clock.run(rate: change.rate, through: change.time, at: change.host)
    } else {
      let deadline = environment.clock.now + Self.holdLimit
      state.withLock { $0.holdDeadline = deadline }
      clock.hold(at: change.time, rate: change.rate)
    }
    environment.delivery.deliver(onRate)
    wake()
  }

  // MARK: Renderers

  /// The renderers in the order in which they were added.
  package var renderers: [Renderer] { state.withLock { $0.renderers } }

  /// Adds a renderer, which follows the clock from now on.
  package func add(_ renderer: Renderer) {
    state.withLock { $0.renderers.append(renderer) }
    renderer.follow(clock)
    wake()
  }

  /// Removes a renderer at a time: at once if the time is not numeric or has passed.
  ///
  /// - Parameter completion: Called by the environment's delivery: whether the renderer was removed.
  package func remove(_ renderer: Renderer, at time: CMTime, completion: @escaping @Sendable (Bool) -> Void) {
    let removal = Removal(
      identifier: renderer.identifier, time: time.isNumeric ? time : .negativeInfinity, completion: completion)
    state.withLock { $0.removals.append(removal) }
    wake()
  }

  // MARK: Observers

  /// Adds an observer.
  ///
  /// - Parameter call: Called by the environment's delivery, or on `queue`.
  /// - Returns: The identifier for `removeObserver`.
  package func addObserver(
    _ observation: TimeObservation, queue: DispatchQueue?, _ call: @escaping @Sendable (CMTime) -> Void
  ) -> Int {
    let delivery = environment.delivery
    let time = clock.time
    let identifier = state.withLock { state in
      state.lastIdentifier += 1
      let identifier = state.lastIdentifier
      if state.calls.isEmpty { state.observers.jump(to: time) }
      state.observers.add(observation, identifier: identifier)
      state.calls[identifier] = { [weak self] time in
        let check: @Sendable () -> Void = { [weak self] in if self?.isObserver(identifier) == true { call(time) } }
        if let queue { queue.async(execute: check) } else { delivery.deliver(check) }
      }
      return identifier
    }
    wake()
    return identifier
  }

  private func isObserver(_ identifier: Int) -> Bool { state.withLock { $0.calls[identifier] != nil } }

  /// Removes an observer. It is not called after the return.
  package func removeObserver(_ identifier: Int) {
    state.withLock {
      $0.calls[identifier] = nil
      $0.observers.remove(identifier)
    }
  }

  // MARK: Thread

  /// Starts the thread, or wakes it.
  private func wake() {
    let isNew = state.withLock { state in
      guard !state.isStarted, !state.isClosed else { return false }
      state.isStarted = true
      return true
    }
    guard isNew else { return gate.open() }
    let (gate, clock) = (gate, clock)
    clock.addWaiter(gate)
    _ = EngineThread("playhead.sync", clock: environment.clock) { [weak self] in
      while true {
        // The thread must not retain the synchronizer while it waits.
        guard let next = self?.step() else { break }
        gate.wait(until: next.deadline)
      }
      clock.removeWaiter(gate)
    }
  }

  /// Does what is due. Returns when there is more to do; nil once closed.
  private func step() -> (deadline: HostTime?, Void)? {
    let now = environment.clock.now
    let time = clock.time
    let version = clock.version
    let isMoving = clock.isMoving
    let rate = clock.rate
    guard !state.withLock({ $0.isClosed }) else { return nil }
    var deadlines: [HostTime] = []
    if let pending = takePending() { begin(pending) }
    if state.withLock({ $0.pending != nil }) { deadlines.append(now + Self.pollInterval) }
    if let deadline = state.withLock({ $0.holdDeadline }) {
      if !clock.isHeld {
        state.withLock { $0.holdDeadline = nil }
      } else if deadline <= now {
        state.withLock { $0.holdDeadline = nil }
        clock.run(rate: rate)
      } else {
        deadlines.append(deadline)
      }
    }
    removeRenderers(at: time)
    callObservers(time, isReversed: rate < 0, version: version)
    guard isMoving else { return (deadlines.min(), ()) }
    let next = state.withLock { state in
      [state.observers.next(isReversed: rate < 0)].compactMap { $0 } + state.removals.map(\.time)
    }
    for moment in next where moment.isNumeric {
      if let host = clock.media.hostTime(ofMedia: moment.nanosecondsAtLeast) {
        deadlines.append(max(host, now + HostDuration(nanoseconds: 1)))
      }
    }
    return (deadlines.min(), ())
  }

  private func takePending() -> RateChange? {
    state.withLock { state in
      guard let pending = state.pending else { return nil }
      guard !state.delaysRateChange || state.renderers.allSatisfy(\.hasSufficientData) else { return nil }
      state.pending = nil
      return pending
    }
  }

  private func removeRenderers(at time: CMTime) {
    let due = state.withLock { state -> [(Removal, Renderer?)] in
      let due = state.removals.filter { $0.time <= time }
      state.removals.removeAll { $0.time <= time }
      return due.map { removal in
        let index = state.renderers.firstIndex { $0.identifier == removal.identifier }
        return (removal, index.map { state.renderers.remove(at: $0) })
      }
    }
    for (removal, renderer) in due {
      renderer?.follow(SampleClock(environment.clock))
      environment.delivery.deliver { removal.completion(renderer != nil) }
    }
  }

  /// Calls the observers whose times the clock has passed; after a change of the clock, the periodic ones.
  private func callObservers(_ time: CMTime, isReversed: Bool, version: Int) {
    let calls = state.withLock { state -> [(@Sendable (CMTime) -> Void, CMTime)] in
      var due: [(identifier: Int, time: CMTime)] = []
      if version != state.version {
        state.version = version
        state.observers.jump(to: time)
        due = state.observers.periodicIdentifiers.map { ($0, time) }
      } else {
        due = state.observers.advance(to: time, isReversed: isReversed)
      }
      return due.compactMap { identifier, time in state.calls[identifier].map { ($0, time) } }
    }
    for (call, time) in calls { call(time) }
  }
}
