import CoreMedia
import PlayheadPipeline

/// The playback state machine of one player: maps events to actions, without performing them.
///
///                 ┌────────┐ itemSet ┌─────────┐ opened ┌────────────────────┐
///                 │ empty  ├────────►│ opening ├───────►│ seeking, rate 0    │◄── seek
///                 └────────┘         └────┬────┘        │ seeking, rate ≠ 0  │◄── seek
///                                         │ failed      └──┬───────────┬─────┘
///                                         ▼     at target, │           │ at target,
///                                    ┌────────┐    drained ▼           ▼ decoder continues
///                                    │ failed │        ┌─────────┐ ┌─────────┐
///                                    └────────┘        │ drained ├►│ priming │◄─────────┐
///                                                      └─────────┘ └────┬────┘          │
///                                         play, or after a delay        │ primed        │ starved
///                                                        ┌───────┐      │        ┌──────┴──┐
///                                                        │ ready │◄─────┴───────►│ running │
///                                                        └───────┘ rate 0 / ≠ 0  └────┬────┘
///                                                                                     ▼ end
///                                                                                 ┌───────┐
///                                                                                 │ ended │
///                                                                                 └───────┘
///
/// `drained`: one frame was decoded and its decoder is drained. Priming restarts the pipeline at the same position so
/// that playback can start at once. It is wasted work while the user scrubs, so it is delayed until scrubbing has
/// stopped.
struct PlaybackStateMachine {
  /// The state of the item and its pipeline.
  enum State: Equatable {
    /// There is no item.
    case empty
    /// The container is being opened: its tracks and duration are unknown.
    case opening
    /// The pipeline decodes up to the target. The clock is stopped.
    case seeking(PipelineStart.Mode)
    /// The frame at the target is shown, and its decoder cannot continue from there.
    case drained
    /// The pipeline buffers until every track can start: before playback, and after an underrun.
    case priming
    /// Every track has buffered enough; the clock is stopped because the rate is 0 or the item is suspended.
    case ready
    /// The clock runs, or waits for the first audible sample.
    case running
    /// The position is at the end in the direction of playback, and the end was reported.
    case ended
    /// The item cannot be played. Only another item leads out of this state.
    case failed
  }

  typealias Action = PlaybackAction

  /// The current state.
  private(set) var state = State.empty
  /// The requested rate; 0 while paused.
  private(set) var rate: Float = 0
  /// Whether a newer seek waits for the seek in progress.
  private(set) var hasPendingSeek = false
  /// Whether the item was reported as ready to play.
  private var hasBecomeReady = false

  /// Whether the clock runs.
  var isMoving: Bool { state == .running }

  /// Whether playback is paused, and all media that it needs to start is buffered.
  var isIdle: Bool { state == .ready && rate == 0 }

  /// Whether the item is suspended while something else plays in its place. Meanwhile it is prepared as if it were
  /// paused.
  private(set) var isSuspended = false
  /// Whether another device plays the item, and does not advance at the moment. Meanwhile the item is prepared as if it
  /// were paused.
  private(set) var waitsForRenderer = false
  /// The requested rate, or 0 while the item is suspended or waits for a renderer.
  private var effectiveRate: Float { isSuspended || waitsForRenderer ? 0 : rate }

  /// The time control status: whether playback is paused, waiting or playing, and the reason for waiting.
  var timeControl: SessionSnapshot.TimeControl {
    guard rate != 0 else { return .paused }
    guard !isSuspended else { return .waiting(.interstitialEvent) }
    if waitsForRenderer, state == .running || state == .ready { return .waiting(.toMinimizeStalls) }
    switch state {
    case .empty: return .waiting(.noItemToPlay)
    case .opening: return .waiting(.evaluatingBufferingRate)
    case .running, .ended: return .playing
    case .seeking, .drained, .priming, .ready, .failed: return .waiting(.toMinimizeStalls)
    }
  }

  /// The mode of the next start: a paused seek at rate 0, otherwise playback in the direction of the rate.
  private var mode: PipelineStart.Mode { effectiveRate == 0 ? .pausedSeek : rate < 0 ? .reverse : .playback }
  /// Whether a preroll at `prerollRate` is in progress.
  private(set) var isPrerolling = false
  /// The rate of the latest preroll. Only valid while `isPrerolling`.
  private var prerollRate: Float = 0
  /// The rate for which the pipeline is prepared; 0 if none was requested.
  var targetRate: Float { effectiveRate != 0 ? rate : isPrerolling ? prerollRate : 0 }
  /// Whether the pipeline decodes backward. A pipeline decodes in one direction and must be restarted for the other.
  private(set) var isReversed = false
  /// Whether the target rate requires the other direction. False while no rate is requested.
  var needsDirectionChange: Bool { targetRate != 0 && (targetRate < 0) != isReversed }
  /// The rate for which audio is rendered: samples in the ring are stretched for exactly one rate.
  private var audioRate: Float = 1
  /// Whether audio in the ring is stretched for another rate than the target rate. False while no rate is requested.
  var isAudioStale: Bool { targetRate != 0 && targetRate != audioRate }

