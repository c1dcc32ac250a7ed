import PlayheadRoutes
import Testing

/// The state machine of remote playback, on manual time.
@Suite struct RemotePlaybackStateMachineTests {
  typealias Machine = RemotePlaybackStateMachine

  /// A machine that plays an item of 100 s at the time 0.
  private func playing(from position: Double = 0) -> Machine {
    var machine = Machine()
    machine.setPlaying(true, at: 0)
    machine.load(position: position, at: 0)
    #expect(machine.nextRequest(at: 0) == .load)
    machine.accepted(at: 0)
    #expect(machine.nextRequest(at: 0) == .play)
    machine.accepted(at: 0)
    #expect(machine.nextRequest(at: 0) == .query)
    machine.reported(.init(transport: .playing, position: 0, duration: 100), at: 0)
    if position > 0 {
      #expect(machine.nextRequest(at: 0) == .seek(position))
      machine.accepted(at: 0)
      #expect(machine.nextRequest(at: 0) == .query)
      machine.reported(.init(transport: .playing, position: position, duration: 100), at: 0)
    }
    return machine
  }

  /// Responds to one query.
  private func report(_ report: Machine.Report, to machine: inout Machine, at time: Double) {
    #expect(machine.nextRequest(at: time) == .query)
    machine.reported(report, at: time)
  }

  @Test func loadsPlaysAndSeeksToTheStart() {
    let machine = playing(from: 42)
    #expect(machine.phase == .ready && machine.isRendering && machine.duration == 100)
    #expect(machine.position(at: 0.5) == 42.5)
  }

  @Test func oneRequestAtATime() {
    var machine = Machine()
    machine.load(position: 0, at: 0)
    machine.setVolume(0.5)
    #expect(machine.nextRequest(at: 0) == .load)
    #expect(machine.nextRequest(at: 5) == nil)
    machine.accepted(at: 5)
    #expect(machine.nextRequest(at: 5) == .volume(0.5))
  }

  @Test func onlyTheLastSeekIsSent() {
    var machine = playing()
    for position in [10.0, 20, 30] { machine.seek(to: position, at: 0.5) }
    #expect(machine.position(at: 0.5) == 30)
    #expect(machine.nextRequest(at: 0.5) == .seek(30))
    machine.accepted(at: 0.6)
    #expect(machine.nextRequest(at: 0.6) == .query)
  }

  @Test func ignoredSeekIsRepeatedThreeTimes() {
    var machine = playing()
    machine.seek(to: 50, at: 1)
    var (seeks, time) = (0, 1.0)
    while time < 9 {
      switch machine.nextRequest(at: time) {
      case .seek(let position):
        seeks += 1
        #expect(position >= 50)
        machine.accepted(at: time)
      case .query: machine.reported(.init(transport: .playing, position: time, duration: 100), at: time)
      default: time += 0.25
      }
    }
    #expect(seeks == 4)
    #expect(abs(machine.position(at: time) - time) < 1.5, "the renderer's position applies in the end")
  }

  @Test func seekBeyondTheDurationIsLimited() {
    var machine = playing()
    machine.seek(to: 500, at: 1)
    #expect(machine.nextRequest(at: 1) == .seek(100))
  }

  @Test func queriesOncePerSecondDuringPlayback() {
    var machine = playing()
    #expect(machine.nextRequest(at: 0.5) == nil)
    #expect(machine.deadline == 1)
    #expect(machine.nextRequest(at: 1) == .query)
  }

  @Test func roundedReportsDoNotDisturbThePosition() {
    var machine = playing()
    for second in 1...5 {
      report(.init(transport: .playing, position: Double(second) - 1, duration: 100), to: &machine, at: Double(second))
    }
    #expect(machine.position(at: 5) == 5)
  }

  @Test func endIsDetected() {
    var machine = playing(from: 99)
    report(.init(transport: .stopped), to: &machine, at: 1.5)
    #expect(machine.phase == .ended && !machine.isPlaying && machine.position(at: 9) == 100)
    #expect(machine.deadline == nil)
    machine.setPlaying(true, at: 9)
    #expect(machine.phase == .loading && machine.position(at: 9) == 0)
  }

