import CoreMedia
import Foundation
import PlayheadTesting
import TestSupport
import Testing

import PlayheadClock

/// Every fixture from its beginning to its end: its content is shown and played once, in order, at its time.
@Suite(.serialized) struct WholeFileTests {
  static let clips = Fixtures.expected.filter { $0.videoCodec != nil && $0.state == "whole" && $0.name != "demo.mp4" }
  static let audioFiles = Fixtures.expected.filter { $0.videoCodec == nil && $0.state == "whole" }

  @Test(arguments: clips) func playsVideoAndAudioToEnd(clip: Fixtures.Expected) throws {
    let stage = Stage()
    try stage.open(clip.name)
    #expect(stage.playToEnd())
    #expect(stage.eventLog.suffix(2) == ["paused", "playedToEnd"])
    try checkFrames(stage, clip)
    guard clip.audioCodec != nil else {
      #expect(stage.capturedAudio.isEmpty)
      return
    }
    let recording = try checkAudio(stage, clip)
    try checkStep(stage, recording, clip)
  }

  @Test(arguments: audioFiles) func playsAudioToEnd(file: Fixtures.Expected) throws {
    let stage = Stage()
    try stage.open(file.name)
    #expect(stage.playToEnd())
    #expect(stage.shown.isEmpty)
    _ = try checkAudio(stage, file)
  }

  /// Every frame once, in order, at its time.
  private func checkFrames(_ stage: Stage, _ clip: Fixtures.Expected) throws {
    let shown = stage.shown
    let numbers = shown.compactMap(\.number)
    #expect(shown.count == clip.expectedFrameCount)
    #expect(numbers.count == shown.count)
    #expect(numbers.first == clip.firstNumber)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    if clip.name != "mpeg4-packed.avi" && clip.name != "vfr.mkv" {
      #expect(numbers == Array(clip.firstNumber..<clip.firstNumber + clip.expectedFrameCount))
    }
    // The number is 30 × (time − start); containers round times to a millisecond at worst.
    let first = try #require(shown.first)
    let wrong = shown.first {
      abs(($0.time - first.time).seconds - Double(($0.number ?? 0) - clip.firstNumber) / 30) > 0.0015
    }
    #expect(wrong == nil)
    // Each is shown when it is due; the first one at once.
    let second = shown[1]
    let late = shown.dropFirst().first {
      abs(($0.hostTime - second.hostTime).seconds - ($0.time - second.time).seconds) > 0.0001
    }
    #expect(late == nil, "the second is \(second)")
    #expect(first.hostTime <= second.hostTime - .seconds((second.time - first.time).seconds - 0.0001))
  }

  /// Continuous audio of the duration in the table.
  private func checkAudio(_ stage: Stage, _ clip: Fixtures.Expected) throws -> Recording {
    let recording = try #require(Recording(stage.capturedAudio))
    // A sample of 8 kHz lasts 125 µs.
    #expect(recording.largestGap < 0.0001)
    // A player begins at zero, with silence if a track begins later; codecs pad their last packet by up to 1152
    // samples.
    #expect(recording.start == .zero)
    let promised = clip.audioSeconds + (clip.name == "late-audio.mp4" ? 1 : 0)
    #expect(abs(recording.seconds - promised) < 0.06, "\(recording.seconds) s")
    return recording
  }

  /// A beep is at every full second of the recipe, at the offset to the video in the table.
  private func checkStep(_ stage: Stage, _ recording: Recording, _ clip: Fixtures.Expected) throws {
    let audioHost = try #require(stage.capturedAudio.first?.hostTime)
    // The first frame may be shown before its time.
    let second = stage.shown[1]
    let sinceStart = Double(try #require(second.number) - clip.firstNumber) / 30
    let zero = second.hostTime + .seconds(try #require(clip.audioStart) - clip.start - sinceStart)
    let beeps = recording.beeps()
    #expect(beeps.count >= 5)
    let times = beeps.map { (audioHost + .seconds($0) - zero).seconds }
    // AVI has no field for the encoder delay of audio: LAME's 1105 samples, 23 ms.
    let delay = clip.name == "mpeg4.avi" ? 1105.0 / 48_000 : 0
    #expect(times.allSatisfy { abs($0 - $0.rounded() - delay) < 0.006 }, "beeps at \(times)")
  }

  @Test(arguments: ["sine.wav", "gapless-a.flac", "gapless-a.m4a", "gapless-a.mp3"])
  func sineIsUnchanged(name: String) throws {
    let stage = Stage()
    try stage.open(name)
    #expect(stage.playToEnd())
    let recording = try #require(Recording(stage.capturedAudio))
    let frequency = name == "sine.wav" ? 440.0 : 441
    let middle = recording.part(from: 0.5, seconds: 3)
    #expect(abs(Tone.frequency(of: middle, sampleRate: 44_100) - frequency) < 0.01)
    // 20000 of 32768, from the recipe.
    #expect(abs(Tone.amplitude(of: frequency, in: middle, sampleRate: 44_100) - 20000 / 32768) < 0.02)
  }

  @Test func hostClockDrivesWithoutAudioDevice() throws {
    let stage = Stage(hasAudio: false)
    try stage.open("h264-bframes.mp4")
    let start = stage.clock.now
    #expect(stage.playToEnd())
    #expect(stage.numbers == Array(0..<300))
    #expect((stage.clock.now - start).seconds == 10)
    #expect(stage.capturedAudio.isEmpty)
  }

  @Test func audioWithoutDeviceRunsInSilence() throws {
    let stage = try Stage("audio.flac", hasAudio: false)
    #expect(stage.seekAndWait(seconds(4)).position == seconds(4))
    let start = stage.clock.now
    #expect(stage.playToEnd())
    #expect(abs((stage.clock.now - start).seconds - 6) < 0.0001)
    #expect(stage.eventLog.suffix(2) == ["paused", "playedToEnd"])
  }

  /// The same lines every time: frames, audio, events, in order and to the microsecond.
  @Test func demoDumpIsDeterministic() throws {
    func dump() throws -> [String] {
      var lines: [String] = []
      let summary = PlaybackDump.run(url: try Fixtures.url("demo.mp4")) { lines.append($0) }
      #expect(summary.videoFrames == 600 && summary.failure == nil)
      return lines
    }
    let first = try dump()
    #expect(try dump() == first)
    #expect(first.filter { $0.hasPrefix("video") }.count == 600)
    // 20 s of 48 kHz in blocks of 1,024.
    #expect(first.filter { $0.hasPrefix("audio") }.count == 938)
  }
}
