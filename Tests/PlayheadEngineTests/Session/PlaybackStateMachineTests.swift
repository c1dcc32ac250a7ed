import Testing

@testable import PlayheadEngine
@testable import PlayheadPipeline

/// The transitions of `PlaybackStateMachine`.
@Suite struct PlaybackStateMachineTests {
  typealias Machine = PlaybackStateMachine

  /// A machine that reached a state by the shortest path.
  static func machine(in state: Machine.State, rate: Float = 0) -> Machine {
    var machine = Machine()
    switch state {
    case .empty: break
    case .opening: _ = machine.setItem(true)
    case .seeking(let mode):
      if mode == .playback { _ = machine.setRate(1) }
      _ = machine.setItem(true)
      _ = machine.opened()
    case .drained:
      machine = Self.machine(in: .seeking(.pausedSeek))
      _ = machine.targetReached(isDrained: true)
    case .priming:
      machine = Self.machine(in: .drained)
      _ = machine.primingIsDue()
    case .ready:
      machine = Self.machine(in: .priming)
      _ = machine.primed()
    case .running:
      machine = Self.machine(in: .ready)
      _ = machine.setRate(1)
    case .ended:
      machine = Self.machine(in: .running, rate: 1)
      _ = machine.reachedEnd()
    case .failed:
      machine = Self.machine(in: .opening)
      _ = machine.failed()
    }
    if machine.rate != rate { _ = machine.setRate(rate) }
    #expect(machine.state == state)
    return machine
  }

  static let statesNotRunning = states.filter { $0 != .running }

  static let states: [Machine.State] = [
    .empty, .opening, .seeking(.pausedSeek), .seeking(.playback), .drained, .priming, .ready, .running, .ended, .failed,
  ]

  @Test func openingAtRateZeroShowsOneFrame() {
    var machine = Machine()
    #expect(machine.setItem(true) == [.open])
    #expect(machine.opened() == [.begin(.pausedSeek)])
    #expect(machine.state == .seeking(.pausedSeek))
    #expect(machine.targetReached(isDrained: true) == [.announceReady, .schedulePriming])
    #expect(machine.state == .drained)
    #expect(machine.primingIsDue() == [.resume])
    #expect(machine.primed() == [])
    #expect(machine.state == .ready)
    #expect(machine.setRate(1) == [.changeRate, .startClock])
    #expect(machine.state == .running)
  }

  @Test func openingAtRateStartsPlayback() {
    var machine = Machine()
    #expect(machine.setRate(2) == [])
    #expect(machine.setItem(true) == [.open])
    #expect(machine.opened() == [.begin(.playback)])
    #expect(machine.targetReached(isDrained: false) == [.announceReady])
    #expect(machine.state == .priming)
    #expect(machine.primed() == [.startClock])
    #expect(machine.state == .running)
  }

  @Test func announcesReadinessOncePerItem() {
    var machine = Self.machine(in: .drained)
    _ = machine.seek()
    #expect(machine.targetReached(isDrained: true) == [.finishSeek(true), .schedulePriming])
    _ = machine.setItem(true)
    _ = machine.opened()
    #expect(machine.targetReached(isDrained: true) == [.announceReady, .schedulePriming])
  }

  @Test func playRequestDuringPausedStartContinues() {
    var machine = Self.machine(in: .seeking(.pausedSeek))
    #expect(machine.setRate(1) == [])
    #expect(machine.targetReached(isDrained: true) == [.announceReady, .resume])
    #expect(machine.state == .priming)
  }

  @Test func pauseDuringPlaybackStartBecomesReady() {
    var machine = Self.machine(in: .seeking(.playback), rate: 0)
    #expect(machine.targetReached(isDrained: false) == [.announceReady])
    #expect(machine.primed() == [])
    #expect(machine.state == .ready)
  }

  @Test func starvationStopsClockUntilPrimed() {
    var machine = Self.machine(in: .running, rate: 1)
    #expect(machine.starved() == [.stopClock])
    #expect(machine.state == .priming && !machine.isMoving)
    #expect(machine.timeControl == .waiting(.toMinimizeStalls))
    #expect(machine.primed() == [.startClock])
    #expect(machine.timeControl == .playing)
  }

  @Test func endStopsClockFirst() {
    var machine = Self.machine(in: .running, rate: 1)
    #expect(machine.reachedEnd() == [.stopClock, .reachEnd])
    #expect(machine.state == .ended)
    #expect(machine.setRate(2) == [.applyEndAction])
  }

  @Test(
    arguments: [
      (Machine.State.empty, [], Machine.State.empty), (.opening, [], .opening),
      (.seeking(.pausedSeek), [], .seeking(.pausedSeek)),
      (.seeking(.playback), [], .seeking(.playback)), (.drained, [.resume], .priming), (.priming, [.resume], .priming),
      (.ready, [.changeRate, .resume], .priming), (.running, [.changeRate], .running),
      (.ended, [.applyEndAction], .ended),
      (.failed, [], .failed),
    ] as [(Machine.State, [Machine.Action], Machine.State)])
  func rateChangeActsByState(from: Machine.State, actions: [Machine.Action], to: Machine.State) {
    var machine = Self.machine(
      in: from, rate: from == .running || from == .seeking(.playback) || from == .ended ? 1 : 0)
    #expect(machine.setRate(1.5) == actions)
    #expect(machine.state == to)
    #expect(machine.rate == 1.5)
  }

