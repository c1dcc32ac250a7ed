import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// Faster and slower audio by the three algorithms: a sine of 440 Hz shows pitch and discontinuities.
@Suite("§3.4 pitch", .serialized) struct PitchTests {
  private static func play(rate: Float, _ algorithm: PitchAlgorithm) throws -> Recording {
    let stage = Stage()
    try stage.open("sine.wav").pitchAlgorithm = algorithm
    stage.advanceUntilIdle()
    #expect(stage.playToEnd(rate: rate))
    return try #require(Recording(stage.capturedAudio, rate: Double(rate)))
  }

  @Test(arguments: [.timeDomain, .spectral] as [PitchAlgorithm], [0.5, 1.5, 2, 4] as [Float])
  func preservesPitch(algorithm: PitchAlgorithm, rate: Float) throws {
    let recording = try Self.play(rate: rate, algorithm)
    #expect(abs(recording.seconds - 10 / Double(rate)) < 0.06)
    let middle = recording.part(from: 0.5, seconds: 1.5)
    #expect(abs(Tone.frequency(of: middle, sampleRate: 44_100) / 440 - 1) < 0.001)
    #expect(Tone.amplitude(of: 440, in: middle, sampleRate: 44_100, channels: 1) > 0.05)
  }

  @Test(arguments: [0.5, 1.5, 2, 4] as [Float]) func varispeedChangesPitchWithRate(rate: Float) throws {
    let recording = try Self.play(rate: rate, .varispeed)
    #expect(abs(recording.seconds - 10 / Double(rate)) < 0.03)
    let middle = recording.part(from: 0.5, seconds: 1.5)
    #expect(abs(Tone.frequency(of: middle, sampleRate: 44_100) / (440 * Double(rate)) - 1) < 0.001)
  }

  /// A sine obeys s[n] = 2 cos(w) s[n−1] − s[n−2]: the residual is large where it is cut.
  @Test(arguments: [.timeDomain, .spectral] as [PitchAlgorithm])
  func rateChangeDoesNotClick(algorithm: PitchAlgorithm) throws {
    let stage = Stage()
    try stage.open("sine.wav").pitchAlgorithm = algorithm
    stage.advanceUntilIdle()
    for rate in [1, 1.5, 2, 0.75, 1] as [Float] {
      stage.session.setRate(rate)
      stage.advance(by: .seconds(1))
    }
    stage.session.setRate(0)
    stage.advance(by: .seconds(1))
    let samples = stage.capturedAudio.flatMap { block in
      stride(from: 0, to: block.samples.count, by: block.format.channelCount).map { Double(block.samples[$0]) }
    }
    let step: Double = 2 * .pi * 440 / 44_100
    let factor: Double = 2 * cos(step)
    let misses = (2..<samples.count).map { index -> Double in
      let expected = factor * samples[index - 1] - samples[index - 2]
      return abs(samples[index] - expected)
    }
    let loudest = samples.map(abs).max() ?? 0
    #expect(loudest > 0.1)
    #expect((misses.max() ?? 1) < 0.1 * loudest)
  }
}
