import AVFoundation
import Testing

@Suite("§4.1 AVQueuePlayer")
struct QueueTests {
  private func item(_ name: String = "h264-bframes.mp4") -> AVPlayerItem { AVPlayerItem(url: Fixture.url(name)) }

  private func queue(_ stage: Stage) throws -> AVQueuePlayer { try #require(stage.player as? AVQueuePlayer) }

  @Test("a queue starts with its first item and advances at its end")
  func defaults() {
    let items = [item(), item()]
    let player = AVQueuePlayer(items: items)
    #expect(player.actionAtItemEnd == .advance)
    #expect(player.currentItem === items[0])
    #expect(player.items() == items)
    #expect(AVQueuePlayer().items().isEmpty)
    #expect(AVQueuePlayer(playerItem: item()).items().count == 1)
    #expect(AVQueuePlayer(url: Fixture.url("demo.mp4")).items().count == 1)
  }

  @Test("at an item's end: the last periodic call, currentItem, didPlayToEnd of the removed item")
  func order() throws {
    let items = [item(), item()]
    let stage = Stage(queue: items)
    let player = try queue(stage)
    player.play()
    stage.run(0.5)
    stage.watch(items[0])
    let eventLog = stage.eventLog
    let token = player.addPeriodicTimeObserver(forInterval: CMTime(value: 100, timescale: 1), queue: nil) {
      eventLog.add("periodic \($0 == .zero ? "start" : "end")")
    }
    let duration = items[0].duration
    stage.run { player.currentItem !== items[0] }
    let lines = eventLog.take().filter { $0 != "timeJumped" }
    #expect(Array(lines.prefix(3)) == ["periodic end", "player.currentItem item", "didPlayToEnd"])
    #expect(player.currentItem === items[1])
    #expect(player.items() == [items[1]])
    #expect(items[1].status == .readyToPlay)
    #expect(items[0].currentTime() == duration)
    #expect(player.rate == 1)
    #expect(player.timeControlStatus == .playing)
    stage.run { player.currentItem == nil }
    stage.settle()
    #expect(player.rate == 1)
    #expect(player.reasonForWaitingToPlay == .noItemToPlay)
    #expect(!eventLog.take().contains("didPlayToEnd"), "the first item has ended once")
    player.removeTimeObserver(token)
  }

  @Test("the position belongs to the current item in every callback at a queue boundary")
  func positionBelongsToCurrentItemAtBoundary() throws {
    let items = [item(), item()]
    let stage = Stage(queue: items)
    let player = try queue(stage)
    player.play()
    stage.run(0.5)
    let eventLog = stage.eventLog
    let (first, duration) = (items[0], items[0].duration)
    // The session has advanced by the time that the end of the first item is delivered.
    let token = player.addPeriodicTimeObserver(forInterval: CMTime(value: 100, timescale: 1), queue: nil) { time in
      guard player.currentItem === first else { return }
      let isEqual = first.currentTime() == player.currentTime() && first.currentTime() == time
      eventLog.add("\(isEqual) \(time == duration ? "at the end" : "before")")
    }
    stage.run { player.currentItem !== first }
    #expect(eventLog.take().filter { $0.contains(" at the end") || $0.contains(" before") }.last == "true at the end")
    #expect(player.currentTime().seconds < 1)
    player.removeTimeObserver(token)
  }

  @Test("inserting: at the end, after another, into an empty queue; nothing twice")
  func insert() throws {
    let (a, b, c, d) = (item(), item(), item(), item())
    let stage = Stage(queue: [a, c])
    let player = try queue(stage)
    #expect(player.canInsert(b, after: a))
    player.insert(b, after: a)
    player.insert(d, after: nil)
    #expect(player.items() == [a, b, c, d])
    for item in [a, b, d] { #expect(!player.canInsert(item, after: nil)) }
    #expect(!player.canInsert(item(), after: item()), "the item to follow must be queued")
    #expect(!AVQueuePlayer().canInsert(b, after: nil), "it belongs to another player")
    player.removeAllItems()
    #expect(player.items().isEmpty)
    #expect(player.currentItem == nil)
    player.play()
    player.insert(b, after: nil)
    #expect(player.currentItem === b)
    stage.run(1)
    #expect(player.timeControlStatus == .playing)
  }

  @Test("removing: another item silently, the current one like advancing, an unknown one not at all")
  func remove() throws {
    let (a, b, c) = (item(), item(), item())
    let stage = Stage(queue: [a, b, c])
    let player = try queue(stage)
    player.play()
    stage.run(1)
    stage.watch(a)
    player.remove(item())
    player.remove(b)
    #expect(player.items() == [a, c])
    #expect(stage.eventLog.take().isEmpty)
    player.remove(a)
    #expect(player.items() == [c])
    stage.run(1)
    #expect(player.timeControlStatus == .playing)
    #expect(stage.eventLog.take().filter { $0 == "didPlayToEnd" }.isEmpty)
    #expect(AVQueuePlayer().canInsert(a, after: nil))
    player.advanceToNextItem()
    #expect(player.items().isEmpty)
    #expect(player.currentItem == nil)
    #expect(player.rate == 1)
  }

  @Test("the next item may change while the end of the current one is already queued on the device")
  func changedLate() throws {
    let recording = Recording()
    let items = ["gapless-a.wav", "gapless-b.wav", "audio.wav"].map(item)
    let stage = Stage(queue: items, recording: recording)
    let player = try queue(stage)
    player.play()
    stage.run { player.currentTime().seconds > 3.9 }
    player.remove(items[1])
    player.remove(items[2])
    stage.run { player.currentItem == nil }
    stage.settle()
    let count = recording.samples.count
    #expect(abs(count - 176_411) <= 1_024, "all of the first item was played: \(count)")
  }

  @Test("with .pause the next item does not start; with .none nothing changes until the action does")
  func otherActions() throws {
    let items = [item(), item()]
    let stage = Stage(queue: items)
    let player = try queue(stage)
    player.actionAtItemEnd = .pause
    player.play()
    stage.run(40)
    #expect(player.rate == 0)
    #expect(player.items() == items)
    player.actionAtItemEnd = .none
    player.seek(to: .zero)
    player.play()
    stage.run(40)
    #expect(player.rate == 1)
    #expect(player.items() == items)
    player.actionAtItemEnd = .advance
    stage.run(1)
    #expect(player.items() == [items[1]])
    #expect(player.timeControlStatus == .playing)
  }

  @Test("replacing the current item keeps the rest of the queue; nil advances to the next")
  func replace() throws {
    let (a, b, c) = (item(), item(), item())
    let stage = Stage(queue: [a, b])
    let player = try queue(stage)
    player.replaceCurrentItem(with: c)
    #expect(player.items() == [c, b])
    player.play()
    stage.run { player.currentItem === b }
    #expect(player.items() == [b])
    player.replaceCurrentItem(with: nil)
    #expect(player.items().isEmpty)
  }

  @Test("a played item stays at its end and can be played again after a seek")
  func again() throws {
    let first = item()
    let stage = Stage(queue: [first, item()])
    let player = try queue(stage)
    player.play()
    stage.run { player.currentItem !== first }
    #expect(first.currentTime() == first.duration)
    first.seek(to: CMTime(value: 1, timescale: 1))
    #expect(player.canInsert(first, after: nil))
    player.insert(first, after: nil)
    stage.run { player.currentItem === first }
    #expect(abs(player.currentTime().seconds - 1) < 0.1)
  }

  @Test("an unopenable item is skipped when it becomes current")
  func failing() throws {
    let (good, bad, last) = (item(), item("text.mp4"), item())
    let stage = Stage(queue: [good, bad, last])
    let player = try queue(stage)
    player.play()
    stage.run { player.currentItem === last }
    stage.run(1)
    #expect(bad.status == .failed)
    #expect(player.rate == 1)
    #expect(player.timeControlStatus == .playing)
  }

  @Test("an unopenable first item stays, and the rate with it")
  func failingFirst() throws {
    let items = [item("text.mp4"), item()]
    let stage = Stage(queue: items)
    let player = try queue(stage)
    player.play()
    stage.run(2)
    #expect(player.currentItem === items[0])
    #expect(player.currentItem?.status == .failed)
    #expect(player.rate == 1)
    player.advanceToNextItem()
    stage.run(1)
    #expect(player.timeControlStatus == .playing)
  }

  @Test("10,000 items")
  func many() throws {
    let items = (0..<10_000).map { _ in item() }
    let stage = Stage(queue: [])
    let player = try queue(stage)
    for item in items { player.insert(item, after: nil) }
    #expect(player.items().count == 10_000)
    player.play()
    stage.run(1)
    #expect(player.timeControlStatus == .playing)
    player.removeAllItems()
    #expect(player.items().isEmpty)
  }
}