  /// Queued audio in the ring is rendered for the old rate.
  @Test func rateChangeRerendersQueuedAudio() {
    var machine = Self.machine(in: .running, rate: 1)
    #expect(machine.setRate(2) == [.changeRate])
    #expect(machine.setRate(0) == [.stopClock])
    #expect(machine.setRate(2) == [.changeRate, .startClock])
    _ = machine.setRate(0)
    #expect(machine.setRate(1) == [.changeRate, .resume])
    _ = machine.seek()
    #expect(machine.setRate(2) == [])
    #expect(machine.targetReached(isDrained: false) == [.finishSeek(true), .resume])
  }

  @Test func pausingStopsClockAndStaysReady() {
    var machine = Self.machine(in: .running, rate: 1)
    #expect(machine.setRate(0) == [.stopClock])
    #expect(machine.state == .ready)
    #expect(machine.setRate(1) == [.changeRate, .startClock])
  }

  @Test(arguments: statesNotRunning)
  func pausingWhileNotRunningDoesNothing(state: Machine.State) {
    var machine = Self.machine(in: state, rate: state == .seeking(.playback) || state == .ended ? 1 : 0)
    #expect(machine.setRate(0) == [])
    #expect(machine.state == state)
    #expect(machine.timeControl == .paused)
  }

  @Test(arguments: states)
  func failureStopsClock(state: Machine.State) {
    var machine = Self.machine(in: state, rate: state == .running ? 1 : 0)
    let actions = machine.failed()
    #expect(actions == (state == .running ? [.stopClock] : []))
    #expect(machine.state == (state == .empty ? .empty : .failed))
  }

  @Test(arguments: states)
  func replacingItemOpensItInAnyState(state: Machine.State) {
    var machine = Self.machine(in: state, rate: state == .running ? 1 : 0)
    #expect(machine.setItem(true) == (state == .running ? [.stopClock, .open] : [.open]))
    #expect(machine.state == .opening)
    #expect(machine.setItem(false) == [])
    #expect(machine.state == .empty)
  }

  /// Late reports of an earlier start change nothing.
  @Test(arguments: states)
  func ignoresLateReports(state: Machine.State) {
    let rate: Float = state == .running ? 1 : 0
    if state != .opening {
      var machine = Self.machine(in: state, rate: rate)
      #expect(machine.opened() == [] && machine.state == state)
    }
    if state != .priming {
      var machine = Self.machine(in: state, rate: rate)
      #expect(machine.primed() == [] && machine.state == state)
    }
    if state != .running {
      var machine = Self.machine(in: state, rate: rate)
      #expect(machine.reachedEnd() == [] && machine.starved() == [] && machine.state == state)
    }
    if state != .drained {
      var machine = Self.machine(in: state, rate: rate)
      #expect(machine.primingIsDue() == [] && machine.state == state)
    }
    if state != .seeking(.pausedSeek) && state != .seeking(.playback) {
      var machine = Self.machine(in: state, rate: rate)
      #expect(machine.targetReached(isDrained: true) == [] && machine.state == state)
    }
  }

  @Test(arguments: states)
  func stepsBackOnlyWhilePausedOnFrame(state: Machine.State) {
    var machine = Self.machine(in: state, rate: state == .running ? 1 : 0)
    let isPausedOnFrame = [.drained, .ready, .ended].contains(state)
    #expect(machine.beginStepBackward() == (isPausedOnFrame ? [.begin(.pausedSeek)] : []))
    #expect(machine.state == (isPausedOnFrame ? .seeking(.pausedSeek) : state))
  }

  /// Audio is still at the position where the steps began, so playing restarts the pipeline, once.
  @Test func playingAfterStepsRestartsPipeline() {
    var machine = Self.machine(in: .ready)
    machine.stepped()
    #expect(machine.setRate(1) == [.changeRate, .resume])
    #expect(machine.primed() == [.startClock])
    _ = machine.setRate(0)
    #expect(machine.setRate(1) == [.changeRate, .startClock])
  }

  /// A pipeline has one direction: for the other it is restarted at its position.
  @Test func reversingDirectionRestartsPipeline() {
    var machine = Self.machine(in: .running, rate: 1)
    #expect(machine.setRate(-1) == [.stopClock, .resume])
    #expect(machine.state == .priming && machine.isReversed)
    #expect(machine.setRate(-2) == [.resume])
    #expect(machine.primed() == [.startClock])
    #expect(machine.setRate(0) == [.stopClock])
    #expect(machine.setRate(-2) == [.changeRate, .startClock])
    #expect(machine.seek() == [.stopClock, .begin(.reverse)])
    #expect(machine.setRate(1) == [])
    #expect(machine.targetReached(isDrained: false) == [.finishSeek(true), .resume])
    #expect(!machine.isReversed)
  }

  @Test func waitingReportsReason() {
    #expect(Self.machine(in: .empty, rate: 1).timeControl == .waiting(.noItemToPlay))
    #expect(Self.machine(in: .opening, rate: 1).timeControl == .waiting(.evaluatingBufferingRate))
    #expect(Self.machine(in: .seeking(.playback), rate: 1).timeControl == .waiting(.toMinimizeStalls))
    #expect(Self.machine(in: .running, rate: 1).timeControl == .playing)
  }
}
