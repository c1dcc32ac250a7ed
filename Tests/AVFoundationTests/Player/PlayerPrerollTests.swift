import AVFoundation
import PlayheadClock
import PlayheadItems
import Testing

@Suite("§3.4 preroll")
struct PlayerPrerollTests {
  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

  private func prerolled(_ stage: Stage, at rate: Float, _ name: String = "preroll") {
    let eventLog = stage.eventLog
    stage.player.preroll(atRate: rate) { eventLog.add("\(name) \($0)") }
  }

  @Test(
    "finishes with true when all is ready, and playing then starts immediately", arguments: [1, 2, -1] as [Float])
  func ready(rate: Float) {
    let stage = Stage("demo.mp4")
    stage.settle()
    stage.player.seek(to: time(5), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.clock.settle()
    prerolled(stage, at: rate)
    stage.clock.settle()
    #expect(stage.eventLog.take() == ["preroll true"])
    #expect(stage.player.rate == 0)
    stage.player.rate = rate
    stage.clock.settle()
    #expect(stage.player.timeControlStatus == .playing, "no time has passed since")
  }

  @Test("another preroll, a rate, an item or cancelPendingPrerolls finishes it with false")
  func superseded() {
    let stage = Stage("demo.mp4")
    stage.settle()
    // Prerolls wait while an item is being opened.
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("h264-bframes.mp4")))
    prerolled(stage, at: 1, "first")
    prerolled(stage, at: 1, "second")
    stage.player.cancelPendingPrerolls()
    prerolled(stage, at: 1, "third")
    stage.player.rate = 1
    stage.player.rate = 0
    prerolled(stage, at: 1, "fourth")
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("demo.mp4")))
    prerolled(stage, at: 1, "fifth")
    stage.settle()
    #expect(
      stage.eventLog.take() == ["first false", "second false", "third false", "fourth false", "fifth true"])
  }

  @Test("without an item it finishes with false")
  func nothing() {
    let stage = Stage("demo.mp4")
    stage.settle()
    stage.player.rate = 16
    stage.run { stage.player.rate == 0 }
    prerolled(stage, at: 1, "at the end")
    stage.settle()
    stage.player.replaceCurrentItem(with: nil)
    prerolled(stage, at: 1, "without an item")
    stage.settle()
    #expect(stage.eventLog.take() == ["at the end false", "without an item false"])
  }

  @Test("playing backward from the end works, prerolled or not", arguments: [false, true])
  func backwardFromTheEnd(isPrerolled: Bool) {
    let stage = Stage("demo.mp4")
    stage.settle()
    stage.player.rate = 16
    stage.run { stage.player.rate == 0 }
    #expect(stage.player.currentTime() == time(20))
    if isPrerolled {
      prerolled(stage, at: -2)
      stage.settle()
      #expect(stage.eventLog.take() == ["preroll true"])
    }
    stage.player.rate = -2
    stage.run(3)
    #expect(stage.player.rate == -2)
    #expect(abs(stage.player.currentTime().seconds - 14) < 0.3)
  }

  @Test("the asynchronous form returns the handler's value")
  func asynchronous() async {
    let stage = Stage("demo.mp4")
    stage.settle()
    async let finished = stage.player.preroll(atRate: 1)
    let watch = Task {
      while !Task.isCancelled {
        stage.settle()
        await Task.yield()
      }
    }
    #expect(await finished)
    watch.cancel()
    await watch.value
  }

  @Test("a deallocated player answers pending prerolls with false")
  func pendingPrerolls() {
    let stage = Stage()
    let eventLog = stage.eventLog
    do {
      let player = AVPlayer(environment: .init(clock: stage.clock, audio: nil, delivery: stage.clock))
      player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("demo.mp4")))
      stage.settle()
      player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("h264-bframes.mp4")))
      player.preroll(atRate: 1) { eventLog.add("\($0)") }
    }
    stage.settle()
    #expect(eventLog.take() == ["false"])
  }

  #if compiler(>=6.2)  // exit tests
    @Test("prerolling an unready or playing player is a programmer error")
    func refused() async {
      await #expect(processExitsWith: .failure) { AVPlayer().preroll(atRate: 1) }
      await #expect(processExitsWith: .failure) {
        let stage = Stage("demo.mp4")
        stage.settle()
        stage.player.rate = 1
        stage.player.preroll(atRate: 1)
      }
    }
  #endif
}
