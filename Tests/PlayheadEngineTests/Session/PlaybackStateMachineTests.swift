import Testing

@testable import PlayheadEngine

/// The transitions of `PlaybackStateMachine`.
@Suite struct PlaybackStateMachineTests {
  typealias Machine = PlaybackStateMachine

  /// A machine that reached a state by the shortest path.
  static func machine(in state: Machine.State, rate: Float = 0) -> Machine {
    var machine = Machine()
    switch state {
    case .empty: break
    case .opening: _ = machine.setItem(true)
    case .landing(let mode):
      if mode == .flow { _ = machine.setRate(1) }
      _ = machine.setItem(true)
      _ = machine.opened()
    case .parked:
      machine = Self.machine(in: .landing(.still))
      _ = machine.landed(isDrained: true)
    case .priming:
      machine = Self.machine(in: .parked)
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
    .empty, .opening, .landing(.still), .landing(.flow), .parked, .priming, .ready, .running, .ended, .failed,
  ]

  @Test func openingAnItemAtRateZeroShowsOneStill() {
    var machine = Machine()
    #expect(machine.setItem(true) == [.open])
    #expect(machine.opened() == [.begin(.still)])
    #expect(machine.state == .landing(.still))
    #expect(machine.landed(isDrained: true) == [.announceReady, .schedulePriming])
    #expect(machine.state == .parked)
    #expect(machine.primingIsDue() == [.resume])
    #expect(machine.primed() == [])
    #expect(machine.state == .ready)
    #expect(machine.setRate(1) == [.changeRate, .startClock])
    #expect(machine.state == .running)
  }

  @Test func openingAnItemAtARateFlowsAtOnce() {
    var machine = Machine()
    #expect(machine.setRate(2) == [])
    #expect(machine.setItem(true) == [.open])
    #expect(machine.opened() == [.begin(.flow)])
    #expect(machine.landed(isDrained: false) == [.announceReady])
    #expect(machine.state == .priming)
    #expect(machine.primed() == [.startClock])
    #expect(machine.state == .running)
  }

  @Test func readinessIsAnnouncedOnceForEachItem() {
    var machine = Self.machine(in: .parked)
    _ = machine.seek()
    #expect(machine.landed(isDrained: true) == [.finishSeek(true), .schedulePriming])
    _ = machine.setItem(true)
    _ = machine.opened()
    #expect(machine.landed(isDrained: true) == [.announceReady, .schedulePriming])
  }

  @Test func aStillWhosePlayingIsAskedForMeanwhileGoesOn() {
    var machine = Self.machine(in: .landing(.still))
    #expect(machine.setRate(1) == [])
    #expect(machine.landed(isDrained: true) == [.announceReady, .resume])
    #expect(machine.state == .priming)
  }

  @Test func aFlowThatIsPausedMeanwhileBecomesReady() {
    var machine = Self.machine(in: .landing(.flow), rate: 0)
    #expect(machine.landed(isDrained: false) == [.announceReady])
    #expect(machine.primed() == [])
    #expect(machine.state == .ready)
  }

  @Test func dryingUpStopsTheClockUntilPrimed() {
    var machine = Self.machine(in: .running, rate: 1)
    #expect(machine.starved() == [.stopClock])
    #expect(machine.state == .priming && !machine.isMoving)
    #expect(machine.timeControl == .waiting(.toMinimizeStalls))
    #expect(machine.primed() == [.startClock])
    #expect(machine.timeControl == .playing)
  }

  @Test func theEndStopsTheClockFirst() {
    var machine = Self.machine(in: .running, rate: 1)
    #expect(machine.reachedEnd() == [.stopClock, .reachEnd])
    #expect(machine.state == .ended)
    #expect(machine.setRate(2) == [.fallBack])
  }

  @Test(
    arguments: [
      (Machine.State.empty, [], Machine.State.empty), (.opening, [], .opening),
      (.landing(.still), [], .landing(.still)),
      (.landing(.flow), [], .landing(.flow)), (.parked, [.resume], .priming), (.priming, [.resume], .priming),
      (.ready, [.changeRate, .resume], .priming), (.running, [.changeRate], .running),
      (.ended, [.fallBack], .ended),
      (.failed, [], .failed),
    ] as [(Machine.State, [Machine.Action], Machine.State)])
  func anotherRate(from: Machine.State, actions: [Machine.Action], to: Machine.State) {
    var machine = Self.machine(in: from, rate: from == .running || from == .landing(.flow) || from == .ended ? 1 : 0)
    #expect(machine.setRate(1.5) == actions)
    #expect(machine.state == to)
    #expect(machine.rate == 1.5)
  }

  /// Queued audio in the ring is rendered for the old rate.
  @Test func soundOfAnotherRateIsMadeAnew() {
    var machine = Self.machine(in: .running, rate: 1)
    #expect(machine.setRate(2) == [.changeRate])
    #expect(machine.setRate(0) == [.stopClock])
    #expect(machine.setRate(2) == [.changeRate, .startClock])
    _ = machine.setRate(0)
    #expect(machine.setRate(1) == [.changeRate, .resume])
    _ = machine.seek()
    #expect(machine.setRate(2) == [])
    #expect(machine.landed(isDrained: false) == [.finishSeek(true), .resume])
  }

  @Test func pausingStopsTheClockAndKeepsEverythingReady() {
    var machine = Self.machine(in: .running, rate: 1)
    #expect(machine.setRate(0) == [.stopClock])
    #expect(machine.state == .ready)
    #expect(machine.setRate(1) == [.changeRate, .startClock])
  }

  @Test(arguments: statesNotRunning)
  func pausingWhatDoesNotRunDoesNothing(state: Machine.State) {
    var machine = Self.machine(in: state, rate: state == .landing(.flow) || state == .ended ? 1 : 0)
    #expect(machine.setRate(0) == [])
    #expect(machine.state == state)
    #expect(machine.timeControl == .paused)
  }

  @Test(arguments: states)
  func failingEndsEverything(state: Machine.State) {
    var machine = Self.machine(in: state, rate: state == .running ? 1 : 0)
    let actions = machine.failed()
    #expect(actions == (state == .running ? [.stopClock] : []))
    #expect(machine.state == (state == .empty ? .empty : .failed))
  }

  @Test(arguments: states)
  func anotherItemMayComeAtAnyTime(state: Machine.State) {
    var machine = Self.machine(in: state, rate: state == .running ? 1 : 0)
    #expect(machine.setItem(true) == (state == .running ? [.stopClock, .open] : [.open]))
    #expect(machine.state == .opening)
    #expect(machine.setItem(false) == [])
    #expect(machine.state == .empty)
  }

  /// Late reports of an earlier start change nothing.
  @Test(arguments: states)
  func lateReportsAreIgnored(state: Machine.State) {
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
    if state != .parked {
      var machine = Self.machine(in: state, rate: rate)
      #expect(machine.primingIsDue() == [] && machine.state == state)
    }
    if state != .landing(.still) && state != .landing(.flow) {
      var machine = Self.machine(in: state, rate: rate)
      #expect(machine.landed(isDrained: true) == [] && machine.state == state)
    }
  }

  @Test(arguments: states)
  func onlyAStandingPictureIsSteppedBackFrom(state: Machine.State) {
    var machine = Self.machine(in: state, rate: state == .running ? 1 : 0)
    let isStanding = [.parked, .ready, .ended].contains(state)
    #expect(machine.landAnew() == (isStanding ? [.begin(.still)] : []))
    #expect(machine.state == (isStanding ? .landing(.still) : state))
  }

  /// Audio is still at the position where the steps began, so playing restarts the pipeline, once.
  @Test func playingOnAfterStepsStartsAnew() {
    var machine = Self.machine(in: .ready)
    machine.stepped()
    #expect(machine.setRate(1) == [.changeRate, .resume])
    #expect(machine.primed() == [.startClock])
    _ = machine.setRate(0)
    #expect(machine.setRate(1) == [.changeRate, .startClock])
  }

  /// A pipeline has one direction: for the other it is restarted at its position.
  @Test func turningRoundStartsAnewAtTheSamePlace() {
    var machine = Self.machine(in: .running, rate: 1)
    #expect(machine.setRate(-1) == [.stopClock, .resume])
    #expect(machine.state == .priming && machine.isReversed)
    #expect(machine.setRate(-2) == [.resume])
    #expect(machine.primed() == [.startClock])
    #expect(machine.setRate(0) == [.stopClock])
    #expect(machine.setRate(-2) == [.changeRate, .startClock])
    #expect(machine.seek() == [.stopClock, .begin(.reverse)])
    #expect(machine.setRate(1) == [])
    #expect(machine.landed(isDrained: false) == [.finishSeek(true), .resume])
    #expect(!machine.isReversed)
  }

  @Test func waitingHasAReason() {
    #expect(Self.machine(in: .empty, rate: 1).timeControl == .waiting(.noItemToPlay))
    #expect(Self.machine(in: .opening, rate: 1).timeControl == .waiting(.evaluatingBufferingRate))
    #expect(Self.machine(in: .landing(.flow), rate: 1).timeControl == .waiting(.toMinimizeStalls))
    #expect(Self.machine(in: .running, rate: 1).timeControl == .playing)
  }
}
