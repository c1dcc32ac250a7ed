import TestSupport
import Testing

@testable import PlayheadFFmpeg

@Suite struct AudioResamplerTests {
  private static func convert(
    _ samples: [Float], from rate: Int, channels: Int, to target: Int, targetChannels: Int, block: Int = 1152
  ) throws -> [Float] {
    var resampler = AudioResampler(sampleRate: target, channelCount: targetChannels)
    var output: [Float] = []
    for start in stride(from: 0, to: samples.count, by: block * channels) {
      let part = samples[start..<min(samples.count, start + block * channels)]
      try resampler.convert(
        .made(part.map { Int16(($0 * 32768).rounded()) }, sampleRate: rate, channels: channels), into: &output)
    }
    try resampler.convert(nil, into: &output)
    return output
  }

  @Test func sameFormatIsBitExact() throws {
    let samples = [0, 0.5, -0.5, 0.25, -1, 0.999_969_5] as [Float]
    #expect(
      try Self.convert(samples, from: 48_000, channels: 2, to: 48_000, targetChannels: 2)
        == samples.map {
          ($0 * 32768).rounded() / 32768
        })
  }

  @Test(arguments: [(44_100, 48_000), (48_000, 44_100), (22_050, 48_000), (96_000, 48_000), (8000, 44_100)])
  func resamplingKeepsPitchDurationAndLevel(from: Int, to: Int) throws {
    let sine = Tone.sine(440, sampleRate: from, count: 2 * from)
    let output = try Self.convert(sine, from: from, channels: 1, to: to, targetChannels: 1)
    #expect(abs(output.count - 2 * to) <= 1, "\(output.count)")
    let middle = Array(output[to / 2..<to * 3 / 2])
    #expect(abs(Tone.frequency(of: middle, sampleRate: to) - 440) < 0.01)
    #expect(abs(Tone.amplitude(of: 440, in: middle, sampleRate: to) - 0.5) < 0.005)
  }

  /// At the same rate nothing may shift: sample k of the sine stays sample k.
  @Test func sameRateDoesNotShiftSamples() throws {
    let sine = Tone.sine(441, sampleRate: 44_100, count: 44_100, channels: 2)
    let output = try Self.convert(sine, from: 44_100, channels: 2, to: 44_100, targetChannels: 2, block: 1000)
    #expect(output.count == sine.count)
    #expect(zip(output, sine).allSatisfy { abs($0 - $1) < 1 / 32768 })
  }

  @Test func monoBecomesIdenticalStereo() throws {
    let sine = Tone.sine(440, sampleRate: 48_000, count: 480)
    let output = try Self.convert(sine, from: 48_000, channels: 1, to: 48_000, targetChannels: 2)
    #expect(output.count == 960)
    #expect((0..<480).allSatisfy { output[2 * $0] == output[2 * $0 + 1] })
  }

  /// ITU-R BS.775: a center channel is mixed equally into both sides.
  @Test func downmixesSixChannelsToStereo() throws {
    var samples = [Float](repeating: 0, count: 6 * 4800)
    for frame in 0..<4800 { samples[6 * frame + 2] = 0.5 }
    let output = try Self.convert(samples, from: 48_000, channels: 6, to: 48_000, targetChannels: 2)
    #expect(output.count == 9600)
    #expect(abs(output[4000]) > 0.1 && output[4000] == output[4001])
  }

  @Test func followsFormatChange() throws {
    var resampler = AudioResampler(sampleRate: 48_000, channelCount: 2)
    var output: [Float] = []
    try resampler.convert(.made([Int16](repeating: 8192, count: 960), sampleRate: 48_000, channels: 2), into: &output)
    try resampler.convert(.made([Int16](repeating: 8192, count: 480), sampleRate: 48_000, channels: 1), into: &output)
    #expect(output.count == 1920)
    #expect(output.prefix(960).allSatisfy { $0 == 0.25 })
  }

  @Test func resetDropsOldAudio() throws {
    var resampler = AudioResampler(sampleRate: 48_000, channelCount: 1)
    var output: [Float] = []
    try resampler.convert(.made([Int16](repeating: 16_384, count: 441), sampleRate: 44_100, channels: 1), into: &output)
    resampler.reset()
    output = []
    try resampler.convert(.made([Int16](repeating: 0, count: 4410), sampleRate: 44_100, channels: 1), into: &output)
    #expect(output.count > 4000)
    #expect(output.allSatisfy { $0 == 0 })
  }
}
