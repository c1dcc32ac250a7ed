import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadPipeline

/// The actions of `preroll` in each state of `PlaybackStateMachine`.
@Suite struct StateMachinePrerollTests {
  typealias Machine = PlaybackStateMachine

  private static func machine(in state: Machine.State, rate: Float = 0) -> Machine {
    PlaybackStateMachineTests.machine(in: state, rate: rate)
  }

  @Test(
    arguments: [
      (.empty, [.finishPreroll(false)]), (.failed, [.finishPreroll(false)]), (.ended, [.finishPreroll(false)]),
      (.opening, []), (.seeking(.pausedSeek), []), (.priming, []), (.drained, [.resume]),
      (.ready, [.finishPreroll(true)]),
    ] as [(Machine.State, [Machine.Action])])
  func prerollsAtRateOne(state: Machine.State, actions: [Machine.Action]) {
    var machine = Self.machine(in: state)
    #expect(machine.preroll(for: 1) == actions)
  }

  @Test func prerollDuringSeekIsPrimedAfterIt() {
    var machine = Self.machine(in: .seeking(.pausedSeek))
    _ = machine.preroll(for: 1)
    #expect(machine.targetReached(isDrained: true) == [.announceReady, .resume])
    #expect(machine.primed() == [.finishPreroll(true)])
    #expect(machine.state == .ready)
    #expect(machine.setRate(1) == [.changeRate, .startClock])
  }

  @Test func backwardPrerollReversesPipeline() {
    var machine = Self.machine(in: .ready)
    #expect(machine.preroll(for: -1) == [.resume])
    #expect(machine.isReversed)
    #expect(machine.primed() == [.finishPreroll(true)])
    #expect(machine.setRate(1) == [.changeRate, .resume])
    #expect(!machine.isReversed)
  }

  @Test func prerollRendersAudioForRate() {
    var machine = Self.machine(in: .ready)
    #expect(machine.preroll(for: 2) == [.resume])
    #expect(machine.primed() == [.finishPreroll(true)])
    #expect(machine.preroll(for: 2) == [.finishPreroll(true)])
    #expect(machine.preroll(for: 1) == [.resume])
  }

  @Test func supersededPrerollFinishesWithFalse() {
    let actions: [(inout Machine) -> [Machine.Action]] = [
      { $0.setRate(1) }, { $0.setItem(true) }, { $0.failed() }, { $0.cancelPreroll() }, { $0.preroll(for: 1) },
    ]
    for act in actions {
      var machine = Self.machine(in: .priming)
      #expect(machine.preroll(for: 1) == [])
      #expect(act(&machine).first == .finishPreroll(false))
    }
  }

  @Test func sameRateDoesNotEndPreroll() {
    var machine = Self.machine(in: .priming)
    _ = machine.preroll(for: 1)
    #expect(machine.setRate(0) == [])
    #expect(machine.isPrerolling)
  }

  @Test func playsBackwardFromEnd() {
    var machine = Self.machine(in: .ended, rate: 0)
    #expect(machine.setRate(-1) == [.resume])
    #expect(machine.state == .priming)
  }
}

/// The timeline of a `HostTimeAnchor`, computed by hand.
@Suite struct HostTimeAnchorTests {
  private let second: Int64 = 1_000_000_000

  @Test func waitsForFutureAnchor() {
    let hostAnchor = HostTimeAnchor(media: 10 * second, host: HostTime(nanoseconds: 100 * second), rate: 2)
    #expect(hostAnchor.nanoseconds(at: HostTime(nanoseconds: 101 * second)) == 12 * second)
    // At 98 s the timeline is at 6 s; it reaches 8 s one second later.
    #expect(
      hostAnchor.start(from: 8 * second, at: HostTime(nanoseconds: 98 * second))
        == .hold(until: HostTime(nanoseconds: 99 * second)))
    #expect(hostAnchor.start(from: 5 * second, at: HostTime(nanoseconds: 98 * second)) == .catchUp(by: second))
  }

  @Test func backwardRateMirrorsAnchor() {
    let hostAnchor = HostTimeAnchor(media: 10 * second, host: HostTime(nanoseconds: 100 * second), rate: -1)
    #expect(
      hostAnchor.start(from: 8 * second, at: HostTime(nanoseconds: 101 * second))
        == .hold(until: HostTime(nanoseconds: 102 * second)))
    #expect(hostAnchor.start(from: 9 * second, at: HostTime(nanoseconds: 103 * second)) == .catchUp(by: 2 * second))
  }
}
