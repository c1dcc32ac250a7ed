import AVFoundation
import Testing

@Suite("§3.7 the end of an item")
struct PlayerEndTests {
  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

  @Test(
    "the last periodic call, the rate, timeControlStatus, didPlayToEndTime: in this order, once, at the exact end")
  func order() {
    let stage = Stage("demo.mp4")
    stage.settle()
    stage.player.seek(to: time(18.7), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.settle()
    stage.player.play()
    stage.run { stage.player.currentTime() > time(19.2) }
    stage.watch(stage.player.currentItem)
    let eventLog = stage.eventLog
    let token = stage.player.addPeriodicTimeObserver(forInterval: time(100), queue: nil) {
      eventLog.add("periodic \($0.seconds)")
    }
    stage.run(5)
    #expect(
      eventLog.take() == ["periodic 20.0", "player.rate 0.0", "player.timeControlStatus paused", "didPlayToEnd"])
    #expect(stage.player.currentTime() == stage.player.currentItem?.duration)
    stage.player.removeTimeObserver(token)
  }

  @Test("play at the end has no lasting effect and posts nothing; after a seek to the start it plays")
  func playAgain() {
    let stage = Stage("h264-bframes.mp4")
    stage.player.play()
    stage.watch(stage.player.currentItem)
    stage.run(30)
    #expect(stage.eventLog.take().filter { $0 == "didPlayToEnd" }.count == 1)
    stage.player.play()
    #expect(stage.player.rate == 1)
    stage.run(2)
    #expect(stage.player.rate == 0)
    #expect(!stage.eventLog.take().contains("didPlayToEnd"))
    stage.player.seek(to: .zero)
    stage.player.play()
    stage.run(30)
    #expect(stage.eventLog.take().filter { $0 == "didPlayToEnd" }.count == 1)
  }

  @Test("the seeds' loop: seek to zero in the notification and play")
  func loops() {
    let stage = Stage("h264-bframes.mp4")
    let player = stage.player
    let eventLog = stage.eventLog
    let token = NotificationCenter.default.addObserver(
      forName: .AVPlayerItemDidPlayToEndTime, object: player.currentItem, queue: nil
    ) { _ in
      eventLog.add("end")
      player.seek(to: .zero)
      player.play()
    }
    player.play()
    stage.run(35)
    #expect(eventLog.take() == ["end", "end", "end"])
    NotificationCenter.default.removeObserver(token)
  }

  @Test("with .none the position stays at the end and the rate is unchanged")
  func none() {
    let stage = Stage("h264-bframes.mp4")
    stage.player.actionAtItemEnd = .none
    stage.player.play()
    stage.watch(stage.player.currentItem)
    stage.run(30)
    #expect(stage.player.rate == 1)
    #expect(stage.player.currentTime() == stage.player.currentItem?.duration)
    #expect(stage.eventLog.take().filter { $0 == "didPlayToEnd" }.count == 1)
  }

  @Test("§3.7 changing the action applies at once to a player at the end")
  func changedAction() {
    let stage = Stage("h264-bframes.mp4")
    stage.player.actionAtItemEnd = .none
    stage.player.play()
    stage.run(30)
    stage.watch(stage.player.currentItem)
    stage.player.actionAtItemEnd = .pause
    stage.settle()
    #expect(stage.player.rate == 0)
    #expect(stage.player.timeControlStatus == .paused)
    #expect(!stage.eventLog.take().contains("didPlayToEnd"), "it was reported when it was reached")
  }

  @Test("a truncated file posts failedToPlayToEndTime with the error and sets the rate to 0")
  func truncated() throws {
    let stage = Stage("truncated.mp4")
    let player = stage.player
    let eventLog = stage.eventLog
    let token = NotificationCenter.default.addObserver(
      forName: .AVPlayerItemFailedToPlayToEndTime, object: player.currentItem, queue: nil
    ) { notification in
      let error = notification.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? any Error
      eventLog.add("\((error as? AVError)?.code.rawValue ?? 0) rate \(player.rate)")
    }
    player.play()
    stage.run(60)
    #expect(eventLog.take() == ["-11829 rate 0.0"])
    NotificationCenter.default.removeObserver(token)
  }
}
