import CoreMedia
import PlayheadMedia
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// Pausing, and playing faster and slower.
@Suite("§3.4 rates", .serialized) struct RateTests {
  /// The largest difference between the actual and the expected times of frames at this rate, in seconds.
  private static func unevenness(_ shown: [ShownFrame], rate: Double) -> Double {
    guard let first = shown.first else { return .infinity }
    return shown.map { abs(($0.hostTime - first.hostTime).seconds - ($0.time - first.time).seconds / rate) }.max() ?? 0
  }

  @Test(arguments: [0.5, 0.75, 1.25, 2] as [Float], [true, false])
  func framesFollowRate(rate: Float, hasAudio: Bool) throws {
    let stage = try Stage("h264-bframes.mp4", hasAudio: hasAudio)
    stage.clearRecords()
    #expect(stage.playToEnd(rate: rate))
    #expect(stage.numbers == Array(1..<300))
    // With audio the clock is steered; 5 ms are invisible.
    #expect(Self.unevenness(stage.shown, rate: Double(rate)) < (hasAudio ? 0.005 : 0.000_001))
  }

  @Test(arguments: [0.5, 1.5, 2] as [Float]) func preservesPitch(rate: Float) throws {
    let stage = try Stage("sine.wav")
    #expect(stage.playToEnd(rate: rate))
    let recording = try #require(Recording(stage.capturedAudio, rate: Double(rate)))
    #expect(abs(recording.seconds - 10 / Double(rate)) < 0.03)
    #expect(recording.largestGap < 0.001)
    let middle = recording.part(from: 1, seconds: 3)
    #expect(abs(Tone.frequency(of: middle, sampleRate: 44_100) / 440 - 1) < 0.001)
  }

  /// Every frame once, however often the rate changes, and in sync with the audio to within perceptible limits.
  @Test func rateChangesKeepAudioAndVideoInSync() throws {
    let stage = try Stage("h264-bframes.mp4")
    stage.clearRecords()
    for rate in [1, 2, 0.5, 1.5, 1] as [Float] {
      stage.session.setRate(rate)
      stage.advance(by: .seconds(0.8))
    }
    stage.playToEnd()
    #expect(stage.numbers == Array(1..<300))
    let beeps = stage.capturedAudio.filter { block in
      Tone.amplitude(of: 1000, in: block.samples, sampleRate: block.format.sampleRate, channels: 2) > 0.4
    }
    #expect(beeps.count > 10)
    for beep in beeps {
      let shown = try #require(stage.shown.last { $0.hostTime <= beep.hostTime } ?? stage.shown.first)
      // Blocks of 21 ms, frames of 33 ms at up to twice the speed, and the clock is steered.
      let apart = (shown.time - beep.time).seconds
      #expect(abs(apart) < 0.09, "the beep at \(beep.time.seconds) plays with \(shown.time.seconds)")
    }
  }

  /// Varispeed pitch shows when a new rate begins, independently of the player. Packets of FLAC are a tenth of a second
  /// long.
  @Test(arguments: ["sine.wav", "gapless-a.flac"], [(1, 2), (2, 0.5), (0.5, 1), (1, 4)] as [(Float, Float)])
  func newRateIsAudibleAtOnce(name: String, rates: (Float, Float)) throws {
    let stage = Stage()
    try stage.open(name).pitchAlgorithm = .varispeed
    stage.advanceUntilIdle()
    stage.session.setRate(rates.0)
    stage.advance(by: .seconds(1.53))
    stage.clearRecords()
    let change = stage.clock.now
    stage.session.setRate(rates.1)
    stage.advance(by: .seconds(0.5))
    let late = stage.capturedAudio.filter { $0.hostTime >= change + .milliseconds(100) }
    let samples = try #require(Recording(late, rate: Double(rates.1)))
    let frequency = Tone.frequency(of: samples.part(from: 0, seconds: 0.3), sampleRate: samples.sampleRate)
    let tone = name == "sine.wav" ? 440.0 : 441
    #expect(abs(frequency / (tone * Double(rates.1)) - 1) < 0.01, "\(frequency) Hz")
    // No media is lost and none repeats.
    #expect(samples.largestGap < 0.002)
  }

  /// Plays the last two seconds up to `time`, and discards the captured audio; returns the remaining seconds.
  private func play(_ stage: Stage, until time: CMTime, of duration: CMTime) -> Double {
    stage.seek(duration - seconds(2))
    stage.advanceUntilIdle()
    stage.session.setRate(1)
    stage.advance { stage.session.currentTime() >= time }
    stage.clearRecords()
    return (duration - stage.session.currentTime()).seconds
  }