  /// Records the direction and the audio rate of the next start.
  private mutating func adoptTargetRate() {
    isReversed = targetRate < 0
    if targetRate != 0 { audioRate = targetRate }
  }

  /// Starts the pipeline at the pending target, or at the beginning.
  private mutating func begin() -> Action {
    adoptTargetRate()
    state = .seeking(mode)
    return .begin(mode)
  }

  /// Restarts the pipeline at the current position.
  mutating func resume() -> Action {
    adoptTargetRate()
    hasStepped = false
    state = .priming
    return .resume
  }

  /// Replaces the item. Pending seeks and prerolls are completed with false. The requested rate does not change.
  ///
  /// - Parameter hasItem: False if the player has no item from now on.
  mutating func setItem(_ hasItem: Bool) -> [Action] {
    let stop: [Action] = state == .running ? [.stopClock] : []
    let completions = cancelRequests()
    hasBecomeReady = false
    hasStepped = false
    isSuspended = false
    audioRate = rate == 0 ? 1 : rate
    state = hasItem ? .opening : .empty
    return stop + completions + (hasItem ? [.open] : [])
  }

  /// The preloaded next item, open and started, has become the current item.
  mutating func setItemReady() -> [Action] {
    hasBecomeReady = true
    hasStepped = false
    state = .priming
    return []
  }

  /// Whether a seek's completion has not been delivered yet.
  private(set) var isSeeking = false

  /// Changes the requested rate.
  mutating func setRate(_ newRate: Float) -> [Action] {
    let old = rate
    let completions = newRate == old ? [] : cancelPreroll()
    rate = newRate
    return isSuspended || waitsForRenderer ? completions : completions + follow(newRate, from: old)
  }

  /// Suspends the item: something else plays at this position.
  mutating func suspend() -> [Action] {
    isSuspended = true
    guard state == .running else { return [] }
    state = .ready
    return [.stopClock]
  }

  /// Ends the suspension and resumes at the requested rate.
  mutating func endSuspension() -> [Action] {
    guard isSuspended else { return [] }
    isSuspended = false
    return effectiveRate == 0 ? [] : follow(rate, from: 0)
  }

  /// Stops at the current position until the renderer advances.
  mutating func waitForRenderer() -> [Action] {
    waitsForRenderer = true
    guard isMoving else { return [] }
    state = .ready
    return [.stopClock]
  }

  /// The renderer advances: resumes at the requested rate.
  mutating func rendererPlays() -> [Action] {
    guard waitsForRenderer else { return [] }
    waitsForRenderer = false
    return state == .ended || effectiveRate == 0 ? [] : follow(rate, from: 0)
  }

  /// Restarts the pipeline at the current position, because another device plays from here on.
  ///
  /// - Parameter waitingForRenderer: Whether a renderer plays, which has not started yet.
  mutating func restart(waitingForRenderer: Bool) -> [Action] {
    let stop: [Action] = isMoving ? [.stopClock] : []
    waitsForRenderer = waitingForRenderer
    switch state {
    case .running, .drained, .priming, .ready: return stop + [resume()]
    case .seeking: return [begin()]
    case .empty, .opening, .ended, .failed: return []
    }
  }

  /// Ends the suspension without resuming, because a seek follows.
  mutating func releaseForSeek() { isSuspended = false }

  /// Ends the suspension at the end of the item: the interstitial after the item is over, and so is the item.
  mutating func endAfterInterstitial() -> [Action] {
    guard isSuspended else { return [] }
    isSuspended = false
    state = .ended
    return [.reachEnd]
  }

  /// Applies a change of the rate in the current state.
  private mutating func follow(_ newRate: Float, from old: Float) -> [Action] {
    switch state {
    case .running where newRate == 0:
      state = .ready
      return [.stopClock]
    case .running where needsDirectionChange: return [.stopClock, resume()]
    case .running where newRate != old:
      audioRate = newRate
      return [.changeRate]
    case .drained where newRate != 0: return [resume()]
    // Stepping moves the position but not the audio, which is still at the position before the steps.
    case .ready where newRate != 0 && (hasStepped || needsDirectionChange || isAudioStale):
      return [.changeRate, resume()]
    case .priming where needsDirectionChange || isAudioStale: return [resume()]
    case .ready where newRate != 0:
      state = .running
      return old == newRate ? [.startClock] : [.changeRate, .startClock]
    // Playback from the end is possible backward.
    case .ended where needsDirectionChange: return [resume()]
    case .ended where newRate != 0: return [.applyEndAction]
    default: return []
    }
  }

