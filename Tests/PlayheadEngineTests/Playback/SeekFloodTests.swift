import CoreMedia
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// Many seeks at once, seeks to the ends, cancelled seeks.
@Suite("§3.5 floods of seeks", .serialized) struct SeekFloodTests {
  /// Each is answered exactly once, in order, and only the last with true.
  private static func expect(
    _ answers: [Stage.Answer], of count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(answers.map(\.seek) == Array(1...count), sourceLocation: sourceLocation)
    #expect(answers.map(\.finished) == (1...count).map { $0 == count }, sourceLocation: sourceLocation)
  }

  @Test(arguments: [0, 1] as [Float], ["h264-bframes.mp4", "h264-long-gop.mp4", "start-offset.ts"])
  func onlyLastOfManySeeksFinishes(rate: Float, name: String) throws {
    let stage = try Stage(name)
    let start = try #require(stage.shown.first).time
    stage.session.setRate(rate)
    stage.advance(by: .seconds(0.5))
    stage.clearRecords()
    for index in 1...50 { stage.seek(start + seconds(Double(index * 37 % 100) / 10 + 0.01)) }
    stage.advance { stage.answers.count == 50 }
    Self.expect(stage.answers, of: 50)
    // 50 × 37 mod 100 is 50: five seconds, frame 150.
    #expect(stage.shown.last?.number == 150)
    if rate == 0 { #expect(stage.session.currentTime() == start + seconds(5.01)) }
    stage.advanceUntilIdle()
    #expect(stage.answers.count == 50)
  }

  /// Scrubbing: the next seek comes while the one before is in progress, at any moment of it.
  @Test func scrubbingShowsIntermediateFrames() throws {
    let stage = try Stage("h264-long-gop.mp4")
    stage.clearRecords()
    for index in 1...40 {
      stage.seek(seconds(Double(index) / 5 + 0.01))
      // Some are given time to finish, some are not.
      if index % 3 == 0 { stage.settle() }
    }
    stage.advanceUntilIdle()
    #expect(stage.answers.map(\.seek) == Array(1...40))
    #expect(stage.answers.last?.finished == true)
    #expect(stage.answers.filter(\.finished).count >= 13)
    #expect(stage.shown.last?.number == 240)
    #expect(stage.shown.count >= 13)
  }

  @Test func seekBeforeOpenSetsStartPosition() throws {
    let stage = Stage()
    try stage.open("h264-bframes.mp4")
    stage.seek(seconds(2.01))
    stage.seek(seconds(7.01))
    stage.advanceUntilIdle()
    #expect(stage.shown.last?.number == 210)
    Self.expect(stage.answers, of: 2)
    #expect(stage.session.currentTime() == seconds(7.01))
  }

  @Test func seekWithoutItemFailsAtOnce() {
    let stage = Stage()
    stage.seek(seconds(1))
    stage.settle()
    #expect(stage.answers == [Stage.Answer(seek: 1, finished: false)])
  }

  @Test func cancelledSeekIsAnsweredOnce() throws {
    let stage = try Stage("h264-bframes.mp4")
    stage.clearRecords()
    stage.seek(seconds(5))
    stage.session.cancelPendingSeeks()
    stage.session.cancelPendingSeeks()
    stage.advanceUntilIdle()
    #expect(stage.answers.map(\.seek) == [1])
    stage.session.cancelPendingSeeks()
    stage.advanceUntilIdle()
    #expect(stage.answers.count == 1)
  }

  /// The reported time never reaches the cancelled target, and neither does the shown frame.
  @Test(arguments: [0, 1] as [Float], [0, 3])
  func cancelledSeekKeepsPosition(rate: Float, others: Int) throws {
    let stage = try Stage("h264-long-gop.mp4")
    _ = stage.seekAndWait(seconds(1.01))
    stage.session.setRate(rate)
    stage.advance(by: .seconds(1))
    let before = stage.session.currentTime()
    stage.clearRecords()
    // In one step with the cancellation: nothing finishes in between.
    for other in 0...others { stage.seek(seconds(7.01 + Double(other) / 10)) }
    stage.session.cancelPendingSeeks()
    stage.settle()
    #expect(stage.answers.map(\.finished) == Array(repeating: false, count: others + 1))
    stage.advance(by: .seconds(1))
    #expect(!stage.eventLog.contains { $0.hasPrefix("jumped 7") })
    let moved = (stage.session.currentTime() - before).seconds
    #expect(rate == 0 ? moved == 0 : (0.8...1).contains(moved))
    let seen = stage.shown.compactMap(\.number)
    #expect(seen.allSatisfy { $0 < 100 }, "\(seen)")
    if rate == 0 { #expect(stage.shown.last.map { $0.number == 30 } ?? true) }
  }

  @Test func replacingItemAnswersItsSeek() throws {
    let stage = try Stage("h264-bframes.mp4")
    stage.clearRecords()
    stage.seek(seconds(5))
    try stage.open("video-only.mp4")
    stage.seek(seconds(3.01))
    stage.advanceUntilIdle()
    #expect(stage.answers.map(\.seek) == [1, 2])
    #expect(stage.answers.last?.finished == true)
    #expect(stage.shown.last?.number == 90)
  }

  @Test(arguments: ["h264-bframes.mp4", "vp9.webm", "mpeg2.ts", "hevc.mp4"])
  func seekToEndShowsLastFrame(name: String) throws {
    let stage = try Stage(name)
    var item: ItemSnapshot? { stage.session.snapshot.item?.snapshot }
    let duration = try #require(item).duration
    for target in [duration, duration + seconds(100), CMTime(value: .max, timescale: 1), .positiveInfinity] {
      let landed = stage.seekAndWait(target)
      #expect(landed.number == 299)
      #expect(landed.position == duration)
    }
    #expect(stage.seekAndWait(seconds(-5)).position == .zero)
    #expect(stage.shown.last?.number == 0)
    #expect(!stage.eventLog.contains("playedToEnd"))
  }

  @Test func playAtEndEndsAtOnce() throws {
    let stage = try Stage("h264-bframes.mp4")
    _ = stage.seekAndWait(seconds(10))
    stage.clearRecords()
    #expect(stage.playToEnd())
    #expect(stage.eventLog.suffix(2) == ["paused", "playedToEnd"])
    #expect(stage.numbers.isEmpty)
  }
}
