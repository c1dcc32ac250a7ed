import CoreMedia

/// What a player does with the item it has, decided without doing it.
///
///                 ┌────────┐ itemSet ┌─────────┐ opened ┌─────────────────┐
///                 │ empty  ├────────►│ opening ├───────►│ landing(still)  │◄── seek (rate 0)
///                 └────────┘         └────┬────┘        │ landing(flow)   │◄── seek (rate ≠ 0)
///                                         │ failed      └──┬───────────┬──┘
///                                         ▼        landed, │           │ landed,
///                                    ┌────────┐    drained ▼           ▼ decoder goes on
///                                    │ failed │        ┌────────┐  ┌─────────┐
///                                    └────────┘        │ parked ├─►│ priming │◄─────────┐
///                                                      └────────┘  └────┬────┘          │
///                                          play, or some time after     │ primed        │ starved
///                                                        ┌───────┐      │        ┌──────┴──┐
///                                                        │ ready │◄─────┴───────►│ running │
///                                                        └───────┘ rate 0 / ≠ 0  └────┬────┘
///                                                                                     ▼ end
///                                                                                 ┌───────┐
///                                                                                 │ ended │
///                                                                                 └───────┘
///
/// `parked`: one picture was wanted, its decoder is drained. Priming starts the pipeline again at the same place, so that playing
/// can begin at once; while somebody scrubs it is never worth it, and it waits until they have stopped.
struct PlaybackStateMachine {
  enum State: Equatable {
    case empty
    case opening
    case landing(PipelineStart.Mode)
    case parked
    case priming
    case ready
    case running
    case ended
    case failed
  }

  enum Action: Equatable {
    case open
    /// Start the pipeline at the pending seek's place, or at the beginning.
    case begin(PipelineStart.Mode)
    /// Start it again where it stands.
    case resume
    case startClock
    case stopClock
    /// Prime when nothing else is asked for a while.
    case schedulePriming
    case changeRate
    case finishSeek(Bool)
    case finishPreroll(Bool)
    case announceReady
    case reachEnd
    /// Playing was asked for at the end: there is nothing to play.
    case fallBack
  }

  private(set) var state = State.empty
  private(set) var rate: Float = 0
  private(set) var hasPendingSeek = false
  private var hasReadied = false

  var isMoving: Bool { state == .running }

  /// Whether the item waits for something else that is played at its place. It is got ready meanwhile as if it were paused.
  private(set) var isHeld = false
  private var heldRate: Float { isHeld ? 0 : rate }

  /// Whether somebody who wants to play has to wait.
  var timeControl: SessionSnapshot.TimeControl {
    guard rate != 0 else { return .paused }
    guard !isHeld else { return .waiting(.interstitialEvent) }
    switch state {
    case .empty: return .waiting(.noItemToPlay)
    case .opening: return .waiting(.evaluatingBufferingRate)
    case .running, .ended: return .playing
    case .landing, .parked, .priming, .ready, .failed: return .waiting(.toMinimizeStalls)
    }
  }

  private var mode: PipelineStart.Mode { heldRate == 0 ? .still : rate < 0 ? .reverse : .flow }
  /// Whether somebody waits until playing at `prerollRate` could begin at once.
  private(set) var isPrerolling = false
  private var prerollRate: Float = 0
  /// What the pipeline is got ready for; 0: nobody has said.
  var aim: Float { heldRate != 0 ? rate : isPrerolling ? prerollRate : 0 }
  /// What the pipeline gives now: a pipeline that gives one direction must be started again for the other.
  private(set) var isReversed = false
  var mustTurn: Bool { aim != 0 && (aim < 0) != isReversed }
  /// The rate for which sound is got ready: what waits in the ring sounds at that rate and at no other.
  private var soundRate: Float = 1
  var soundIsStale: Bool { aim != 0 && aim != soundRate }

  private mutating func turnToRate() {
    isReversed = aim < 0
    if aim != 0 { soundRate = aim }
  }

  /// Starts at the pending place, or at the beginning.
  private mutating func begin() -> Action {
    turnToRate()
    state = .landing(mode)
    return .begin(mode)
  }

  /// Starts again at the present place.
  mutating func resume() -> Action {
    turnToRate()
    hasStepped = false
    state = .priming
    return .resume
  }

  mutating func setItem(_ hasItem: Bool) -> [Action] {
    let stop: [Action] = state == .running ? [.stopClock] : []
    let owed = giveUp()
    hasReadied = false
    hasStepped = false
    isHeld = false
    soundRate = rate == 0 ? 1 : rate
    state = hasItem ? .opening : .empty
    return stop + owed + (hasItem ? [.open] : [])
  }

  /// The item that was waiting, open and landed, has become the present one.
  mutating func setItemReady() -> [Action] {
    hasReadied = true
    hasStepped = false
    state = .priming
    return []
  }

  /// Whether a seek's handler is still owed.
  private(set) var isSeeking = false

  mutating func setRate(_ newRate: Float) -> [Action] {
    let old = rate
    let owed = newRate == old ? [] : cancelPreroll()
    rate = newRate
    return isHeld ? owed : owed + follow(newRate, from: old)
  }

  /// Something else is played at this place.
  mutating func hold() -> [Action] {
    isHeld = true
    guard state == .running else { return [] }
    state = .ready
    return [.stopClock]
  }

  /// It is over: what was wanted goes on.
  mutating func release() -> [Action] {
    guard isHeld else { return [] }
    isHeld = false
    return rate == 0 ? [] : follow(rate, from: 0)
  }

  /// It is over, and a seek follows.
  mutating func letGo() { isHeld = false }

