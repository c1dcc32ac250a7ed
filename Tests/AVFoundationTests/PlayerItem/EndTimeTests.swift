import AVFoundation
import Testing

@Suite("§5.3 end times of an item")
struct EndTimeTests {
  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

  @Test("end times are invalid by default and copied")
  func defaults() throws {
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    #expect(!item.forwardPlaybackEndTime.isValid)
    #expect(!item.reversePlaybackEndTime.isValid)
    item.forwardPlaybackEndTime = time(3)
    item.reversePlaybackEndTime = time(1)
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy.forwardPlaybackEndTime == time(3))
    #expect(copy.reversePlaybackEndTime == time(1))
    #expect(copy !== item)
  }

  @Test("forward playback ends exactly there with all effects of an end; the duration is unchanged")
  func forward() {
    let stage = Stage("demo.mp4")
    stage.player.currentItem?.forwardPlaybackEndTime = time(2)
    stage.player.play()
    stage.watch(stage.player.currentItem)
    stage.run(5)
    #expect(stage.player.rate == 0)
    #expect(stage.player.currentTime() == time(2))
    #expect(stage.player.currentItem?.duration.seconds == 20)
    #expect(stage.eventLog.take().filter { $0 == "didPlayToEnd" }.count == 1)
  }

  @Test("beyond the duration it has no effect; before the position it ends at once")
  func outside() {
    let stage = Stage("h264-bframes.mp4")
    stage.player.currentItem?.forwardPlaybackEndTime = time(1000)
    stage.player.play()
    stage.run(1)
    #expect(stage.player.timeControlStatus == .playing)
    stage.player.currentItem?.forwardPlaybackEndTime = time(0.2)
    stage.run(0.1)
    #expect(stage.player.rate == 0)
  }

  @Test("it may be extended while playing")
  func moved() {
    let stage = Stage("demo.mp4")
    stage.player.currentItem?.forwardPlaybackEndTime = time(3)
    stage.player.play()
    stage.run { stage.player.currentTime() > time(2.5) }
    stage.player.currentItem?.forwardPlaybackEndTime = time(6)
    stage.run(2)
    #expect(stage.player.rate == 1)
    stage.run(4)
    #expect(stage.player.rate == 0)
    #expect(stage.player.currentTime() == time(6))
  }

  @Test("§5.3 each limits its own direction only")
  func otherDirection() {
    let stage = Stage("demo.mp4")
    stage.settle()
    stage.player.currentItem?.forwardPlaybackEndTime = time(6)
    stage.player.seek(to: time(7), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.settle()
    stage.player.rate = -1
    stage.run(3)
    #expect(stage.player.rate == -1)
    #expect(stage.player.currentTime() < time(5))
    stage.player.rate = 0
    stage.player.currentItem?.forwardPlaybackEndTime = .invalid
    stage.player.currentItem?.reversePlaybackEndTime = time(8)
    stage.player.rate = 1
    stage.run(3)
    #expect(stage.player.rate == 1)
    #expect(stage.player.currentTime() > time(6))
  }

  @Test("reverse playback ends at its own end time")
  func reverse() {
    let stage = Stage("demo.mp4")
    stage.settle()
    stage.player.currentItem?.reversePlaybackEndTime = time(4)
    stage.player.seek(to: time(6), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.settle()
    stage.player.rate = -1
    stage.run(5)
    #expect(stage.player.rate == 0)
    #expect(stage.player.currentTime() == time(4))
  }
}
