import AVFoundation
import TestSupport
import Testing

@Suite("Calls from background threads")
struct BackgroundCallTests {
  @Test func acceptsCallsOnAnyThread() async throws {
    let url = try Fixtures.url("h264-bframes.mp4")
    let count = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: BackgroundCalls.callAll(url)) }
    }
    #expect(count > 400)
  }
}
