import Testing

@testable import PlayheadClock
@testable import PlayheadPipeline

struct StartupDecodeThrottleTests {
  private let begin = HostTime(nanoseconds: 7_000_000_000)
  private func time(_ milliseconds: Int64) -> HostTime { begin + .milliseconds(milliseconds) }

  @Test func doesNotThrottleBeforeFirstFrame() {
    #expect(StartupDecodeThrottle().nextCheck(with: 100, at: begin) == nil)
  }

  @Test func throttlesAfterInitialFrames() {
    var pause = StartupDecodeThrottle()
    pause.noteFrame(at: begin)
    #expect(pause.nextCheck(with: 1, at: time(1)) == nil)
    #expect(pause.nextCheck(with: 3, at: time(1)) == nil)
    #expect(pause.nextCheck(with: 4, at: time(1)) == time(11))
    #expect(pause.nextCheck(with: 4, at: time(45)) == time(50))
    #expect(pause.nextCheck(with: 4, at: time(50)) == nil)
  }

  /// Repeated seeks must not wait again.
  @Test func throttlesOnlyAfterFirstSeekResult() {
    var pause = StartupDecodeThrottle()
    pause.noteFrame(at: begin)
    pause.noteFrame(at: time(40))
    #expect(pause.nextCheck(with: 9, at: time(60)) == nil)
  }

  /// Sixty frames a second continue without a gap until the decoder resumes.
  @Test func initialFramesOutlastThrottle() {
    #expect(Int64(StartupDecodeThrottle.count) * 1_000_000_000 / 60 > StartupDecodeThrottle.length.nanoseconds)
  }
}
