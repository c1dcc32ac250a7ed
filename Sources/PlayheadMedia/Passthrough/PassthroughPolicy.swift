/// Decides whether the packets of an audio track go to the device as they are. Pure.
package struct PassthroughPolicy: Sendable {
  /// The decision.
  package enum Decision: Equatable, Sendable {
    /// The codec cannot pass through, or is not permitted to.
    case notRequested
    /// The packets go to the device, if it accepts the format. `frameRate`: the device's frames a second.
    case pass(PassthroughCodec, frameRate: Int)
    /// The player decodes.
    case decode(PassthroughCodec, PassthroughRefusal)
  }

  /// The permitted codecs.
  package var codecs: Set<PassthroughCodec> = []
  /// The requested rate of playback; 0 while paused.
  package var rate: Float = 1
  /// The volume; 1 is neither attenuated nor amplified. Muting is no volume: it must not close the device, and makes
  /// bursts silent.
  package var volume: Float = 1
  /// Whether a mix, a tap or an effect changes the samples.
  package var isProcessed = false
  /// A lasting reason against passing this item through; nil for none.
  package var earlierRefusal: PassthroughRefusal?

  /// Creates a policy that permits no codec.
  package init() {}

  /// The decision for a track.
  ///
  /// - Parameters:
  ///   - codecName: libavcodec's name.
  ///   - sampleRate: In hertz.
  package func decide(codecName: String, sampleRate: Int) -> Decision {
    guard let codec = PassthroughCodec(rawValue: codecName), codecs.contains(codec) else { return .notRequested }
    guard let frameRate = codec.frameRate(sampleRate: sampleRate) else {
      return .decode(codec, .sampleRate(sampleRate))
    }
    if let earlierRefusal { return .decode(codec, earlierRefusal) }
    if isProcessed { return .decode(codec, .processing) }
    // While paused, the next rate is assumed to be 1.
    if rate != 1, rate != 0 { return .decode(codec, .rate) }
    // A device applies no volume to bursts. NaN is another volume than 1.
    guard volume == 1 else { return .decode(codec, .volume) }
    return .pass(codec, frameRate: frameRate)
  }
}
