import AVFoundation
import Observation
import Testing

@Suite("§0.3 Swift Observation")
struct SwiftObservationTests {
  @Test("is off by default")
  func off() {
    #expect(!AVPlayer.isObservationEnabled)
    let player = AVPlayer()
    let story = Story()
    withObservationTracking {
      _ = player.volume
    } onChange: {
      story.add("changed")
    }
    player.volume = 0.5
    #expect(story.take().isEmpty)
  }

  // In separate processes: observation is enabled before the first player, permanently.

  #if compiler(>=6.2)  // exit tests
    @Test("properties of players, their items and tracks are tracked, directly and through others")
    func tracked() async {
      await #expect(processExitsWith: .success) {
        AVPlayer.isObservationEnabled = true
        let stage = Stage("demo.mp4")
        let story = stage.story
        let player = stage.player
        withObservationTracking {
          _ = player.rate
        } onChange: {
          story.add("rate")
        }
        withObservationTracking {
          _ = player.currentItem?.status
        } onChange: {
          story.add("status")
        }
        // The volume was not read.
        stage.clock.deliver { player.volume = 0.5 }
        stage.settle()
        try #require(story.take() == ["status"])
        player.play()
        stage.settle()
        try #require(story.take() == ["rate"])
        player.pause()
        stage.settle()
        try #require(story.take() == [], "once for each tracking")
      }
    }

    @Test("Observations yields the values in order")
    func values() async {
      await #expect(processExitsWith: .success) {
        AVPlayer.isObservationEnabled = true
        let stage = Stage("demo.mp4")
        let player = stage.player
        let story = stage.story
        let reader = Task {
          for await rate in Observations({ player.rate }) {
            story.add("\(rate)")
            if rate == 2 { break }
          }
        }
        while story.lines.count < 1 { await Task.yield() }
        player.rate = 1
        stage.settle()
        while story.lines.count < 2 { await Task.yield() }
        player.rate = 2
        stage.settle()
        await reader.value
        try #require(story.take() == ["0.0", "1.0", "2.0"])
      }
    }

    @Test("enabling it too late is a programmer error")
    func tooLate() async {
      await #expect(processExitsWith: .failure) {
        let player = AVPlayer()
        AVPlayer.isObservationEnabled = true
        withExtendedLifetime(player) {}
      }
    }
  #endif
}
