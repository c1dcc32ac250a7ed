import AVFoundation
import Testing

@Suite("§5.4 buffering")
struct ItemBufferingTests {
  @Test("§5.4 isPlaybackLikelyToKeepUp becomes true before or with playing")
  func likelyFirst() throws {
    let stage = Stage("demo.mp4")
    let eventLog = stage.eventLog
    let item = try #require(stage.player.currentItem)
    let tokens = [
      item.observe(\.isPlaybackLikelyToKeepUp, options: .new) { item, _ in
        eventLog.add("likely \(item.isPlaybackLikelyToKeepUp)")
      },
      stage.player.observe(\.timeControlStatus, options: .new) { player, _ in
        if player.timeControlStatus == .playing { eventLog.add("playing") }
      },
    ]
    stage.player.play()
    stage.run(1)
    #expect(eventLog.take() == ["likely true", "playing"])
    withExtendedLifetime(tokens) {}
  }

  @Test("§5.4 the guides' pattern: play when likely to keep up and the rate is 0")
  func playsWhenLikely() throws {
    let stage = Stage()
    let player = stage.player
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    let token = item.observe(\.isPlaybackLikelyToKeepUp, options: .new) { item, _ in
      if item.isPlaybackLikelyToKeepUp && player.rate == 0 { player.play() }
    }
    player.replaceCurrentItem(with: item)
    stage.run(2)
    #expect(player.rate == 1)
    #expect(player.timeControlStatus == .playing)
    #expect(player.currentTime() > .zero)
    token.invalidate()
  }

  @Test("§5.4 ranges are empty before an item is ready; then one range covers a whole file")
  func ranges() throws {
    let stage = Stage()
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    #expect(item.loadedTimeRanges.isEmpty && item.seekableTimeRanges.isEmpty)
    stage.player.replaceCurrentItem(with: item)
    #expect(item.seekableTimeRanges.isEmpty)
    stage.settle()
    let first = try #require(item.loadedTimeRanges.first).timeRangeValue
    #expect((first.start + first.duration).seconds == 20)
    #expect(item.loadedTimeRanges.count == 1 && item.seekableTimeRanges.count == 1)
  }
}
