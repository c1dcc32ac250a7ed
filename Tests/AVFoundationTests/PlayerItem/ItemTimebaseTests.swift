import AVFoundation
import PlayheadClock
import Testing

@Suite("§1.7 the item's timebase")
struct ItemTimebaseTests {
  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

  @Test("reports the position and the effective rate")
  func follows() throws {
    let stage = Stage("demo.mp4")
    let item = try #require(stage.player.currentItem)
    #expect(AVPlayerItem(url: Fixture.url("demo.mp4")).timebase == nil)
    stage.player.play()
    #expect(stage.player.rate == 1)
    stage.clock.settle()
    let timebase = try #require(item.timebase)
    stage.run { stage.player.timeControlStatus == .playing }
    stage.run(2)
    #expect(timebase.effectiveRate == 1)
    #expect(abs(timebase.time.seconds - item.currentTime().seconds) < 0.000_01)
    stage.player.rate = 2
    stage.run(1)
    #expect(timebase.effectiveRate == 2)
    stage.player.pause()
    stage.settle()
    #expect(timebase.effectiveRate == 0)
    #expect(timebase.time == item.currentTime())
    stage.player.seek(to: time(12), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.settle()
    #expect(timebase.time == time(12))
  }

  @Test("reports jumps, but not the small corrections that follow the audio")
  func jumps() throws {
    let stage = Stage("demo.mp4")
    stage.settle()
    let timebase = try #require(stage.player.currentItem?.timebase)
    let eventLog = stage.eventLog
    let tokens = [CMTimebase.timeJumped, CMTimebase.effectiveRateChanged].map { name in
      NotificationCenter.default.addObserver(forName: name, object: timebase, queue: nil) { _ in
        eventLog.add(name == CMTimebase.timeJumped ? "jump" : "rate \(timebase.effectiveRate)")
      }
    }
    stage.player.play()
    stage.run(5)
    #expect(eventLog.take() == ["rate 1.0"])
    stage.player.seek(to: time(10), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.run(3)
    #expect(eventLog.take() == ["rate 0.0", "jump", "rate 1.0"])
    stage.player.replaceCurrentItem(with: nil)
    stage.settle()
    #expect(eventLog.take() == ["rate 0.0"])
    for token in tokens { NotificationCenter.default.removeObserver(token) }
  }

  @Test("drives other timebases and is read-only for programs")
  func source() throws {
    let stage = Stage("demo.mp4")
    stage.settle()
    let timebase = try #require(stage.player.currentItem?.timebase)
    let mine = try CMTimebase(sourceTimebase: timebase)
    try mine.setRate(2)
    stage.player.play()
    stage.run { stage.player.timeControlStatus == .playing }
    let start = mine.time.seconds
    stage.run(2)
    #expect(abs(mine.time.seconds - start - 4) < 0.05)
    #expect(throws: CMTimebase.Error.readOnly) { try timebase.setTime(.zero) }
  }
}
