import CoreMedia
import TestSupport
import Testing

@testable import PlayheadEngine

/// Exact stills one after the other, near each other: each shows the right picture, however it was come by.
@Suite(.serialized) struct ScrubTests {
  private static func time(_ number: Int) -> CMTime { CMTime(value: Int64(number), timescale: 30) }

  /// Looks at pictures in turn, each when the one before is there, and returns the numbers seen.
  private static func look(at numbers: [Int], in name: String) throws -> [Int?] {
    let stage = try Stage(name, hasSound: false)
    let start = try #require(stage.shown.first).time
    return numbers.map { number in
      // The middle of the picture: some files begin a few milliseconds late.
      stage.seek(start + time(number) + CMTime(value: 1, timescale: 60))
      stage.settle()
      return stage.shown.last?.number
    }
  }

  @Test(arguments: ["h264-long-gop.mp4", "h264-bframes.mp4", "hevc.mp4", "vp9.webm", "mpeg2.ts"])
  func forward(name: String) throws {
    let numbers = [20, 28, 29, 29, 30, 44, 60, 61, 90, 150, 158, 166, 174, 250, 290, 298, 299]
    let seen = try Self.look(at: numbers, in: name)
    #expect(seen == numbers, "\(seen)")
  }

  @Test(arguments: ["h264-long-gop.mp4", "h264-bframes.mp4", "hevc.mp4", "vp9.webm", "mpeg2.ts"])
  func backward(name: String) throws {
    let numbers = [299, 291, 290, 289, 281, 280, 200, 192, 184, 176, 100, 99, 98, 97, 60, 30, 29, 2, 1, 0]
    let seen = try Self.look(at: numbers, in: name)
    #expect(seen == numbers, "\(seen)")
  }

  @Test(arguments: ["h264-long-gop.mp4", "h264-bframes.mp4", "vp9.webm"])
  func toAndFro(name: String) throws {
    var random = SystemRandomNumberGenerator()
    var number = 150
    let numbers = (0..<120).map { _ in
      number = max(0, min(299, number + Int.random(in: -40...45, using: &random)))
      return number
    }
    let seen = try Self.look(at: numbers, in: name)
    #expect(seen == numbers, "\(seen)")
  }

  /// A place whose picture is remembered, after one so near the end that everything was read and the decoder waits for room.
  @Test func backFromTheEnd() throws {
    let stage = try Stage("demo.mp4")
    for number in [177, 96, 572, 81] {
      stage.seek(Self.time(number))
      stage.advance(by: .seconds(1))
      #expect(stage.shown.last?.number == number)
    }
  }

  /// A hand that goes to and fro, plays a little, and goes on.
  @Test func playingInBetween() throws {
    let stage = try Stage("h264-long-gop.mp4", hasSound: false)
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

  /// As a hand drags a slider backward, waiting for nothing: the last place is shown exactly, and each seek is answered once.
  @Test(arguments: ["h264-long-gop.mp4", "h264-bframes.mp4", "hevc.mp4", "vp9.webm"], [2, 5, 11])
  func aHandThatDragsBackward(name: String, step: Int) throws {
    let stage = try Stage(name, hasSound: false)
    let start = try #require(stage.shown.first).time
    stage.forget()
    let places = Array(stride(from: 295, to: 10, by: -step))
    for place in places {
      stage.seek(start + Self.time(place) + CMTime(value: 1, timescale: 60))
      // The decoder is left alone now and then, and sometimes not at all.
      if place % 7 == 0 { stage.settle() }
    }
    stage.settle()
    #expect(stage.answers.map(\.seek) == Array(1...places.count))
    #expect(stage.answers.last?.finished == true)
    #expect(stage.shown.last?.number == places.last)
    #expect(stage.session.currentTime() == start + Self.time(places.last ?? 0) + CMTime(value: 1, timescale: 60))
    // Nearby afterwards, all pictures are what they should be.
    for place in [13, 12, 11, 30, 5] {
      stage.seek(start + Self.time(place) + CMTime(value: 1, timescale: 60))
      stage.settle()
      #expect(stage.shown.last?.number == place)
    }
  }

  @Test func turningRoundAfterwards() throws {
    let stage = try Stage("h264-long-gop.mp4", hasSound: false)
    for number in [140, 148, 142] {
      stage.seek(Self.time(number))
      stage.settle()
    }
    stage.forget()
    stage.session.setRate(-1)
    stage.advance(by: .seconds(2))
    #expect(stage.numbers.last == 82)
    #expect(stage.numbers == Array((82...141).reversed()))
  }

  /// The budget holds one picture: everything is decoded again, and is right all the same.
  @Test func withoutRoom() throws {
    var limits = BufferLimits()
    limits.visitedPictureBytes = 1
    limits.reversePictureBytes = 1
    let stage = Stage(hasSound: false, limits: limits)
    try stage.open("h264-long-gop.mp4")
    stage.rest()
    for number in [100, 92, 84, 83, 82, 90] {
      stage.seek(Self.time(number))
      stage.settle()
      #expect(stage.shown.last?.number == number)
    }
    stage.forget()
    stage.session.setRate(-1)
    stage.advance(by: .seconds(1))
    #expect(stage.numbers.last == 60)
  }
}

/// When the decoder goes on, and when pictures are kept.
@Suite struct ScrubMemoryTests {
  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

  @Test func theFirstStillHasNothingBehindIt() {
    #expect(ScrubMemory().way(to: time(4), sync: .zero) == .fresh(opens: false, isBackward: false))
  }

  @Test func nearbyForwardOpensAndFarAwayDoesNot() {
    var memory = ScrubMemory()
    memory.note(still: time(4))
    #expect(memory.way(to: time(5), sync: .zero) == .fresh(opens: true, isBackward: false))
    #expect(memory.way(to: time(15), sync: .zero) == .fresh(opens: false, isBackward: false))
    #expect(memory.way(to: time(3), sync: .zero) == .fresh(opens: false, isBackward: true))
    #expect(memory.way(to: time(0.5), sync: .zero) == .fresh(opens: false, isBackward: false))
  }

  @Test func anOpenDecoderGoesOnUnlessASyncSampleLiesBetween() {
    var memory = ScrubMemory()
    memory.note(still: time(5))
    memory.leaveOpen(at: time(5))
    #expect(memory.way(to: time(7.9), sync: time(0)) == .onward)
    #expect(memory.way(to: time(7.9), sync: time(6)) != .onward)
    #expect(memory.way(to: time(4.9), sync: time(0)) != .onward)
    #expect(memory.way(to: time(5.4), sync: nil) == .onward)
    #expect(memory.way(to: time(5.6), sync: nil) != .onward)
    memory.closeDecoder()
    #expect(memory.way(to: time(5.4), sync: time(0)) != .onward)
  }
}
