import CoreMedia
import Foundation
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

@Suite struct SessionEventQueueTests {
  private let item = EngineItem(url: URL(fileURLWithPath: "/a"))

  private func name(_ event: SessionEvent) -> String {
    switch event {
    case .sessionChanged(let snapshot): "session \(snapshot.revision)"
    case .itemChanged: "item"
    case .seekFinished(let identifier, _): "seek \(identifier)"
    case .observerFired(let identifier, let time): "observer \(identifier) \(time.value)"
    case .playedToEnd: "end"
    case .metadataDue(_, let listener, _): "metadata \(listener)"
    default: "other"
    }
  }

  @Test func retainsEveryEventOfServicedQueue() {
    var queue = SessionEventQueue()
    for number in 0..<SessionEventQueue.limit {
      queue.add([.observerFired(identifier: 1, time: CMTime(value: CMTimeValue(number), timescale: 1))])
    }
    #expect(queue.takeAll().count == SessionEventQueue.limit)
    #expect(queue.takeAll().isEmpty)
  }

  @Test func isBoundedWithoutConsumer() {
    var queue = SessionEventQueue()
    for number in 0..<100_000 {
      var snapshot = SessionSnapshot()
      snapshot.revision = number
      let time = CMTime(value: CMTimeValue(number), timescale: 1)
      queue.add([
        .sessionChanged(snapshot), .itemChanged(item, ItemSnapshot()),
        .observerFired(identifier: number % 3, time: time),
        .timeJumped(item, to: time), .stalled(item), .metadataPresent(item, []),
        .logGrew(item, access: true, errors: false),
      ])
      #expect(queue.events.count <= 2 * SessionEventQueue.limit)
    }
  }

  @Test func retainsAnswersAndEndsInOrderWithNewestStates() {
    var queue = SessionEventQueue()
    for number in 0..<1000 {
      var snapshot = SessionSnapshot()
      snapshot.revision = number
      queue.add([.sessionChanged(snapshot)])
      if number.isMultiple(of: 100) { queue.add([.seekFinished(identifier: number, finished: true)]) }
    }
    queue.add([.playedToEnd(item)])
    let names = queue.takeAll().map { name($0) }
    #expect(names.filter { $0.hasPrefix("seek") } == (0..<10).map { "seek \($0 * 100)" })
    #expect(names.suffix(2) == ["session 999", "end"])
  }

  @Test func dropsTheOldestTimedMetadata() {
    var queue = SessionEventQueue()
    for number in 0..<10_000 { queue.add([.metadataDue(item, listener: number, [])]) }
    let names = queue.takeAll().map { name($0) }
    #expect(names.last == "metadata 9999" && names.count <= 4 * SessionEventQueue.metadataLimit)
  }
}
