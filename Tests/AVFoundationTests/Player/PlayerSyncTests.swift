import AVFoundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import Synchronization
import Testing

@Suite("§3.4 setRate(_:time:atHostTime:) and the source clock")
struct PlayerSyncTests {
  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

  /// A player without audio, ready at two seconds.
  private func stage(hasAudio: Bool = false) -> Stage {
    let stage = Stage("demo.mp4", hasAudio: hasAudio)
    stage.player.automaticallyWaitsToMinimizeStalling = false
    stage.settle()
    stage.player.seek(to: time(2), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.settle()
    return stage
  }

  private func host(_ stage: Stage, in seconds: Double) -> CMTime {
    CMTime(value: stage.clock.now.nanoseconds, timescale: 1_000_000_000) + time(seconds)
  }

  @Test("a future host time: the item waits at its position and starts on time")
  func future() {
    let stage = stage()
    stage.player.setRate(1, time: time(2), atHostTime: host(stage, in: 1))
    #expect(stage.player.rate == 1)
    stage.run(0.5)
    #expect(stage.player.currentTime() == time(2))
    stage.run(1.5)
    #expect(stage.player.currentTime() == time(3))
  }

  @Test("a future host time for a later item time: the item runs until then")
  func futureLater() {
    let stage = stage()
    stage.player.setRate(2, time: time(6), atHostTime: host(stage, in: 3))
    stage.run(1)
    #expect(stage.player.currentTime() == time(2), "at twice the speed two seconds are enough for four")
    stage.run(1)
    #expect(stage.player.currentTime() == time(4))
    stage.run(1)
    #expect(stage.player.currentTime() == time(6))
  }

  @Test("a past host time: the position is extrapolated to now")
  func past() {
    let stage = stage()
    stage.player.setRate(1, time: time(2), atHostTime: host(stage, in: -0.25))
    stage.run(0.5)
    #expect(stage.player.currentTime() == time(2.75))
  }

  @Test("a distant position: the item seeks there and stays on the timeline")
  func far() {
    let stage = stage()
    stage.player.setRate(1, time: time(12), atHostTime: host(stage, in: 0))
    stage.run(3)
    #expect(stage.player.currentTime() == time(15))
    #expect(stage.player.timeControlStatus == .playing)
  }

  @Test("while playing the item moves to another timeline")
  func whilePlaying() {
    let stage = stage()
    stage.player.rate = 1
    stage.run(1)
    stage.player.setRate(1, time: time(3.5), atHostTime: host(stage, in: 0))
    stage.run(1)
    #expect(stage.player.currentTime() == time(4.5))
  }

  @Test("invalid times act like setting the rate")
  func asSoonAsPossible() {
    let stage = stage()
    stage.player.setRate(2, time: .invalid, atHostTime: .invalid)
    stage.run(2)
    #expect(abs(stage.player.currentTime().seconds - 6) < 0.01)
    stage.player.setRate(0, time: .invalid, atHostTime: .invalid)
    #expect(stage.player.rate == 0)
    #expect(stage.player.timeControlStatus == .paused)
  }

  @Test("audio stays on the timeline too", arguments: [-0.4, 0, 0.7])
  func hasAudio(seconds: Double) throws {
    let clock = ManualClock()
    let captured = Mutex<[CapturedAudio]>([])
    let player = AVPlayer(
      environment: PlaybackEnvironment(
        clock: clock, audio: CapturingAudio { block in captured.withLock { $0.append(block) } }, delivery: clock))
    defer { player.session.close() }
    player.automaticallyWaitsToMinimizeStalling = false
    player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("demo.mp4")))
    clock.advance(by: .seconds(1))
    let moment = clock.now + .seconds(seconds)
    player.setRate(1, time: .zero, atHostTime: CMTime(value: moment.nanoseconds, timescale: 1_000_000_000))
    clock.advance(by: .seconds(3))
    let late = try #require(captured.withLock { $0.last })
    let offset = (late.hostTime - moment).seconds - late.time.seconds
    #expect(abs(offset) < 0.005)
    #expect(abs(player.currentTime().seconds - (clock.now - moment).seconds) < 0.005)
  }

  @Test("another source clock drives the item, with and without audio", arguments: [false, true])
  func sourceClock(hasAudio: Bool) {
    let stage = stage(hasAudio: hasAudio)
    let manual = stage.clock
    // Runs at nine tenths of the host's speed.
    let slow = CMClock { CMTime(value: manual.now.nanoseconds / 10 * 9, timescale: 1_000_000_000) }
    stage.player.sourceClock = slow
    #expect(stage.player.sourceClock == slow)
    stage.player.play()
    stage.run { stage.player.timeControlStatus == .playing }
    let start = stage.player.currentTime().seconds
    stage.run(10)
    #expect(abs(stage.player.currentTime().seconds - start - 9) < 0.05)
    stage.player.sourceClock = nil
    let position = stage.player.currentTime().seconds
    stage.run(2)
    #expect(abs(stage.player.currentTime().seconds - position - 2) < 0.1)
  }

  #if compiler(>=6.2)  // exit tests
    @Test("automatic waiting and host-time synchronization are mutually exclusive")
    func refused() async {
      await #expect(processExitsWith: .failure) { AVPlayer().setRate(1, time: .zero, atHostTime: .invalid) }
    }
  #endif
}
