import AVFoundation
import Testing

@Suite("§0.3 objects that announce changes themselves")
struct TestDoubleTests {
  /// Test doubles as programs write them.
  private final class FakeItem: AVPlayerItem, @unchecked Sendable {
    nonisolated(unsafe) private var fakeStatus = AVPlayerItem.Status.unknown
    override var status: AVPlayerItem.Status { fakeStatus }

    nonisolated func become(_ status: AVPlayerItem.Status) {
      willChangeValue(for: \.status)
      fakeStatus = status
      didChangeValue(for: \.status)
    }

    nonisolated func becomeByKey(_ status: AVPlayerItem.Status) {
      willChangeValue(forKey: "status")
      fakeStatus = status
      didChangeValue(forKey: "status")
    }
  }

  private final class FakePlayer: AVPlayer, @unchecked Sendable {
    nonisolated(unsafe) private var fakeItem: AVPlayerItem?
    override var currentItem: AVPlayerItem? { fakeItem }

    nonisolated func become(_ item: AVPlayerItem?) {
      willChangeValue(for: \.currentItem)
      fakeItem = item
      didChangeValue(for: \.currentItem)
    }
  }

  @Test("willChangeValue and didChangeValue notify observers of the superclass's key path")
  func announced() {
    let item = FakeItem(url: Fixture.url("demo.mp4"))
    let eventLog = EventLog()
    let token = (item as AVPlayerItem).observe(\.status, options: [.new, .old]) { item, change in
      eventLog.add("\(change.oldValue.map { "\($0)" } ?? "") → \(item.status)")
    }
    item.become(.readyToPlay)
    item.becomeByKey(.failed)
    #expect(eventLog.take() == ["unknown → readyToPlay", "readyToPlay → failed"])
    withExtendedLifetime(token) {}
  }

  @Test("observers of the exact key path are notified even if the value is equal")
  func repeated() {
    let item = FakeItem(url: Fixture.url("demo.mp4"))
    let eventLog = EventLog()
    let token = item.observe(\.status) { item, _ in eventLog.add("\(item.status)") }
    item.become(.unknown)
    #expect(eventLog.take() == ["unknown"])
    withExtendedLifetime(token) {}
  }

  @Test("a change announced by the last object of a key path is observed")
  func nested() {
    let player = FakePlayer()
    let item = FakeItem(url: Fixture.url("demo.mp4"))
    let eventLog = EventLog()
    let token = (player as AVPlayer).observe(\.currentItem?.status) { player, _ in
      eventLog.add(player.currentItem.map { "\($0.status)" } ?? "nil")
    }
    player.become(item)
    #expect(eventLog.take() == ["unknown"])
    withExtendedLifetime(token) {}
  }

  private final class Model: NSObject {
    var count = 0 {
      willSet { willChangeValue(for: \.count) }
      didSet { didChangeValue(for: \.count) }
    }
  }

  @Test("other classes can be observed too, also from inside themselves")
  func anyObject() {
    let model = Model()
    let eventLog = EventLog()
    let token = model.observe(\.count, options: [.initial, .old, .new, .prior]) { model, change in
      eventLog.add("\(change.isPrior ? "prior " : "")\(change.oldValue ?? -1) \(change.newValue ?? -1)")
    }
    model.count = 3
    #expect(eventLog.take() == ["-1 0", "prior 0 -1", "0 3"])
    withExtendedLifetime(token) {}
  }
}
