import AVFoundation
import Testing

@Suite("§3.2 and §3.3 status and items of a player")
struct PlayerItemAttachmentTests {
  @Test("the player is ready no later than its item")
  func order() {
    let stage = Stage()
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    stage.watch(item)
    stage.player.replaceCurrentItem(with: item)
    #expect(stage.player.currentItem === item)
    stage.settle()
    let story = stage.story.take()
    let expected = ["player.currentItem item", "player.status readyToPlay", "item.status readyToPlay"]
    #expect(story.filter(expected.contains) == expected)
    #expect(story.last == "item.status readyToPlay", "whoever waits for it finds everything else in place")
  }

  @Test("a player that is told to play goes on with the next item as soon as that is ready")
  func rateStays() {
    let stage = Stage("demo.mp4")
    stage.player.play()
    stage.run(2)
    #expect(stage.player.timeControlStatus == .playing)
    let next = AVPlayerItem(url: Fixture.url("h264-bframes.mp4"))
    stage.player.replaceCurrentItem(with: next)
    #expect(stage.player.rate == 1)
    #expect(stage.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    #expect(stage.player.reasonForWaitingToPlay == .evaluatingBufferingRate)
    stage.run(1)
    #expect(stage.player.timeControlStatus == .playing)
    #expect(stage.player.currentTime() > .zero)
  }

  @Test("without an item a player that is told to play waits for one")
  func noItem() {
    let stage = Stage("demo.mp4")
    stage.player.play()
    stage.run(1)
    stage.player.replaceCurrentItem(with: nil)
    #expect(stage.player.currentItem == nil)
    #expect(stage.player.rate == 1)
    #expect(stage.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    #expect(stage.player.reasonForWaitingToPlay == .noItemToPlay)
    #expect(stage.player.currentTime() == .zero)
    stage.settle()
    #expect(stage.player.reasonForWaitingToPlay == .noItemToPlay)
  }

  @Test("an item that was let go keeps its values and its position, and is told nothing any more")
  func detached() {
    let stage = Stage("demo.mp4")
    let item = stage.player.currentItem
    stage.player.play()
    stage.run(3)
    stage.watch(item)
    let position = stage.player.currentTime()
    stage.player.replaceCurrentItem(with: nil)
    stage.run(3)
    #expect(item?.status == .readyToPlay)
    #expect(item?.duration.seconds == 20)
    #expect(item?.currentTime() == position)
    #expect(!stage.story.take().contains { $0.hasPrefix("item.") })
  }

  @Test("an item that was let go can be given to another player")
  func movesOn() {
    let first = Stage("demo.mp4")
    first.settle()
    let item = first.player.currentItem
    first.player.replaceCurrentItem(with: nil)
    let second = Stage()
    second.player.replaceCurrentItem(with: item)
    second.player.play()
    second.run(1)
    #expect(second.player.timeControlStatus == .playing)
  }

  @Test("an item in two players is a programmer's error")
  func twoPlayers() async {
    await #expect(processExitsWith: .failure) {
      let item = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere"))
      let first = AVPlayer(playerItem: item)
      let second = AVPlayer(playerItem: item)
      withExtendedLifetime((first, second)) {}
    }
  }

  @Test("one asset serves any number of items")
  func oneAsset() {
    let asset = AVURLAsset(url: Fixture.url("demo.mp4"))
    let first = Stage()
    let second = Stage()
    first.player.replaceCurrentItem(with: AVPlayerItem(asset: asset))
    second.player.replaceCurrentItem(with: AVPlayerItem(asset: asset))
    first.settle()
    second.settle()
    #expect(first.player.currentItem?.status == .readyToPlay)
    #expect(second.player.currentItem?.status == .readyToPlay)
  }
}
