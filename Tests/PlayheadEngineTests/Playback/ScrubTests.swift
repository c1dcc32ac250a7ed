import CoreMedia
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// Exact paused seeks in succession, near each other: each shows the right frame, whatever its source.
@Suite(.serialized) struct ScrubTests {
  private static func time(_ number: Int) -> CMTime { CMTime(value: Int64(number), timescale: 30) }

  /// Seeks to frames in turn, each after the previous one finished, and returns the shown numbers.
  private static func look(at numbers: [Int], in name: String) throws -> [Int?] {
    let stage = try Stage(name, hasAudio: false)
    let start = try #require(stage.shown.first).time
    return numbers.map { number in
      // The middle of the frame: some files begin a few milliseconds late.
      stage.seek(start + time(number) + CMTime(value: 1, timescale: 60))
      stage.settle()
      return stage.shown.last?.number
    }
  }

  @Test(arguments: ["h264-long-gop.mp4", "h264-bframes.mp4", "hevc.mp4", "vp9.webm", "mpeg2.ts"])
  func showsExactFramesWhenScrubbingForward(name: String) throws {
    let numbers = [20, 28, 29, 29, 30, 44, 60, 61, 90, 150, 158, 166, 174, 250, 290, 298, 299]
    let seen = try Self.look(at: numbers, in: name)
    #expect(seen == numbers, "\(seen)")
  }

  @Test(arguments: ["h264-long-gop.mp4", "h264-bframes.mp4", "hevc.mp4", "vp9.webm", "mpeg2.ts"])
  func showsExactFramesWhenScrubbingBackward(name: String) throws {
    let numbers = [299, 291, 290, 289, 281, 280, 200, 192, 184, 176, 100, 99, 98, 97, 60, 30, 29, 2, 1, 0]
    let seen = try Self.look(at: numbers, in: name)
    #expect(seen == numbers, "\(seen)")
  }

  @Test(arguments: ["h264-long-gop.mp4", "h264-bframes.mp4", "vp9.webm"])
  func showsEachFrameOfRandomSeeks(name: String) throws {
    var random = SystemRandomNumberGenerator()
    var number = 150
    let numbers = (0..<120).map { _ in
      number = max(0, min(299, number + Int.random(in: -40...45, using: &random)))
      return number
    }
    let seen = try Self.look(at: numbers, in: name)
    #expect(seen == numbers, "\(seen)")
  }

  /// A target whose frame is cached, after one so near the end that everything was read and the decoder waits for
  /// capacity.
  @Test func seeksBackFromEnd() throws {
    let stage = try Stage("demo.mp4")
    for number in [177, 96, 572, 81] {
      stage.seek(Self.time(number))
      stage.advance(by: .seconds(1))
      #expect(stage.shown.last?.number == number)
    }
  }

  /// Scrubbing back and forth, playing a little, and scrubbing on.
  @Test func seeksAfterPlayingInBetween() throws {
    let stage = try Stage("h264-long-gop.mp4", hasAudio: false)
    for number in [40, 48, 56, 50, 44, 43] {
      stage.seek(Self.time(number))
      stage.settle()
      #expect(stage.shown.last?.number == number)
      stage.session.setRate(1)
      stage.advance(by: .seconds(1))
      stage.session.setRate(0)
      stage.settle()
      #expect(stage.shown.last?.number == number + 30)
      stage.session.step(by: -1)
      stage.settle()
      #expect(stage.shown.last?.number == number + 29)
    }
  }

  /// Scrubbing backward without waiting: the last target is shown exactly, and each seek is answered once.
  @Test(arguments: ["h264-long-gop.mp4", "h264-bframes.mp4", "hevc.mp4", "vp9.webm"], [2, 5, 11])
  func scrubbingBackwardShowsLastTarget(name: String, step: Int) throws {
    let stage = try Stage(name, hasAudio: false)
    let start = try #require(stage.shown.first).time
    stage.clearRecords()
    let places = Array(stride(from: 295, to: 10, by: -step))
    for place in places {
      stage.seek(start + Self.time(place) + CMTime(value: 1, timescale: 60))
      // The decoder is given time now and then, and sometimes not at all.
      if place % 7 == 0 { stage.settle() }
    }
    stage.settle()
    #expect(stage.answers.map(\.seek) == Array(1...places.count))
    #expect(stage.answers.last?.finished == true)
    #expect(stage.shown.last?.number == places.last)
    #expect(stage.session.currentTime() == start + Self.time(places.last ?? 0) + CMTime(value: 1, timescale: 60))
    // Afterwards all nearby frames are correct.
    for place in [13, 12, 11, 30, 5] {
      stage.seek(start + Self.time(place) + CMTime(value: 1, timescale: 60))
      stage.settle()
      #expect(stage.shown.last?.number == place)
    }
  }

  /// Back and forth in one GOP, over its whole extent: decoders are pooled, reused and evicted.
  @Test(
    arguments: ["h264-long-gop.mp4", "h264-bframes.mp4", "hevc.mp4", "vp9.webm", "mpeg2.ts"], [64 << 20, 2 << 20])
  func revisitingGOPShowsEachFrame(name: String, budget: Int) throws {
    var limits = BufferLimits()
    limits.frameCacheBytes = budget / 4
    limits.decoderPoolBytes = budget
    let stage = Stage(hasAudio: false, limits: limits)
    try stage.open(name)
    stage.advanceUntilIdle()
    let start = try #require(stage.shown.first).time
    // A linear congruential generator (Numerical Recipes): the same numbers in every run.
    var state: UInt32 = 7
    var places: [Int] = []
    for _ in 0..<80 {
      state = state &* 1_664_525 &+ 1_013_904_223
      places.append(Int(state >> 8) % 300)
    }
    var seen: [Int?] = []
    for (index, place) in places.enumerated() {
      stage.seek(start + Self.time(place) + CMTime(value: 1, timescale: 60))
      // Now and then it pauses, which primes playback, or plays a little.
      if index % 9 == 5 { stage.advanceUntilIdle() } else { stage.settle() }
      seen.append(stage.shown.last?.number)
      guard index % 20 == 19 else { continue }
      stage.session.setRate(1)
      stage.advance(by: .seconds(0.2))
      stage.session.setRate(0)
      stage.settle()
    }
    #expect(seen == places, "\(seen)")
  }

  @Test func playsBackwardAfterScrubbing() throws {
    let stage = try Stage("h264-long-gop.mp4", hasAudio: false)
    for number in [140, 148, 142] {
      stage.seek(Self.time(number))
      stage.settle()
    }
    stage.clearRecords()
    stage.session.setRate(-1)
    stage.advance(by: .seconds(2))
    #expect(stage.numbers.last == 82)
    #expect(stage.numbers == Array((82...141).reversed()))
  }

  /// The budget holds one frame: everything is decoded again, and is correct all the same.
  @Test func showsCorrectFramesWithoutCache() throws {
    var limits = BufferLimits()
    limits.frameCacheBytes = 1
    limits.decoderPoolBytes = 1
    limits.reverseFrameBytes = 1
    let stage = Stage(hasAudio: false, limits: limits)
    try stage.open("h264-long-gop.mp4")
    stage.advanceUntilIdle()
    for number in [100, 92, 84, 83, 82, 90] {
      stage.seek(Self.time(number))
      stage.settle()
      #expect(stage.shown.last?.number == number)
    }
    stage.clearRecords()
    stage.session.setRate(-1)
    stage.advance(by: .seconds(1))
    #expect(stage.numbers.last == 60)
  }
}
