import AVFoundation
import Testing

@Suite("a program in Swift 6")
struct Swift6ClientTests {
  @Test("loads in a task")
  func loads() async throws {
    #expect(try await describe(Fixture.url("demo.mp4")).hasPrefix("20.0, video 1280x720 30.0 20.0, audio "))
  }

  @Test("matches errors")
  func errors() async {
    for (name, text) in [("text.mp4", "no media"), ("missing.mp4", "missing")] {
      do {
        _ = try await AVURLAsset(url: Fixture.url(name)).load(.duration)
        Issue.record("loaded")
      } catch {
        #expect(explain(error) == text)
      }
    }
  }

  @Test("plays with handlers on the main actor")
  @MainActor func model() async throws {
    let model = ModernPlayerModel()
    model.player.isMuted = true
    model.start(url: Fixture.url("demo.mp4"))
    #expect(await model.jump(to: 7))
    #expect(model.player.currentTime().seconds >= 7)
    #expect(model.duration?.seconds == 20)
    #expect(model.address == Fixture.url("demo.mp4"))
    model.stop()
  }

  @Test("makes players on any thread")
  func anyThread() { #expect(fromAnywhere(Fixture.url("demo.mp4")) != .failed) }
}
