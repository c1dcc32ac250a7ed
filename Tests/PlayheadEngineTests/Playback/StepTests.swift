import CoreMedia
import TestSupport
import Testing

@testable import PlayheadEngine

/// Single frames, across GOP boundaries.
@Suite("§5.5 stepping", .serialized) struct StepTests {
  @Test(arguments: ["h264-bframes.mp4", "vp9.webm", "hevc.mp4", "h264-long-gop.mp4"])
  func stepForwardShowsNextFrame(name: String) throws {
    let stage = try Stage(name)
    let start = try #require(stage.shown.first).time
    _ = stage.seekAndWait(start + seconds(1.91))
    stage.advanceUntilIdle()
    stage.clearRecords()
    for number in 58...65 {
      stage.session.step(by: 1)
      stage.advanceUntilIdle()
      #expect(stage.shown.last?.number == number)
      #expect(stage.session.currentTime() == stage.shown.last?.time)
    }
    #expect(stage.numbers == Array(58...65))
  }

  @Test(arguments: ["h264-bframes.mp4", "vp9.webm", "hevc.mp4", "h264-long-gop.mp4"])
  func stepBackwardShowsPreviousFrame(name: String) throws {
    let stage = try Stage(name)
    let start = try #require(stage.shown.first).time
    _ = stage.seekAndWait(start + seconds(2.11))
    stage.advanceUntilIdle()
    stage.clearRecords()
    for number in (56...62).reversed() {
      stage.session.step(by: -1)
      stage.advanceUntilIdle()
      #expect(stage.shown.last?.number == number)
      #expect(stage.session.currentTime() == stage.shown.last?.time)
    }
    #expect(stage.numbers == Array((56...62).reversed()))
  }

  @Test func stepsBySeveralFrames() throws {
    let stage = try Stage("h264-bframes.mp4")
    stage.session.step(by: 7)
    stage.advanceUntilIdle()
    #expect(stage.shown.last?.number == 7)
    stage.session.step(by: -3)
    stage.advanceUntilIdle()
    #expect(stage.shown.last?.number == 4)
    // Each step counts, even if the previous one is not shown yet.
    for _ in 0..<5 { stage.session.step(by: 1) }
    stage.advanceUntilIdle()
    #expect(stage.shown.last?.number == 9)
    for _ in 0..<4 { stage.session.step(by: -1) }
    stage.advanceUntilIdle()
    #expect(stage.shown.last?.number == 5)
  }

  @Test func stepsStopAtEnds() throws {
    let stage = try Stage("h264-bframes.mp4")
    stage.session.step(by: -1)
    stage.advanceUntilIdle()
    #expect(stage.shown.last?.number == 0)
    #expect(stage.session.currentTime() == .zero)
    _ = stage.seekAndWait(seconds(9.91))
    stage.session.step(by: 10)
    stage.advanceUntilIdle()
    #expect(stage.shown.last?.number == 299)
    stage.session.step(by: -1)
    stage.advanceUntilIdle()
    #expect(stage.shown.last?.number == 298)
  }

  /// Steps requested while playing are not performed later.
  @Test func discardsStepsWhilePlaying() throws {
    let stage = try Stage("h264-bframes.mp4")
    stage.session.setRate(1)
    stage.advance(by: .seconds(1))
    stage.session.step(by: 5)
    stage.advance(by: .seconds(1))
    stage.session.setRate(0)
    stage.advanceUntilIdle()
    let shown = try #require(stage.shown.last?.number)
    #expect(shown == 59 || shown == 60)
  }

  @Test func playbackContinuesAfterSteps() throws {
    let stage = try Stage("h264-bframes.mp4")
    stage.session.step(by: 20)
    stage.advanceUntilIdle()
    stage.clearRecords()
    stage.session.setRate(1)
    stage.advance(by: .seconds(0.5))
    let numbers = stage.numbers.compactMap { $0 }
    #expect(numbers.drop { $0 == 20 } == Array(21..<21 + numbers.drop { $0 == 20 }.count)[...])
    #expect(numbers.count >= 14)
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(abs(recording.start.seconds - 20.0 / 30) < 0.0001)
  }
}
