import CoreMedia
import PlayheadClock
import Testing

@testable import AVKit

@Suite("Scrubbing speed")
struct ScrubSpeedTests {
  private func at(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }
  private func movie(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

  @Test(
    "Up to ten media seconds a second is slow", arguments: [(9.0, true), (-9.0, true), (11.0, false), (-11.0, false)])
  func limit(_ speed: Double, _ isSlow: Bool) {
    var pace = ScrubSpeed()
    var last = !isSlow
    for step in 0...30 {
      last = pace.moved(to: movie(500 + speed * Double(step) / 60), at: at(Int64(step) * 1000 / 60))
    }
    #expect(last == isSlow)
  }

  @Test("A drag that has just begun is not slow, nor one that resumes after a pause")
  func begin() {
    var pace = ScrubSpeed()
    #expect(pace.moved(to: movie(10), at: at(0)) == false)
    #expect(pace.moved(to: movie(10.1), at: at(16)) == true)
    #expect(pace.moved(to: movie(10.2), at: at(600)) == false)
    #expect(pace.moved(to: movie(10.3), at: at(616)) == true)
  }

  @Test("A jump counts while it is recent")
  func jump() {
    var pace = ScrubSpeed()
    _ = pace.moved(to: movie(10), at: at(0))
    #expect(pace.moved(to: movie(60), at: at(16)) == false)
    #expect(pace.moved(to: movie(60.1), at: at(100)) == false)
    _ = pace.moved(to: movie(60.2), at: at(190))
    #expect(pace.moved(to: movie(60.3), at: at(260)) == true)
  }

  @Test("Moving back and forth counts as distance")
  func shaking() {
    var pace = ScrubSpeed()
    var last = true
    for step in 0...20 { last = pace.moved(to: movie(step % 2 == 0 ? 10 : 10.5), at: at(Int64(step) * 16)) }
    #expect(!last)
  }
}
