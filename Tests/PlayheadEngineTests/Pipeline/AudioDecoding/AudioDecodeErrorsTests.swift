import PlayheadFFmpeg
import PlayheadMedia
import Testing

@testable import PlayheadPipeline

@Suite struct AudioDecodeErrorsTests {
  private let errors = AudioDecodeErrors()
  private let damaged = FFmpegError(.decode, code: -1)

  @Test func longRunOfErrorsIsReportedOnce() {
    let reported = (1...400).filter { _ in errors.note(damaged) }
    #expect(reported == [200])
  }

  @Test func frameEndsRunOfErrors() {
    for _ in 1..<200 { _ = errors.note(damaged) }
    errors.noteFrame()
    let isUndecodable = errors.note(damaged)
    #expect(!isUndecodable)
  }

  @Test func outcomeCountsSinceStart() {
    errors.notePacket()
    _ = errors.note(damaged)
    #expect(errors.outcome.packets == 1 && errors.outcome.frames == 0 && errors.outcome.error != nil)
    errors.begin()
    #expect(errors.outcome.packets == 0 && errors.outcome.error == nil)
  }
}