  /// All audio is already rendered and queued: 50 ms of it play unchanged, and 150 ms at half the speed.
  @Test(arguments: ["sine.wav", "gapless-a.flac"])
  func newRateIsAudibleNearEnd(name: String) throws {
    let stage = Stage()
    let item = try stage.open(name)
    item.pitchAlgorithm = .varispeed
    stage.advanceUntilIdle()
    let duration = item.snapshot.duration
    let left = play(stage, until: duration - seconds(0.2), of: duration)
    let change = stage.clock.now
    stage.session.setRate(0.5)
    stage.advance { stage.isOver }
    #expect(stage.session.currentTime() == duration)
    let late = stage.capturedAudio.filter { $0.hostTime >= change + .milliseconds(100) }
    let samples = try #require(Recording(late, rate: 0.5))
    let frequency = Tone.frequency(of: samples.part(from: 0, seconds: 0.15), sampleRate: samples.sampleRate)
    let tone = name == "sine.wav" ? 440.0 : 441
    #expect(abs(frequency / (tone * 0.5) - 1) < 0.01, "\(frequency) Hz")
    // The rest lasts twice as long, except at most a tenth of a second that was already queued.
    let lasted = (stage.clock.now - change).seconds
    #expect(lasted > 2 * left - 0.1 - 0.01 && lasted < 2 * left + 0.05, "\(left) s of media took \(lasted) s")
  }

  /// Audio of the next item is queued after this one's, which cannot be replaced any more: the last quarter of a second
  /// is unchanged, and the next item has the new rate from its first sample on.
  @Test(arguments: [2, 0.5] as [Float]) func newRateAtItemTransitionAppliesToNextItem(rate: Float) throws {
    let stage = Stage()
    let item = try stage.open("gapless-a.flac")
    let next = EngineItem(url: try Fixtures.url("gapless-b.flac"))
    for item in [item, next] { item.pitchAlgorithm = .varispeed }
    stage.session.setEndAction(.advance)
    stage.session.setNextItem(next)
    stage.advanceUntilIdle()
    let duration = item.snapshot.duration
    let left = play(stage, until: duration - seconds(0.1), of: duration)
    let change = stage.clock.now
    stage.session.setRate(rate)
    stage.advance { stage.session.snapshot.item === next }
    let joined = (stage.clock.now - change).seconds
    let block = 1024.0 / 44_100
    #expect(joined > min(left, left / Double(rate)) - block && joined < max(left, left / Double(rate)) + block)
    stage.advance(by: .seconds(0.8))
    let audio = stage.capturedAudio
    // At the transition a block holds the end of the one item and the beginning of the other.
    let later = audio.filter { $0.hostTime >= change + .seconds(left + 2 * block) && $0.time < duration - seconds(1) }
    let samples = try #require(Recording(later, rate: Double(rate)))
    let frequency = Tone.frequency(of: samples.part(from: 0, seconds: 0.3), sampleRate: samples.sampleRate)
    #expect(abs(frequency / (441 * Double(rate)) - 1) < 0.01, "\(frequency) Hz")
    #expect(samples.largestGap < 0.002)
    // The device never underruns.
    let steps = zip(audio, audio.dropFirst()).map { ($1.hostTime - $0.hostTime).seconds }
    #expect(steps.allSatisfy { abs($0 - block) < 0.001 }, "\(steps.max() ?? 0)")
  }

  @Test func pausingKeepsPosition() throws {
    let stage = try Stage("h264-bframes.mp4")
    stage.clearRecords()
    for pause in [0.1, 0.4, 2, 30] {
      stage.session.setRate(1)
      stage.advance(by: .seconds(1.37))
      stage.session.setRate(0)
      stage.settle()
      let position = stage.session.currentTime()
      let count = stage.shown.count
      stage.advance(by: .seconds(pause))
      #expect(stage.session.currentTime() == position)
      #expect(stage.shown.count == count)
    }
    stage.playToEnd()
    #expect(stage.numbers == Array(1..<300))
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(recording.largestGap < 0.0001)
    #expect(abs(recording.seconds - 10) < 0.03)
    #expect(stage.eventLog.filter { $0 == "playing" }.count == 5)
  }

  @Test func mutedAudioIsStillConsumed() throws {
    let stage = try Stage("sine.wav")
    stage.session.setVolume(0.5)
    stage.session.setRate(1)
    stage.advance(by: .seconds(2))
    stage.session.setMuted(true)
    stage.advance(by: .seconds(2))
    stage.session.setMuted(false)
    stage.advance(by: .seconds(2))
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(recording.largestGap < 0.0001)
    let levels = [0.5, 2.5, 4.5].map {
      Tone.amplitude(of: 440, in: recording.part(from: $0, seconds: 1), sampleRate: 44_100)
    }
    // The recipe's amplitude is 20000 of 32768.
    #expect(abs(levels[0] - 0.305) < 0.001 && levels[1] < 0.000_001 && abs(levels[2] - 0.305) < 0.001)
  }
}
