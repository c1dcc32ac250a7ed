import CoreMedia
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadEngine

/// Paused seeks: their position, their frame, and playback from there.
@Suite("§3.5 exact and loose seeks", .serialized) struct SeekTests {
  struct TestFile: Sendable, CustomTestStringConvertible {
    var name: String
    /// Frames from one keyframe to the next, from the recipe.
    var group: Int
    var testDescription: String { name }
  }
  static let clips = [
    TestFile(name: "h264-bframes.mp4", group: 30), TestFile(name: "h264-long-gop.mp4", group: 300),
    TestFile(name: "hevc.mp4", group: 60),
    TestFile(name: "vp9.webm", group: 60), TestFile(name: "av1.mp4", group: 60), TestFile(name: "mpeg2.ts", group: 15),
    TestFile(name: "start-offset.ts", group: 30), TestFile(name: "ts-wrap.ts", group: 30),
    TestFile(name: "mpeg4.avi", group: 60),
  ]

  /// The time of the first shown frame.
  private static func start(of stage: Stage) throws -> CMTime { try #require(stage.shown.first).time }

  /// Times 3 ms or more from the boundary of two frames, which containers round to a millisecond.
  private static func targets(_ count: Int, seed: UInt64) -> [(number: Int, offset: Double)] {
    var numbers = SeededNumbers(seed)
    return (0..<count).map { _ in
      let number = Int.random(in: 0..<300, using: &numbers)
      return (number, Double(number) / 30 + .random(in: 0.003...0.030, using: &numbers))
    }
  }

  /// 225 in all, with and without the work of earlier seeks.
  @Test(arguments: clips, [true, false])
  func exactSeekShowsCoveringFrame(clip: TestFile, reusesSeeks: Bool) throws {
    let stage = try Stage(clip.name, reusesSeeks: reusesSeeks)
    let start = try Self.start(of: stage)
    for target in Self.targets(25, seed: 20) {
      let time = start + seconds(target.offset)
      let landed = stage.seekAndWait(time)
      #expect(landed.number == target.number, "\(clip.name) at \(target.offset)")
      #expect(landed.position == time)
    }
  }

  /// Infinite tolerance: a keyframe, and not one after the time.
  @Test(arguments: clips, [true, false])
  func looseSeekShowsEarlierKeyframe(clip: TestFile, reusesSeeks: Bool) throws {
    let stage = try Stage(clip.name, reusesSeeks: reusesSeeks)
    let start = try Self.start(of: stage)
    for target in Self.targets(12, seed: 21) {
      let landed = stage.seekAndWait(start + seconds(target.offset), tolerance: .positiveInfinity)
      let number = try #require(landed.number)
      #expect(number % clip.group == 0, "\(clip.name) at \(target.offset) shows \(number)")
      // A transport stream has no index: bisection may stop a second early.
      let nearest = target.number / clip.group * clip.group
      #expect(clip.name.hasSuffix(".ts") ? (nearest - 30...nearest).contains(number) : number == nearest)
      // The position is that of the frame.
      #expect(abs((landed.position - start).seconds - Double(number) / 30) < 0.0015)
    }
  }

  /// 30 frames a second, then every third, then gaps of 1, 2 and 4 in turn: the recipe's formula.
  @Test(arguments: [true, false]) func seekBetweenUnequalFramesShowsEarlierOne(reusesSeeks: Bool) throws {
    let there = (0..<300).filter { $0 < 90 || $0 < 180 && $0 % 3 == 0 || $0 >= 180 && [0, 1, 3].contains($0 % 7) }
    #expect(there.count == 171)
    let stage = try Stage("vfr.mkv", reusesSeeks: reusesSeeks)
    let start = try Self.start(of: stage)
    for target in Self.targets(25, seed: 23) {
      let landed = stage.seekAndWait(start + seconds(target.offset))
      #expect(landed.number == there.last { $0 <= target.number }, "at \(target.offset)")
    }
  }

  @Test(arguments: [true, false]) func respectsTolerance(reusesSeeks: Bool) throws {
    let stage = try Stage("h264-bframes.mp4", reusesSeeks: reusesSeeks)
    // The keyframe at 3 s is 0.4 s before the time: near enough for half a second, too far for a third.
    #expect(stage.seekAndWait(seconds(3.41), tolerance: seconds(0.5)).number == 90)
    #expect(stage.seekAndWait(seconds(3.41), tolerance: seconds(0.33)).number == 102)
  }

  /// Playback continues with the next frame, none is missing and none repeats; the audio starts at the exact sample.
  @Test(arguments: clips, [true, false])
  func playbackContinuesFromPausedSeek(clip: TestFile, reusesSeeks: Bool) throws {
    for target in Self.targets(4, seed: 22) where target.number < 270 {
      let stage = try Stage(clip.name, reusesSeeks: reusesSeeks)
      let time = try Self.start(of: stage) + seconds(target.offset)
      _ = stage.seekAndWait(time)
      stage.advanceUntilIdle()
      let hostStart = stage.clock.now
      stage.session.setRate(1)
      stage.advance(by: .seconds(0.5))
      let numbers = stage.numbers
      #expect(
        numbers == Array(target.number..<target.number + numbers.count), "\(clip.name) at \(target.offset): \(numbers)")
      #expect(numbers.count >= 15)
      let recording = try #require(Recording(stage.capturedAudio))
      #expect(abs((recording.start - time).seconds) < 0.0001)
      #expect(recording.largestGap < 0.0001)
      // In sync: the next frame follows the first audio by the difference of their times.
      let next = stage.shown[1]
      #expect(next.hostTime >= hostStart)
      let audio = try #require(stage.capturedAudio.first)
      #expect(abs((next.hostTime - audio.hostTime).seconds - (next.time - audio.time).seconds) < 0.0005)
    }
  }

