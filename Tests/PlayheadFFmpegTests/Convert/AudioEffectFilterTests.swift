import Foundation
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// Effects change amplitudes by the decibels that were asked for, and never the number of samples.
@Suite struct AudioEffectFilterTests {
  private static let sampleRate = 48_000

  /// Two seconds of a tone after the filters, in blocks of `block` frames, without the first half second.
  private func amplitude(
    of frequency: Double, _ settings: AudioEffectSettings, amplitude: Double = 0.25, block: Int = 1024
  ) throws -> Double {
    let filter = try AudioEffectFilter(settings, sampleRate: Self.sampleRate, channelCount: 2)
    let samples = Tone.sine(
      frequency, sampleRate: Self.sampleRate, count: 2 * Self.sampleRate, channels: 2, amplitude: amplitude)
    var output: [Float] = []
    for start in stride(from: 0, to: samples.count, by: block * 2) {
      let part = Array(samples[start..<min(samples.count, start + block * 2)])
      let made = try filter.process(part)
      #expect(made.count == part.count)
      output += made
    }
    return Tone.amplitude(
      of: frequency, in: Array(output.dropFirst(Self.sampleRate)), sampleRate: Self.sampleRate, channels: 2)
  }

  /// The ratio of two amplitudes in decibels.
  private func decibels(_ ratio: Double) -> Double { 20 * log10(ratio) }

  @Test(arguments: [-12, -6, 6, 12] as [Float], [1, 480, 1024, 5000])
  func bandHasItsGain(gain: Float, block: Int) throws {
    guard block > 1 || gain == 6 else { return }
    var gains = [Float](repeating: 0, count: 10)
    gains[5] = gain
    let settings = AudioEffectSettings(gains: gains)
    // A positive gain lowers the whole by itself, so that nothing clips.
    let headroom = Double(max(0, gain))
    let center = try amplitude(of: 1000, settings, block: block)
    #expect(abs(decibels(center / 0.25) - (Double(gain) - headroom)) < 0.3)
    let far = try amplitude(of: 40, settings, block: block)
    #expect(abs(decibels(far / 0.25) + headroom) < 0.3)
  }

  /// From −30 dB on, four decibels become one.
  @Test func normalizationReducesDifferences() throws {
    let settings = AudioEffectSettings(isNormalized: true)
    let loud = try amplitude(of: 440, settings, amplitude: pow(10, -6.0 / 20))
    let quiet = try amplitude(of: 440, settings, amplitude: pow(10, -26.0 / 20))
    #expect(decibels(loud / quiet) < 7)
    #expect(decibels(loud / quiet) > 3)
    #expect(quiet > pow(10, -26.0 / 20) * 2)
    #expect(loud < 1)
  }

  @Test func invalidGainsAreReplaced() {
    let settings = AudioEffectSettings(gains: [.nan, 40, -40, .infinity] + [Float](repeating: 1, count: 20))
    #expect(settings.gains == [0, 12, -12, 0, 1, 1, 1, 1, 1, 1])
    #expect(AudioEffectSettings(gains: [0, 0]).isNeutral)
  }
}
