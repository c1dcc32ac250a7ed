import AVFoundation
import Testing

@Suite("§3.4 automaticallyWaitsToMinimizeStalling")
struct PlayerStallingTests {
  @Test("§3.1 it is true by default; only real changes are reported, under both names")
  func defaults() {
    let stage = Stage("demo.mp4")
    let events = EventLog()
    #expect(stage.player.automaticallyWaitsToMinimizeStalling)
    let token = stage.player.observe(\.automaticallyWaitsToMinimizeStalling, options: .new) { _, change in
      events.add("\(change.newValue ?? true)")
    }
    for waits in [false, false, true] {
      stage.player.automaticallyWaitsToMinimizeStalling = waits
      stage.settle()
    }
    #expect(events.take() == ["false", "true"])
    token.invalidate()
  }

  @Test("playImmediately(atRate:) plays a file at the rate and leaves defaultRate unchanged")
  func immediately() {
    let stage = Stage("demo.mp4")
    stage.player.playImmediately(atRate: 1.5)
    #expect(stage.player.rate == 1.5)
    stage.run(2)
    #expect(stage.player.timeControlStatus == .playing)
    #expect(stage.player.defaultRate == 1)
    let place = stage.player.currentTime()
    stage.run(1)
    #expect(abs((stage.player.currentTime() - place).seconds - 1.5) < 0.01)
  }

  @Test("without automatic waiting a file plays normally")
  func without() {
    let stage = Stage("demo.mp4")
    stage.player.automaticallyWaitsToMinimizeStalling = false
    stage.player.play()
    stage.run(2)
    #expect(stage.player.timeControlStatus == .playing)
    #expect(stage.player.rate == 1)
  }
}
