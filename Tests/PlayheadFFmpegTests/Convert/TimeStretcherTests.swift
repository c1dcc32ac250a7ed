import TestSupport
import Testing

@testable import PlayheadFFmpeg

@Suite struct TimeStretcherTests {
  private static let sampleRate = 48_000

  /// Five seconds of audio in blocks of the decoder's size.
  private static func stretch(_ samples: [Float], channels: Int, rate: Double, block: Int = 1024) throws -> [Float] {
    var stretcher = try TimeStretcher(sampleRate: sampleRate, channelCount: channels, rate: rate)
    var output: [Float] = []
    for start in stride(from: 0, to: samples.count, by: block * channels) {
      try stretcher.stretch(Array(samples[start..<min(samples.count, start + block * channels)]), into: &output)
    }
    try stretcher.finish(into: &output)
    return output
  }

  /// A trained ear hears 0.3 %: a tenth of a percent is in tune.
  @Test(arguments: [0.25, 0.5, 0.75, 1.25, 1.5, 2, 3] as [Double])
  func preservesPitch(rate: Double) throws {
    let sine = Tone.sine(440, sampleRate: Self.sampleRate, count: 5 * Self.sampleRate)
    let output = try Self.stretch(sine, channels: 1, rate: rate)
    let middle = Array(output[output.count / 10..<output.count * 9 / 10])
    let frequency = Tone.frequency(of: middle, sampleRate: Self.sampleRate)
    #expect(abs(frequency / 440 - 1) < 0.001, "\(frequency) Hz")
    #expect(abs(Tone.amplitude(of: frequency, in: middle, sampleRate: Self.sampleRate) - 0.5) < 0.05)
  }

  /// Within 30 ms: the detectability threshold between audio and video (ITU-R BT.1359).
  @Test(arguments: [0.5, 0.75, 1.25, 1.5, 2, 3] as [Double], [480, 1024, 5000])
  func durationMatchesRate(rate: Double, block: Int) throws {
    let sine = Tone.sine(440, sampleRate: Self.sampleRate, count: 5 * Self.sampleRate, channels: 2)
    let output = try Self.stretch(sine, channels: 2, rate: rate, block: block)
    let seconds = Double(output.count) / 2 / Double(Self.sampleRate)
    #expect(abs(seconds - 5 / rate) < 0.03, "\(seconds) s")
  }

  /// One `atempo` of libavfilter 5.1 aborts at some lengths of input at more than twice the speed.
  @Test(arguments: [1.0 / 32, 0.1, 1.3, 2, 2.1, 4, 5, 8, 16, 32] as [Double])
  func acceptsAnyLengthAtAnyRate(rate: Double) throws {
    var state: UInt32 = 1
    let noise = (0..<100_000).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(state) / Float(UInt32.max) - 0.5
    }
    for lengths in [[8245, 3178, 791, 26661], [1, 450, 1859, 505, 4949], [9600, 90_000], [17, 17, 17, 30_000, 1]] {
      var stretcher = try TimeStretcher(sampleRate: Self.sampleRate, channelCount: 1, rate: rate)
      var output: [Float] = []
      for length in lengths { try stretcher.stretch(Array(noise.prefix(length)), into: &output) }
      try stretcher.finish(into: &output)
      let requested = Double(lengths.reduce(0, +)) / rate
      // A filter delays up to three of its windows of 50 ms.
      #expect(abs(Double(output.count) - requested) < 8000 * max(1, 1 / rate), "\(output.count) for \(requested)")
    }
  }

  /// Two tones cannot both be joined without a step where the filter cuts, so neither is exact; but neither leaks into
  /// the other's channel.
  @Test func channelsStaySeparate() throws {
    let left = Tone.sine(440, sampleRate: Self.sampleRate, count: 2 * Self.sampleRate)
    let right = Tone.sine(1000, sampleRate: Self.sampleRate, count: 2 * Self.sampleRate)
    let output = try Self.stretch(zip(left, right).flatMap { [$0, $1] }, channels: 2, rate: 1.5)
    let middle = Array(output[output.count / 10 / 2 * 2..<output.count * 9 / 10])
    #expect(abs(Tone.frequency(of: middle, sampleRate: Self.sampleRate, channels: 2) - 440) < 2)
    #expect(Tone.amplitude(of: 1000, in: middle, sampleRate: Self.sampleRate, channels: 2) < 0.005)
    let others = Array(middle.dropFirst())
    #expect(abs(Tone.frequency(of: others, sampleRate: Self.sampleRate, channels: 2) - 1000) < 4)
  }

  @Test func silenceStaysSilent() throws {
    let output = try Self.stretch([Float](repeating: 0, count: 48_000), channels: 1, rate: 2)
    #expect(output.allSatisfy { $0 == 0 })
  }

  @Test func finishWithoutAudioReturnsNothing() throws {
    var stretcher = try TimeStretcher(sampleRate: 44_100, channelCount: 6, rate: 0.5)
    var output: [Float] = []
    try stretcher.finish(into: &output)
    #expect(output.isEmpty)
  }
}