  /// What was played after the item is over, and so is the item.
  mutating func endHeld() -> [Action] {
    guard isHeld else { return [] }
    isHeld = false
    state = .ended
    return [.reachEnd]
  }

  private mutating func follow(_ newRate: Float, from old: Float) -> [Action] {
    switch state {
    case .running where newRate == 0:
      state = .ready
      return [.stopClock]
    case .running where mustTurn: return [.stopClock, resume()]
    case .running where newRate != old:
      soundRate = newRate
      return [.changeRate]
    case .parked where newRate != 0: return [resume()]
    // After steps the sound stands where they began.
    case .ready where newRate != 0 && (hasStepped || mustTurn || soundIsStale): return [.changeRate, resume()]
    case .priming where mustTurn || soundIsStale: return [resume()]
    case .ready where newRate != 0:
      state = .running
      return old == newRate ? [.startClock] : [.changeRate, .startClock]
    // From the end one can play backward.
    case .ended where mustTurn: return [resume()]
    case .ended where newRate != 0: return [.fallBack]
    default: return []
    }
  }

  /// A seek was asked for. One that is still on its way is finished with false; the new one starts when the present landing is
  /// over, so that a flood of them shows pictures on its way.
  mutating func seek() -> [Action] {
    var actions: [Action] = isSeeking ? [.finishSeek(false)] : []
    isSeeking = true
    switch state {
    case .empty, .failed:
      isSeeking = false
      return actions + [.finishSeek(false)]
    case .opening:
      hasPendingSeek = true
    case .landing(.still) where heldRate == 0:
      hasPendingSeek = true
    case .landing, .parked, .priming, .ready, .running, .ended:
      if state == .running { actions.append(.stopClock) }
      actions.append(begin())
    }
    return actions
  }

  /// The landing under way has come to where the newest seek wants to be.
  mutating func arriveAtPendingSeek() { hasPendingSeek = false }

  /// The landing under way was given up, because a newer seek makes it useless.
  mutating func passed() -> [Action] {
    guard case .landing(.still) = state else { return [] }
    // A seek that took over what was under way may itself be the one that is given up.
    guard isSeeking else { return [resume()] }
    hasPendingSeek = false
    return [begin()]
  }

  /// Nobody wants the seek any more: the position stays what it is, and the pipeline goes back there. The very first landing goes on,
  /// since there is no other place yet.
  mutating func cancelSeeks() -> [Action] {
    guard isSeeking else { return [] }
    isSeeking = false
    hasPendingSeek = false
    guard case .landing = state, hasReadied else { return [.finishSeek(false)] }
    return [.finishSeek(false), resume()]
  }

  mutating func opened() -> [Action] {
    guard state == .opening else { return [] }
    hasPendingSeek = false
    return [begin()]
  }

  mutating func landed(isDrained: Bool) -> [Action] {
    guard case .landing = state else { return [] }
    hasStepped = false
    var actions: [Action] = []
    if !hasReadied {
      hasReadied = true
      actions.append(.announceReady)
    }
    if hasPendingSeek {
      hasPendingSeek = false
      return actions + [begin()]
    }
    if isSeeking {
      isSeeking = false
      actions.append(.finishSeek(true))
    }
    if isDrained && aim == 0 {
      state = .parked
      actions.append(.schedulePriming)
    } else if isDrained || mustTurn || soundIsStale {
      actions.append(resume())
    } else {
      state = .priming
    }
    return actions
  }

  /// The position was moved by pictures, without the pipeline.
  mutating func stepped() { hasStepped = state == .ready }
  private(set) var hasStepped = false

  /// Nobody has asked for anything since the last still.
  mutating func primingIsDue() -> [Action] {
    guard state == .parked else { return [] }
    return [resume()]
  }

  /// A step backward: one picture from before the present one is wanted.
  mutating func landAnew() -> [Action] {
    guard state == .parked || state == .ready || state == .ended else { return [] }
    state = .landing(.still)
    return [.begin(.still)]
  }

  mutating func primed() -> [Action] {
    guard state == .priming else { return [] }
    guard heldRate != 0 else {
      state = .ready
      return isPrerolling ? finishPreroll(true) : []
    }
    state = .running
    return [.startClock]
  }

  /// What plays is made again from where it is.
  mutating func restart() -> [Action] { state == .running ? [.stopClock, resume()] : [] }

  /// Sound that was got ready is that of another track: it is made again.
  mutating func soundChanged() -> [Action] { state == .ready ? [resume()] : [] }

  /// Nothing is left to show or to sound, though the end is not reached.
  mutating func starved() -> [Action] {
    guard state == .running else { return [] }
    state = .priming
    return [.stopClock]
  }

  mutating func reachedEnd() -> [Action] {
    guard state == .running else { return [] }
    state = .ended
    return [.stopClock, .reachEnd]
  }

  mutating func beginPreroll(for newRate: Float) {
    isPrerolling = true
    prerollRate = newRate
  }

  mutating func finishPreroll(_ finished: Bool) -> [Action] {
    isPrerolling = false
    return [.finishPreroll(finished)]
  }

  /// The item is gone: whoever waits for something of it is told.
  private mutating func giveUp() -> [Action] {
    let seek: [Action] = isSeeking ? [.finishSeek(false)] : []
    isSeeking = false
    hasPendingSeek = false
    return seek + cancelPreroll()
  }

  mutating func failed() -> [Action] {
    guard state != .empty, state != .failed else { return [] }
    let stop: [Action] = state == .running ? [.stopClock] : []
    let owed = giveUp()
    state = .failed
    return stop + owed
  }
}
