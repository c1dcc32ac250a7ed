import AVFoundation
import Testing

@Suite("§3.5 notifications of seeks")
struct PlayerSeekNotificationTests {
  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

  private func seek(_ stage: Stage, to seconds: Double) {
    stage.player.seek(to: time(seconds), toleranceBefore: .zero, toleranceAfter: .zero)
  }

  @Test("§3.5 each completed seek posts timeJumped for the item and fires periodic observers, also while paused")
  func jumps() {
    let stage = Stage("demo.mp4")
    stage.settle()
    stage.watch(stage.player.currentItem)
    let eventLog = stage.eventLog
    let token = stage.player.addPeriodicTimeObserver(forInterval: time(100), queue: nil) {
      eventLog.add("periodic \($0.seconds)")
    }
    for target in [12.5, 3] {
      seek(stage, to: target)
      stage.settle()
      #expect(Set(eventLog.lines) == ["timeJumped", "periodic \(target)"])
      #expect(eventLog.take().count == 2)
    }
    stage.player.removeTimeObserver(token)
  }

  @Test("§3.5 seeking to the duration posts the end once while the rate is nonzero")
  func toTheEndWhilePlaying() {
    let stage = Stage("demo.mp4")
    stage.player.play()
    stage.run(1)
    stage.watch(stage.player.currentItem)
    seek(stage, to: 20)
    stage.run(2)
    #expect(stage.eventLog.take().filter { $0 == "didPlayToEnd" }.count == 1)
    #expect(stage.player.rate == 0)
    #expect(stage.player.currentTime() == time(20))
  }

  @Test("§3.5 a removed item finishes its seek with false")
  func removedItem() {
    let stage = Stage("demo.mp4")
    let eventLog = stage.eventLog
    stage.settle()
    stage.player.seek(to: time(4)) { eventLog.add("\($0)") }
    stage.player.replaceCurrentItem(with: nil)
    stage.settle()
    #expect(eventLog.take() == ["false"])
  }

  @Test("§3.5 many seeks in succession never starve the last one: each handler is called once, only the last with true")
  func flood() {
    let stage = Stage("demo.mp4")
    let eventLog = stage.eventLog
    stage.settle()
    for number in 0..<50 {
      stage.player.seek(to: time(Double(number) * 0.3), toleranceBefore: .zero, toleranceAfter: .zero) {
        eventLog.add("\(number) \($0)")
      }
    }
    stage.settle()
    #expect(eventLog.take() == (0..<49).map { "\($0) false" } + ["49 true"])
    #expect(stage.player.currentTime() == time(49 * 0.3))
  }

  @Test("§5.6 the item's seek without a handler moves the position too")
  func itemWithoutHandler() throws {
    let stage = Stage("demo.mp4")
    stage.settle()
    let item = try #require(stage.player.currentItem)
    item.seek(to: time(6), toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: nil)
    stage.settle()
    #expect(item.currentTime() == time(6))
    #expect(stage.player.currentTime() == time(6))
  }
}
