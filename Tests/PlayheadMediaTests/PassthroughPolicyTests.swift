import Testing

@testable import PlayheadMedia

@Suite struct PassthroughPolicyTests {
  /// A policy that permits all codecs.
  private static var permitting: PassthroughPolicy {
    var policy = PassthroughPolicy()
    policy.codecs = Set(PassthroughCodec.allCases)
    return policy
  }

  /// The rates of IEC 61937-3, -5 and -9: E-AC-3 bursts are sent four times as fast, and TrueHD needs a high bit rate.
  @Test(
    "permitted codecs pass through at their rate",
    arguments: [
      ("ac3", 48_000, 48_000, 2), ("ac3", 44_100, 44_100, 2), ("ac3", 32_000, 32_000, 2), ("dts", 48_000, 48_000, 2),
      ("eac3", 48_000, 192_000, 2), ("eac3", 44_100, 176_400, 2), ("truehd", 48_000, 192_000, 8),
      ("truehd", 96_000, 192_000, 8), ("truehd", 192_000, 192_000, 8), ("truehd", 44_100, 176_400, 8),
    ])
  func passesThrough(name: String, sampleRate: Int, frameRate: Int, words: Int) throws {
    let codec = try #require(PassthroughCodec(rawValue: name))
    #expect(Self.permitting.decide(codecName: name, sampleRate: sampleRate) == .pass(codec, frameRate: frameRate))
    #expect(codec.wordsPerFrame == words)
  }

  @Test("nothing is requested by default, or of other codecs") func requestsNothingByDefault() {
    #expect(PassthroughPolicy().decide(codecName: "ac3", sampleRate: 48_000) == .notRequested)
    for name in ["aac", "mp3", "pcm_s16le", "mlp", "AC3", ""] {
      #expect(Self.permitting.decide(codecName: name, sampleRate: 48_000) == .notRequested)
    }
    var onlyDTS = PassthroughPolicy()
    onlyDTS.codecs = [.dts]
    #expect(onlyDTS.decide(codecName: "ac3", sampleRate: 48_000) == .notRequested)
    #expect(onlyDTS.decide(codecName: "dts", sampleRate: 48_000) == .pass(.dts, frameRate: 48_000))
  }

  @Test("sample rates without bursts are decoded", arguments: [0, -1, 8_000, 24_000, 96_000, Int.max])
  func decodesOtherSampleRates(sampleRate: Int) {
    for codec in [PassthroughCodec.ac3, .eac3, .dts] {
      #expect(
        Self.permitting.decide(codecName: codec.rawValue, sampleRate: sampleRate)
          == .decode(codec, .sampleRate(sampleRate)))
    }
  }

  @Test("audio that is changed is decoded") func decodesChangedAudio() {
    func decision(_ change: (inout PassthroughPolicy) -> Void) -> PassthroughPolicy.Decision {
      var policy = Self.permitting
      change(&policy)
      return policy.decide(codecName: "ac3", sampleRate: 48_000)
    }
    #expect(decision { $0.rate = 0 } == .pass(.ac3, frameRate: 48_000))
    for rate: Float in [2, 0.5, -1, .nan] { #expect(decision { $0.rate = rate } == .decode(.ac3, .rate)) }
    for volume: Float in [0, 0.99, 1.5, .nan] { #expect(decision { $0.volume = volume } == .decode(.ac3, .volume)) }
    #expect(decision { $0.isProcessed = true } == .decode(.ac3, .processing))
    #expect(decision { $0.earlierRefusal = .busy } == .decode(.ac3, .busy))
  }
}