  /// Starts a seek. A seek in progress is completed with false. While paused, the new one starts when the seek in
  /// progress has reached its target, so that a rapid series of seeks shows intermediate frames.
  mutating func seek() -> [Action] {
    var actions: [Action] = isSeeking ? [.finishSeek(false)] : []
    isSeeking = true
    switch state {
    case .empty, .failed:
      isSeeking = false
      return actions + [.finishSeek(false)]
    case .opening:
      hasPendingSeek = true
    case .seeking(.pausedSeek) where effectiveRate == 0:
      hasPendingSeek = true
    case .seeking, .drained, .priming, .ready, .running, .ended:
      if state == .running { actions.append(.stopClock) }
      actions.append(begin())
    }
    return actions
  }

  /// The seek in progress has reached the target of the newest seek.
  mutating func reachPendingSeek() { hasPendingSeek = false }

  /// The seek in progress was abandoned because a newer seek supersedes it.
  mutating func seekAbandoned() -> [Action] {
    guard case .seeking(.pausedSeek) = state else { return [] }
    // A seek that took over an earlier seek's decode may itself be the one that is abandoned.
    guard isSeeking else { return [resume()] }
    hasPendingSeek = false
    return [begin()]
  }

  /// Cancels all seeks: the position does not change, and the pipeline is restarted there. The initial seek continues,
  /// because there is no other position yet.
  mutating func cancelSeeks() -> [Action] {
    guard isSeeking else { return [] }
    isSeeking = false
    hasPendingSeek = false
    guard case .seeking = state, hasBecomeReady else { return [.finishSeek(false)] }
    return [.finishSeek(false), resume()]
  }

  /// The item was opened.
  mutating func opened() -> [Action] {
    guard state == .opening else { return [] }
    hasPendingSeek = false
    return [begin()]
  }

  /// The seek in progress has reached its target. `isDrained`: the decoder cannot continue from there.
  mutating func targetReached(isDrained: Bool) -> [Action] {
    guard case .seeking = state else { return [] }
    hasStepped = false
    var actions: [Action] = []
    if !hasBecomeReady {
      hasBecomeReady = true
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
    if isDrained && targetRate == 0 {
      state = .drained
      actions.append(.schedulePriming)
    } else if isDrained || needsDirectionChange || isAudioStale {
      actions.append(resume())
    } else {
      state = .priming
    }
    return actions
  }

  /// The position was moved by frame stepping, without the pipeline.
  mutating func stepped() { hasStepped = state == .ready }
  /// Whether the position was stepped since the pipeline was last started.
  private(set) var hasStepped = false

  /// No request has arrived for a while since the last paused seek.
  mutating func primingIsDue() -> [Action] {
    guard state == .drained else { return [] }
    return [resume()]
  }

  /// Starts a step backward: the frame before the current one is decoded. Does nothing in a state without a frame at
  /// rest.
  mutating func beginStepBackward() -> [Action] {
    guard state == .drained || state == .ready || state == .ended else { return [] }
    state = .seeking(.pausedSeek)
    return [.begin(.pausedSeek)]
  }

  /// Every track has buffered enough to start.
  mutating func primed() -> [Action] {
    guard state == .priming else { return [] }
    guard effectiveRate != 0 else {
      state = .ready
      return isPrerolling ? finishPreroll(true) : []
    }
    state = .running
    return [.startClock]
  }

  /// Restarts the pipeline at the current position while playing.
  mutating func restart() -> [Action] { state == .running ? [.stopClock, resume()] : [] }

  /// The prepared audio belongs to a track that is no longer selected: audio is prepared again.
  mutating func audioTrackChanged() -> [Action] { state == .ready ? [resume()] : [] }

  /// Underrun: every track has run empty before the end.
  mutating func starved() -> [Action] {
    guard state == .running else { return [] }
    state = .priming
    return [.stopClock]
  }

  /// Playback has reached the end.
  mutating func reachedEnd() -> [Action] {
    guard state == .running else { return [] }
    state = .ended
    return [.stopClock, .reachEnd]
  }

  /// Records a preroll request.
  mutating func beginPreroll(for newRate: Float) {
    isPrerolling = true
    prerollRate = newRate
  }

  /// Completes the preroll.
  mutating func finishPreroll(_ finished: Bool) -> [Action] {
    isPrerolling = false
    return [.finishPreroll(finished)]
  }

  /// The item is gone: pending seeks and prerolls are completed with false.
  private mutating func cancelRequests() -> [Action] {
    let seek: [Action] = isSeeking ? [.finishSeek(false)] : []
    isSeeking = false
    hasPendingSeek = false
    return seek + cancelPreroll()
  }

  /// The item has failed.
  mutating func failed() -> [Action] {
    guard state != .empty, state != .failed else { return [] }
    let stop: [Action] = state == .running ? [.stopClock] : []
    let completions = cancelRequests()
    state = .failed
    return stop + completions
  }
}
