import CoreMedia
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadEngine

/// 500 seeks to random times with random tolerances, over containers with different indexes: each finishes within its
/// tolerances and shows the covering frame.
@Suite(.serialized) struct SeekToleranceTests {
  struct TestFile: Sendable, CustomTestStringConvertible {
    var name: String
    var seeks: Int
    var testDescription: String { name }

    /// The frame numbers of the recipes: 30 a second, in the second and third part of `vfr.mkv` fewer.
    var numbers: [Int] {
      guard name == "vfr.mkv" else { return Array(0..<300) }
      return (0..<300).filter { $0 < 90 || $0 < 180 && $0 % 3 == 0 || $0 >= 180 && [0, 1, 3].contains($0 % 7) }
    }
  }
  static let clips = [
    TestFile(name: "h264-bframes.mp4", seeks: 60), TestFile(name: "h264-long-gop.mp4", seeks: 40),
    TestFile(name: "vfr.mkv", seeks: 80),
    TestFile(name: "mpeg2.ts", seeks: 80), TestFile(name: "vp9.webm", seeks: 80),
  ]
  static let audioFiles = [TestFile(name: "audio-vbr.mp3", seeks: 80), TestFile(name: "audio.ogg", seeks: 80)]

  private struct SeekCase {
    var time: Double
    var before: Double
    var after: Double
  }

  /// Every third is exact, every third has a tolerance up to a tenth of a second, and the others up to three seconds.
  private static func seekCases(_ count: Int, seed: UInt64) -> [SeekCase] {
    var random = SeededNumbers(seed)
    return (0..<count).map { index in
      let most = [0, 0.1, 3][index % 3]
      let time = Double.random(in: 0..<9.9, using: &random)
      return SeekCase(
        time: time, before: .random(in: 0...most, using: &random), after: .random(in: 0...most, using: &random))
    }
  }

  /// Seeks, and waits until the seek has finished.
  private static func land(_ seekCase: SeekCase, from start: CMTime, on stage: Stage, number: Int) {
    stage.clearRecords()
    stage.session.seek(
      SeekRequest(
        time: start + seconds(seekCase.time), toleranceBefore: seconds(seekCase.before),
        toleranceAfter: seconds(seekCase.after),
        identifier: number))
    stage.advance { stage.answers.contains { $0.seek == number && $0.finished } }
  }

  @Test(arguments: clips) func frameIsWithinTolerances(clip: TestFile) throws {
    let stage = try Stage(clip.name)
    let start = try #require(stage.shown.first).time
    for (index, seekCase) in Self.seekCases(clip.seeks, seed: 50).enumerated() {
      Self.land(seekCase, from: start, on: stage, number: index + 1)
      let position = (stage.session.currentTime() - start).seconds
      // Containers round to a millisecond, and times to a nanosecond.
      #expect(
        position >= seekCase.time - seekCase.before - 0.0006 && position <= seekCase.time + seekCase.after + 0.0006)
      let number = try #require(stage.shown.last?.number)
      let expected = clip.numbers.last { Double($0) / 30 <= position + 0.0006 }
      let almost = clip.numbers.last { Double($0) / 30 <= position - 0.0006 }
      #expect(number == expected || number == almost, "\(clip.name): \(number) at \(position)")
    }
  }

  @Test(arguments: audioFiles) func audioPositionIsWithinTolerances(clip: TestFile) throws {
    let stage = try Stage(clip.name)
    for (index, seekCase) in Self.seekCases(clip.seeks, seed: 51).enumerated() {
      Self.land(seekCase, from: .zero, on: stage, number: index + 1)
      let position = stage.session.currentTime().seconds
      #expect(position >= seekCase.time - seekCase.before - 1e-6 && position <= seekCase.time + seekCase.after + 1e-6)
    }
  }

  /// The recipes' audio beeps at every whole second: after a seek to just before one, the beep is captured at its time.
  @Test(arguments: audioFiles) func audioMatchesSeekTarget(clip: TestFile) throws {
    for second in [3.0, 7] {
      let stage = try Stage(clip.name)
      _ = stage.seekAndWait(seconds(second - 0.35))
      stage.clearRecords()
      stage.session.setRate(1)
      stage.advance(by: .seconds(1))
      let rate = Double(try #require(stage.capturedAudio.first).format.sampleRate)
      let first = try #require(stage.capturedAudio.first).time.seconds
      let samples = stage.capturedAudio.flatMap { block in
        stride(from: 0, to: block.samples.count, by: block.format.channelCount).map { block.samples[$0] }
      }
      let onset = try #require(samples.firstIndex { abs($0) > 0.3 })
      #expect(abs(first + Double(onset) / rate - second) < 0.006, "\(clip.name) at \(second)")
    }
  }

  /// The demonstration clip has 600 frames and a keyframe each two seconds.
  @Test func fiveHundredBackwardStepsReverseTheFrames() throws {
    let stage = try Stage("demo.mp4")
    stage.clearRecords()
    #expect(stage.playToEnd())
    let forward = [CMTime.zero] + stage.shown.map(\.time)
    #expect(forward.count == 600)
    stage.session.setRate(0)
    _ = stage.seekAndWait(forward[550])
    var times: [CMTime] = []
    for _ in 0..<500 {
      let before = stage.shown.count
      stage.session.step(by: -1)
      stage.advance { stage.shown.count > before }
      times.append(stage.session.currentTime())
      #expect(stage.shown.last?.time == times.last)
    }
    #expect(times == Array(forward[50..<550].reversed()))
  }
}
