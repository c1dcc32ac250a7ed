import AVFoundation
import Testing

@Suite("§3.6 boundary time observers")
struct PlayerBoundaryTests {
  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

  private func observe(_ stage: Stage, _ times: [Double]) -> Any {
    let (eventLog, player) = (stage.eventLog, stage.player)
    return player.addBoundaryTimeObserver(forTimes: times.map { NSValue(time: time($0)) }, queue: nil) {
      eventLog.add("\(Int(player.currentTime().seconds.rounded()))")
    }
  }

  @Test("§3.6 crossing a boundary in reverse playback fires too")
  func backward() {
    let stage = Stage("demo.mp4")
    stage.settle()
    stage.player.seek(to: time(5), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.settle()
    let token = observe(stage, [3, 4, 10])
    stage.player.rate = -1
    stage.run(3)
    #expect(stage.eventLog.take() == ["4", "3"])
    stage.player.removeTimeObserver(token)
  }

  @Test("§3.6 nothing fires while paused, whatever is seeked over, nor without an item")
  func pausedSeeks() {
    let stage = Stage()
    let token = observe(stage, [0, 1, 5])
    stage.player.play()
    stage.run(3)
    stage.player.pause()
    #expect(stage.eventLog.take() == [])
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("demo.mp4")))
    stage.settle()
    for target in [4.0, 6, 4] {
      stage.player.seek(to: time(target), toleranceBefore: .zero, toleranceAfter: .zero)
      stage.settle()
    }
    #expect(stage.eventLog.take() == [])
    stage.player.removeTimeObserver(token)
  }

  @Test("§3.6 an observer belongs to the player and fires for the next item as well")
  func anotherItem() {
    let stage = Stage("demo.mp4")
    stage.settle()
    let token = observe(stage, [1])
    stage.player.play()
    stage.run(2)
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("h264-bframes.mp4")))
    stage.run(2)
    #expect(stage.eventLog.take() == ["1", "1"])
    stage.player.removeTimeObserver(token)
  }

  #if compiler(>=6.2)  // exit tests
    @Test("§3.6 an unknown token is a programmer error")
    func unknownToken() async {
      await #expect(processExitsWith: .failure) { AVPlayer().removeTimeObserver("token") }
    }
  #endif
}