  @Test func stopByAnotherRemoteControlIsNoEnd() {
    var machine = playing(from: 40)
    report(.init(transport: .stopped), to: &machine, at: 5)
    #expect(machine.phase == .stopped && machine.position(at: 50) == 45)
    machine.setPlaying(true, at: 50)
    #expect(machine.nextRequest(at: 50) == .load)
    machine.accepted(at: 50)
    #expect(machine.nextRequest(at: 50) == .play)
  }

  @Test func pauseByAnotherRemoteControlIsFollowed() {
    var machine = playing()
    report(.init(transport: .paused, position: 20), to: &machine, at: 20)
    #expect(!machine.isPlaying && machine.position(at: 60) == 20)
    #expect(machine.nextRequest(at: 20.1) == nil)
  }

  @Test func reportOfTheStateBeforePlayIsIgnored() {
    var machine = playing()
    machine.setPlaying(false, at: 3)
    #expect(machine.nextRequest(at: 3) == .pause)
    machine.accepted(at: 3)
    report(.init(transport: .playing, position: 3), to: &machine, at: 3)
    #expect(!machine.isPlaying && machine.position(at: 9) == 3)
  }

  @Test func silentRendererIsLostAfterTenSeconds() {
    var machine = playing()
    #expect(machine.nextRequest(at: 1) == .query)
    #expect(machine.deadline == 10)  // Without progress since 0.
    machine.checkTimeouts(at: 9.9)
    #expect(machine.phase == .ready)
    machine.checkTimeouts(at: 11)
    #expect(machine.phase == .failed(.noResponse) && !machine.isPlaying)
  }

  @Test func requestWithoutResponseIsRepeatedUntilTheTimeout() {
    var machine = Machine()
    machine.load(position: 7, at: 0)
    var requests = 0
    for time in stride(from: 0.0, through: 12, by: 0.25) {
      if machine.nextRequest(at: time) == .load {
        requests += 1
        machine.unanswered(at: time)
      }
      machine.checkTimeouts(at: time)
    }
    #expect(requests == 11)
    #expect(machine.phase == .failed(.noResponse) && machine.position(at: 12) == 7)
  }

  @Test func frozenPositionIsNoProgress() {
    var machine = playing()
    for time in 1...12 where machine.phase == .ready {
      report(.init(transport: .playing, position: 0, duration: 100), to: &machine, at: Double(time))
    }
    #expect(machine.phase == .failed(.noProgress))
  }

  @Test func endlessBufferingIsNoProgress() {
    var machine = playing()
    for time in 1...12 where machine.phase == .ready {
      report(.init(transport: .transitioning), to: &machine, at: Double(time))
    }
    #expect(machine.phase == .failed(.noProgress))
  }

  @Test func rendererWithoutPositionsPlaysOn() {
    var machine = playing()
    for time in 1...30 { report(.init(transport: .playing), to: &machine, at: Double(time)) }
    #expect(machine.phase == .ready && machine.position(at: 30) == 30)
  }

  @Test(arguments: [Double.nan, .infinity, -5, 1e300, 250])
  func impossiblePositionIsIgnored(position: Double) {
    var machine = playing()
    report(.init(transport: .playing, position: position, duration: 100), to: &machine, at: 1)
    #expect(machine.position(at: 1) == 1)
  }

  @Test func refusedLoadFails() {
    var machine = Machine()
    machine.load(position: 0, at: 0)
    #expect(machine.nextRequest(at: 0) == .load)
    machine.refused(at: 0)
    #expect(machine.phase == .failed(.refused(.load)))
    #expect(machine.nextRequest(at: 0) == nil)
  }

  @Test func refusedVolumeIsNoFailure() {
    var machine = playing()
    machine.setVolume(0.3)
    #expect(machine.nextRequest(at: 0) == .volume(0.3))
    machine.refused(at: 0)
    #expect(machine.phase == .ready)
  }

  @Test func responseForAReplacedItemDoesNotMatter() {
    var machine = Machine()
    machine.load(position: 0, at: 0)
    #expect(machine.nextRequest(at: 0) == .load)
    machine.load(position: 5, at: 1)
    machine.refused(at: 1)
    #expect(machine.phase == .loading)
    #expect(machine.nextRequest(at: 1) == .load)
  }
}
