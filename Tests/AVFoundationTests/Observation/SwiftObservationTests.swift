import AVFoundation
import Observation
import PlayheadClock
import Testing

@Suite("§0.3 Swift Observation")
struct SwiftObservationTests {
  @Test("is off by default")
  func disabledByDefault() {
    #expect(!AVPlayer.isObservationEnabled)
    let player = AVPlayer()
    let eventLog = EventLog()
    withObservationTracking {
      _ = player.volume
    } onChange: {
      eventLog.add("changed")
    }
    player.volume = 0.5
    #expect(eventLog.take().isEmpty)
  }

  // In separate processes: observation is enabled before the first player, permanently.

  #if compiler(>=6.2)  // exit tests
    @Test("properties of players, their items and tracks are tracked, directly and through others")
    func tracked() async {
      await #expect(processExitsWith: .success) {
        AVPlayer.isObservationEnabled = true
        let stage = Stage("demo.mp4")
        let eventLog = stage.eventLog
        let player = stage.player
        withObservationTracking {
          _ = player.rate
        } onChange: {
          eventLog.add("rate")
        }
        withObservationTracking {
          _ = player.currentItem?.status
        } onChange: {
          eventLog.add("status")
        }
        // The volume was not read.
        stage.clock.deliver { player.volume = 0.5 }
        stage.settle()
        try #require(eventLog.take() == ["status"])
        player.play()
        stage.settle()
        try #require(eventLog.take() == ["rate"])
        player.pause()
        stage.settle()
        try #require(eventLog.take() == [], "once for each tracking")
      }
    }

    @Test("Observations yields the values in order")
    func values() async {
      await #expect(processExitsWith: .success) {
        AVPlayer.isObservationEnabled = true
        let stage = Stage("demo.mp4")
        let player = stage.player
        let eventLog = stage.eventLog
        let reader = Task {
          for await rate in Observations({ player.rate }) {
            eventLog.add("\(rate)")
            if rate == 2 { break }
          }
        }
        while eventLog.lines.count < 1 { await Task.yield() }
        player.rate = 1
        stage.settle()
        while eventLog.lines.count < 2 { await Task.yield() }
        player.rate = 2
        stage.settle()
        await reader.value
        try #require(eventLog.take() == ["0.0", "1.0", "2.0"])
      }
    }

    @Test("enabling it too late is a programmer error")
    func lateEnabling() async {
      await #expect(processExitsWith: .failure) {
        let player = AVPlayer()
        AVPlayer.isObservationEnabled = true
        withExtendedLifetime(player) {}
      }
    }
  #endif
}
