import CoreMedia
import TestSupport
import Testing

@testable import PlayheadEngine

/// Seeking, stepping and scrubbing without `ScrubController`: every frame is decoded from its sync sample, and is the
/// same as with it. `SeekTests` run without it, too.
@Suite(.serialized) struct PlainSeekTests {
  private static func time(_ number: Int) -> CMTime { CMTime(value: Int64(number), timescale: 30) }
  private static let half = CMTime(value: 1, timescale: 60)

  /// Back and forth in one GOP and across GOPs, each seek after the previous one finished.
  @Test(arguments: ["h264-long-gop.mp4", "h264-bframes.mp4", "hevc.mp4", "vp9.webm", "mpeg2.ts"])
  func showsEachFrameOfPausedSeeks(name: String) throws {
    let stage = try Stage(name, hasAudio: false, reusesSeeks: false)
    let start = try #require(stage.shown.first).time
    let numbers = [20, 28, 29, 29, 30, 61, 150, 290, 299, 291, 290, 200, 192, 184, 100, 99, 98, 30, 2, 0, 60]
    let seen = numbers.map { number in
      stage.seek(start + Self.time(number) + Self.half)
      stage.settle()
      return stage.shown.last?.number
    }
    #expect(seen == numbers, "\(seen)")
  }

  /// Scrubbing backward without waiting: the last target is shown exactly, and each seek is answered once.
  @Test(arguments: ["h264-long-gop.mp4", "h264-bframes.mp4", "vp9.webm"])
  func scrubbingBackwardShowsLastTarget(name: String) throws {
    let stage = try Stage(name, hasAudio: false, reusesSeeks: false)
    let start = try #require(stage.shown.first).time
    stage.clearRecords()
    let places = Array(stride(from: 295, to: 10, by: -7))
    for place in places {
      stage.seek(start + Self.time(place) + Self.half)
      if place % 4 == 0 { stage.settle() }
    }
    stage.settle()
    #expect(stage.answers.map(\.seek) == Array(1...places.count))
    #expect(stage.answers.last?.finished == true)
    #expect(stage.shown.last?.number == places.last)
  }

  @Test func stepsBackwardFrameByFrame() throws {
    let stage = try Stage("h264-bframes.mp4", hasAudio: false, reusesSeeks: false)
    _ = stage.seekAndWait(Self.time(63) + Self.half)
    stage.advanceUntilIdle()
    stage.clearRecords()
    for _ in 0..<7 {
      stage.session.step(by: -1)
      stage.advanceUntilIdle()
    }
    #expect(stage.numbers == Array((56...62).reversed()))
  }

  @Test func playsBetweenSeeks() throws {
    let stage = try Stage("h264-long-gop.mp4", hasAudio: false, reusesSeeks: false)
    for number in [40, 56, 43] {
      stage.seek(Self.time(number))
      stage.settle()
      #expect(stage.shown.last?.number == number)
      stage.session.setRate(1)
      stage.advance(by: .seconds(1))
      stage.session.setRate(0)
      stage.settle()
      #expect(stage.shown.last?.number == number + 30)
    }
  }

  @Test func playsBackwardAfterSeeks() throws {
    let stage = try Stage("h264-long-gop.mp4", hasAudio: false, reusesSeeks: false)
    for number in [140, 148, 142] {
      stage.seek(Self.time(number))
      stage.settle()
    }
    stage.clearRecords()
    stage.session.setRate(-1)
    stage.advance(by: .seconds(2))
    #expect(stage.numbers == Array((82...141).reversed()))
  }
}
