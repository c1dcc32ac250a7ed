import CoreMedia
import Foundation
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

/// The queue without pipelines: nothing is opened.
@Suite struct QueueControllerTests {
  private let queue: QueueController

  init() {
    let clock = ManualClock()
    queue = QueueController(
      SessionShared(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock)) {})
  }

  private func item(_ name: String) -> EngineItem { EngineItem(url: URL(fileURLWithPath: "/nowhere/\(name).mp4")) }

  @Test func nextItemIsNewWithOtherBounds() {
    let item = item("b")
    #expect(queue.isNewNext(item) && !queue.isNewNext(nil))
    queue.setNext(item)
    #expect(!queue.isNewNext(item) && queue.isNewNext(self.item("b")) && queue.isNewNext(nil))
    item.bounds.forwardEnd = ticks(600)
    #expect(queue.isNewNext(item))
  }

  @Test func nextItemIsPreparedOnlyToAdvance() {
    queue.setItem(item("a"))
    queue.setNext(item("b"))
    #expect(queue.nextToPrepare == nil)
    queue.endAction = .advance
    #expect(queue.nextToPrepare?.lastPathComponent == "b.mp4")
    queue.discardNext(isUnplayable: true)
    #expect(queue.nextToPrepare == nil && queue.next != nil)
  }

  /// Where playback ends before the last packet is read, the next item cannot wait for that packet.
  @Test func nextItemIsNeededEarlyBeforeACut() {
    let current = item("a")
    queue.setItem(current)
    queue.setNext(item("b"))
    queue.endAction = .advance
    #expect(!queue.needsNextEarly)
    current.bounds.forwardEnd = ticks(600)
    #expect(queue.needsNextEarly)
    queue.setNext(nil)
    #expect(!queue.needsNextEarly)
  }

  @Test func anotherItemHasNoNextItem() {
    queue.setNext(item("b"))
    let current = item("c")
    queue.setItem(current)
    #expect(queue.item === current && queue.next == nil && queue.pipeline == nil)
  }

  @Test func nothingAdvancesToAnItemThatIsNotOpen() {
    queue.setItem(item("a"))
    queue.setNext(item("b"))
    let isAdvanced = queue.advance(from: .zero) != nil
    #expect(!isAdvanced && queue.item?.url.lastPathComponent == "a.mp4")
  }

  @Test func itemWithoutStartTimeBeginsAtZero() {
    queue.setItem(item("a"))
    #expect([queue.takeBeginning(), queue.takeBeginning()] == [.zero, .zero])
  }
}
