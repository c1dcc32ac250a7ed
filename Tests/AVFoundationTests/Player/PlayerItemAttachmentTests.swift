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
    let eventLog = stage.eventLog.take()
    let expected = ["player.currentItem item", "player.status readyToPlay", "item.status readyToPlay"]
    #expect(eventLog.filter(expected.contains) == expected)
    #expect(eventLog.last == "item.status readyToPlay", "all other properties are set by then")
  }

  @Test("a playing player continues with the next item when it is ready")
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

  @Test("a playing player without an item waits for one")
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

  @Test("a removed item keeps its values and its position and receives no more changes")
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
    #expect(!stage.eventLog.take().contains { $0.hasPrefix("item.") })
  }

  @Test("a removed item can be added to another player")
  func addedToAnotherPlayer() {
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

  #if compiler(>=6.2)  // exit tests
    @Test("an item in two players is a programmer error")
    func twoPlayers() async {
      await #expect(processExitsWith: .failure) {
        let item = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere"))
        let first = AVPlayer(playerItem: item)
        let second = AVPlayer(playerItem: item)
        withExtendedLifetime((first, second)) {}
      }
    }
  #endif

  @Test("§3.3 setting the same item again is no change: it plays on")
  func sameItem() {
    let stage = Stage("demo.mp4")
    stage.player.play()
    stage.run(2)
    let place = stage.player.currentTime()
    stage.watch()
    stage.player.replaceCurrentItem(with: stage.player.currentItem)
    #expect(stage.player.currentTime() == place)
    stage.run(1)
    #expect(abs((stage.player.currentTime() - place).seconds - 1) < 0.05)
    #expect(stage.eventLog.take() == [])
  }

  @Test("§3.2 a player does not fail with its item and has no error")
  func failedItem() {
    let stage = Stage("text.mp4")
    stage.player.play()
    stage.settle()
    #expect(stage.player.currentItem?.status == .failed)
    #expect(stage.player.status == .readyToPlay)
    #expect(stage.player.error == nil)
  }

  @Test("§0.1 creating an asset, an item and a player does not block and does not imply playability")
  func making() throws {
    // A pipe without a writer.
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString)").path
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let item = AVPlayerItem(asset: AVURLAsset(url: URL(fileURLWithPath: path)))
    #expect(item.status == .unknown)
    let player = AVPlayer(playerItem: item)
    #expect(player.currentItem === item)
    #expect(item.status == .unknown)
    player.replaceCurrentItem(with: nil)
  }

  #if compiler(>=6.2)  // exit tests
    @Test("§3.3 replaceCurrentItem rejects an item of another player")
    func refused() async {
      await #expect(processExitsWith: .failure) {
        let item = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere"))
        let first = AVPlayer(playerItem: item)
        AVPlayer().replaceCurrentItem(with: item)
        withExtendedLifetime(first) {}
      }
    }
  #endif

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
