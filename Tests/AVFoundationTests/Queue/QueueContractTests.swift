import AVFoundation
import Testing

@Suite("§4.1 AVQueuePlayer's documented behavior")
struct QueueContractTests {
  private func item(_ name: String = "h264-bframes.mp4") -> AVPlayerItem { AVPlayerItem(url: Fixture.url(name)) }

  private func queue(_ stage: Stage) throws -> AVQueuePlayer { try #require(stage.player as? AVQueuePlayer) }

  @Test("§4.1 items() is a snapshot: the current item first, then the rest")
  func snapshot() throws {
    let items = [item(), item()]
    let stage = Stage(queue: items)
    let player = try queue(stage)
    let before = player.items()
    player.insert(item(), after: nil)
    player.remove(items[1])
    #expect(before == items)
    #expect(player.items().first === player.currentItem)
    #expect(player.items().count == 2)
  }

  @Test("§4.1 removeAllItems empties the queue and stops playback; the rate is unchanged")
  func emptied() throws {
    let stage = Stage(queue: [item(), item()])
    let player = try queue(stage)
    player.play()
    stage.run(2)
    player.removeAllItems()
    stage.settle()
    #expect(player.currentItem == nil)
    #expect(player.rate == 1)
    #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    #expect(player.reasonForWaitingToPlay == .noItemToPlay)
    #expect(player.currentTime() == .zero)
  }

  @Test("§4.1 after the last item seeking fails and the layer is empty")
  @MainActor func afterTheLast() throws {
    let stage = Stage(queue: [item()])
    let eventLog = stage.eventLog
    let layer = AVPlayerLayer(player: stage.player)
    stage.settle()
    #expect(layer.isReadyForDisplay)
    stage.player.play()
    stage.run { stage.player.currentItem == nil }
    stage.settle()
    #expect(!layer.isReadyForDisplay)
    stage.player.seek(to: .zero) { eventLog.add("\($0)") }
    stage.settle()
    #expect(eventLog.take() == ["false"])
    #expect(stage.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
  }

  @Test("§4.1 a queued item stays unknown until it is current, though already opened")
  func waiting() throws {
    let items = [item(), item()]
    let stage = Stage(queue: items)
    let player = try queue(stage)
    player.play()
    // The video has ten seconds; the next one is prepared before it ends.
    stage.run { player.currentTime().seconds > 9.9 }
    #expect(player.currentItem === items[0])
    #expect(items[1].status == .unknown)
    stage.run { player.currentItem === items[1] }
    stage.settle()
    #expect(items[1].status == .readyToPlay)
  }

  #if compiler(>=6.2)  // exit tests
    @Test("§4.1 an item cannot be queued twice, nor in two players")
    func refused() async {
      await #expect(processExitsWith: .failure) {
        let item = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere"))
        _ = AVQueuePlayer(items: [item, item])
      }
      await #expect(processExitsWith: .failure) {
        let item = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere"))
        let player = AVQueuePlayer(items: [item])
        player.insert(item, after: nil)
      }
      await #expect(processExitsWith: .failure) {
        let item = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere"))
        let first = AVPlayer(playerItem: item)
        AVQueuePlayer().insert(item, after: nil)
        withExtendedLifetime(first) {}
      }
    }
  #endif

  private final class CountingQueue: AVQueuePlayer, @unchecked Sendable {
    nonisolated let calls = EventLog()

    override func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
      calls.add("insert")
      super.insert(item, after: afterItem)
    }

    override func remove(_ item: AVPlayerItem) {
      calls.add("remove")
      super.remove(item)
    }

    override func removeAllItems() {
      calls.add("removeAllItems")
      super.removeAllItems()
    }

    override func advanceToNextItem() {
      calls.add("advance")
      super.advanceToNextItem()
    }

    override func seek(
      to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: @escaping (Bool) -> Void
    ) {
      calls.add("seek")
      super.seek(
        to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter,
        completionHandler: completionHandler)
    }
  }

  @Test("§4.1 subclasses override inserting, removing, advancing and seeking")
  func subclass() throws {
    let stage = Stage { environment in CountingQueue(environment: environment) }
    let player = try #require(stage.player as? CountingQueue)
    let items = [item(), item(), item()]
    for item in items { player.insert(item, after: nil) }
    stage.settle()
    player.remove(items[1])
    player.seek(to: CMTime(value: 1, timescale: 1))
    player.advanceToNextItem()
    #expect(player.items() == [items[2]])
    player.removeAllItems()
    #expect(player.items().isEmpty)
    #expect(player.calls.take() == ["insert", "insert", "insert", "remove", "seek", "advance", "removeAllItems"])
  }
}