  @Test(arguments: clips, [true, false])
  func seekWhilePlayingContinuesPlaying(clip: TestFile, reusesSeeks: Bool) throws {
    let stage = try Stage(clip.name, reusesSeeks: reusesSeeks)
    let start = try Self.start(of: stage)
    stage.session.setRate(1)
    stage.advance(by: .seconds(0.7))
    stage.clearRecords()
    stage.seek(start + seconds(5.01))
    stage.advance(by: .seconds(0.5))
    let numbers = stage.numbers
    #expect(numbers == Array(150..<150 + numbers.count), "\(clip.name): \(numbers)")
    #expect(numbers.count >= 14)
    #expect(stage.answers == [Stage.Answer(seek: 1, finished: true)])
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(abs((recording.start - start).seconds - 5.01) < 0.0001)
    #expect(recording.largestGap < 0.0001)
  }

  @Test(arguments: ["audio.flac", "audio.mp3", "audio.opus", "audio.ogg", "audio-only.m4a", "audio.wav"])
  func audioOnlySeekIsSampleExact(name: String) throws {
    let stage = try Stage(name)
    for target in [7.25, 0.5, 3.875, 8.875] {
      #expect(stage.seekAndWait(seconds(target)).position == seconds(target))
      stage.advanceUntilIdle()
      stage.clearRecords()
      stage.session.setRate(1)
      stage.advance(by: .seconds(0.8))
      stage.session.setRate(0)
      stage.advanceUntilIdle()
      let recording = try #require(Recording(stage.capturedAudio))
      #expect(abs(recording.start.seconds - target) < 0.0001)
      #expect(recording.largestGap < 0.0001)
      // The beep of the next full second is at its time; a lossy codec smears it by a few milliseconds.
      let beep = try #require(recording.beeps().last)
      #expect(abs(target + beep - (target + beep).rounded()) < 0.006, "\(name): a beep at \(target + beep) s")
    }
  }
}
