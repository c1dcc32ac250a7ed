import AVFoundation
import PlayheadTesting
import Testing

@Suite("§3.4 supported rates and when they apply")
struct PlayerRateRulesTests {
  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

  @Test("§3.4 a rate set while waiting applies when playback starts")
  func whileWaiting() {
    let stage = Stage("demo.mp4")
    stage.player.play()
    stage.player.rate = 2
    #expect(stage.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    #expect(stage.player.reasonForWaitingToPlay == .evaluatingBufferingRate)
    stage.run { stage.player.timeControlStatus == .playing }
    stage.run(1)
    let start = stage.player.currentTime().seconds
    stage.run(2)
    #expect(abs(stage.player.currentTime().seconds - start - 4) < 0.1)
  }

  @Test("§3.4 rate 0 is paused, without a reason for waiting")
  func paused() {
    let stage = Stage()
    stage.player.play()
    #expect(stage.player.reasonForWaitingToPlay == .noItemToPlay)
    stage.player.pause()
    #expect(stage.player.timeControlStatus == .paused)
    #expect(stage.player.reasonForWaitingToPlay == nil)
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("demo.mp4")))
    stage.settle()
    #expect(stage.player.timeControlStatus == .paused)
    #expect(stage.player.reasonForWaitingToPlay == nil)
  }

  @Test("§3.4 rates above 2 and below 0 work where the item supports them", arguments: [4, -0.5, -1, -2] as [Float])
  func unusual(rate: Float) throws {
    let stage = Stage("demo.mp4")
    stage.settle()
    let item = try #require(stage.player.currentItem)
    #expect(item.canPlayFastForward && item.canPlaySlowForward)
    #expect(item.canPlayReverse && item.canPlaySlowReverse && item.canPlayFastReverse)
    stage.player.seek(to: time(10), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.settle()
    stage.player.rate = rate
    #expect(stage.player.rate == rate)
    stage.run { stage.player.timeControlStatus == .playing }
    stage.run(0.5)
    let start = stage.player.currentTime().seconds
    stage.run(1.5)
    let moved = stage.player.currentTime().seconds - start
    #expect(abs(moved - 1.5 * Double(rate)) < 0.1 * Double(max(1, abs(rate))))
  }

  @Test("§3.4 without reverse support the rate stays 0, with the reason setRateFailed")
  func backwardUnsupported() throws {
    let stage = Stage("audio.wav")
    stage.settle()
    let item = try #require(stage.player.currentItem)
    #expect(item.canPlayFastForward && item.canPlaySlowForward)
    #expect(!item.canPlayReverse && !item.canPlaySlowReverse && !item.canPlayFastReverse)
    let eventLog = stage.eventLog
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayer.rateDidChangeNotification, object: stage.player, queue: nil
    ) { notification in
      let reason = notification.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason
      eventLog.add(reason == .setRateFailed ? "failed" : "other")
    }
    stage.player.rate = -0.5
    stage.settle()
    #expect(stage.player.rate == 0)
    #expect(stage.player.timeControlStatus == .paused)
    #expect(eventLog.take() == ["failed"])
    NotificationCenter.default.removeObserver(token)
  }

  @Test("§3.4 reverse playback from the start stops at once")
  func backwardFromTheStart() {
    let stage = Stage("demo.mp4")
    stage.settle()
    stage.player.rate = -1
    stage.run(1)
    #expect(stage.player.rate == 0)
    #expect(stage.player.timeControlStatus == .paused)
    #expect(stage.player.currentTime() == .zero)
  }

  @Test("§3.4 reverse playback is silent, forward playback is not")
  func silence() {
    let recording = Recording()
    let stage = Stage { environment in
      var environment = environment
      environment.audio = CapturingAudio { recording.add($0) }
      return AVPlayer(environment: environment)
    }
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("demo.mp4")))
    stage.settle()
    stage.player.seek(to: time(10), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.settle()
    stage.player.rate = -1
    stage.run(3)
    #expect(stage.player.timeControlStatus == .playing)
    #expect(recording.samples.allSatisfy { $0 == 0 })
    stage.player.rate = 1
    stage.run(2)
    #expect(recording.samples.contains { abs($0) > 0.05 })
  }
}
