import Testing

@testable import PlayheadEngine

struct StartupDecodeThrottleTests {
  private let begin = HostTime(nanoseconds: 7_000_000_000)
  private func time(_ milliseconds: Int64) -> HostTime { begin + .milliseconds(milliseconds) }

  @Test func nothingIsHeldBackBeforeTheFirstPicture() {
    #expect(StartupDecodeThrottle().nextLook(with: 100, at: begin) == nil)
  }

  @Test func whatPlayingBeginsWithIsDecodedAtOnceAndTheRestLater() {
    var pause = StartupDecodeThrottle()
    pause.noteLanding(at: begin)
    #expect(pause.nextLook(with: 1, at: time(1)) == nil)
    #expect(pause.nextLook(with: 3, at: time(1)) == nil)
    #expect(pause.nextLook(with: 4, at: time(1)) == time(11))
    #expect(pause.nextLook(with: 4, at: time(45)) == time(50))
    #expect(pause.nextLook(with: 4, at: time(50)) == nil)
  }

  /// Repeated seeks must not wait again.
  @Test func laterLandingsBeginNoOther() {
    var pause = StartupDecodeThrottle()
    pause.noteLanding(at: begin)
    pause.noteLanding(at: time(40))
    #expect(pause.nextLook(with: 9, at: time(60)) == nil)
  }

  /// Sixty frames a second continue without a gap until the decoder resumes.
  @Test func fourPicturesLastLongerThanThePause() {
    #expect(Int64(StartupDecodeThrottle.count) * 1_000_000_000 / 60 > StartupDecodeThrottle.length.nanoseconds)
  }
}
