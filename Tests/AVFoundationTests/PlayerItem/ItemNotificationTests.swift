import AVFoundation
import Testing

@Suite("§5.8 notifications of items")
struct ItemNotificationTests {
  @Test("§5.8 the global names match Apple's and the nested ones")
  func names() {
    let names: [(NSNotification.Name, NSNotification.Name, String)] = [
      (.AVPlayerItemDidPlayToEndTime, AVPlayerItem.didPlayToEndTimeNotification, "DidPlayToEndTime"),
      (
        .AVPlayerItemFailedToPlayToEndTime, AVPlayerItem.failedToPlayToEndTimeNotification, "FailedToPlayToEndTime"
      ),
      (.AVPlayerItemPlaybackStalled, AVPlayerItem.playbackStalledNotification, "PlaybackStalled"),
      (.AVPlayerItemTimeJumped, AVPlayerItem.timeJumpedNotification, "TimeJumped"),
      (.AVPlayerItemNewAccessLogEntry, AVPlayerItem.newAccessLogEntryNotification, "NewAccessLogEntry"),
      (.AVPlayerItemNewErrorLogEntry, AVPlayerItem.newErrorLogEntryNotification, "NewErrorLogEntry"),
      (
        .AVPlayerItemRecommendedTimeOffsetFromLiveDidChange,
        AVPlayerItem.recommendedTimeOffsetFromLiveDidChangeNotification, "RecommendedTimeOffsetFromLiveDidChange"
      ),
    ]
    for (name, nested, rest) in names {
      #expect(name == nested)
      #expect(name.rawValue == "AVPlayerItem\(rest)Notification")
    }
    #expect(
      AVPlayerItem.mediaSelectionDidChangeNotification.rawValue == "AVPlayerItemMediaSelectionDidChangeNotification")
    #expect(AVPlayerItemFailedToPlayToEndTimeErrorKey == "AVPlayerItemFailedToPlayToEndTimeErrorKey")
  }

  @Test("§5.8 the start of an item posts timeJumped once, with the item as its object")
  func start() {
    let stage = Stage()
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    let eventLog = stage.eventLog
    let token = NotificationCenter.default.addObserver(
      forName: .AVPlayerItemTimeJumped, object: item, queue: nil
    ) { note in eventLog.add("\((note.object as? AVPlayerItem) === item)") }
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(eventLog.take() == ["true"])
    NotificationCenter.default.removeObserver(token)
  }

  @Test("§3.7 the end is posted for the item that ended, and not before it was played")
  func end() {
    let stage = Stage("h264-bframes.mp4")
    let (eventLog, player) = (stage.eventLog, stage.player)
    let token = NotificationCenter.default.addObserver(
      forName: .AVPlayerItemDidPlayToEndTime, object: nil, queue: nil
    ) { note in
      guard (note.object as? AVPlayerItem) === player.currentItem else { return }
      eventLog.add("\(Int(player.currentTime().seconds.rounded()))")
    }
    stage.settle()
    player.play()
    stage.run(1)
    #expect(eventLog.take() == [])
    stage.run(30)
    #expect(eventLog.take() == ["10"])
    NotificationCenter.default.removeObserver(token)
  }
}
