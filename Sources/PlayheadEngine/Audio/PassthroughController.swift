import PlayheadAudio
import PlayheadItems
import PlayheadMedia

/// Applies `PassthroughPolicy` to the current item, and records why an item is decoded. Used on the session's thread.
final class PassthroughController {
  /// The item of `refusal`.
  private weak var refusedItem: EngineItem?
  /// The lasting reason for which that item is decoded.
  private var refusal: PassthroughRefusal?

  /// The format in which a track is to pass through; nil if it is decoded, which is recorded in the journal.
  ///
  /// - Parameters:
  ///   - item: The item of the track.
  ///   - volume: The requested volume; 1 is neither attenuated nor amplified.
  func format(of track: TrackInfo, _ item: EngineItem, volume: Float, _ context: SessionContext) -> AudioFormat? {
    switch decision(of: track, item, rate: context.rate, volume: volume) {
    case .notRequested:
      // A user who withdraws the permission and grants it again wants another attempt.
      if item === refusedItem { refusedItem = nil }
      note(nil, item, context)
    case .decode(let codec, let refusal): note(.decoding(codec, refusal), item, context)
    case .pass(let codec, let frameRate): return AudioFormat(codec, frameRate: frameRate)
    }
    return nil
  }

  /// Whether a track is to pass through.
  func isRequested(_ track: TrackInfo, of item: EngineItem, rate: Float, volume: Float) -> Bool {
    if case .pass = decision(of: track, item, rate: rate, volume: volume) { true } else { false }
  }

  /// The device has accepted a format of bursts.
  func wasAccepted(_ format: AudioFormat, _ context: SessionContext) {
    if let item = context.item, let codec = format.passthrough { note(.passing(codec), item, context) }
  }

  /// The decision about a track.
  private func decision(
    of track: TrackInfo, _ item: EngineItem, rate: Float, volume: Float
  ) -> PassthroughPolicy.Decision {
    var policy = PassthroughPolicy()
    policy.codecs = item.passthrough.codecs
    guard !policy.codecs.isEmpty else { return .notRequested }
    policy.rate = rate
    policy.volume = volume
    policy.isProcessed = item.mix(ofTrack: track.trackID)?.changesSamples == true
    policy.earlierRefusal = item === refusedItem ? refusal : nil
    return policy.decide(codecName: track.codecName, sampleRate: track.audio?.sampleRate ?? 0)
  }

  /// Decodes an item from now on, for a lasting reason.
  func refuse(_ item: EngineItem?, _ refusal: PassthroughRefusal) {
    refusedItem = item
    self.refusal = refusal
  }

  /// Another device was selected, which may accept a format that the old one did not.
  func deviceWasSelected() { refusedItem = nil }

  /// Records a decision if it differs from the one before.
  private func note(_ event: PassthroughEvent?, _ item: EngineItem, _ context: SessionContext) {
    guard item.passthrough.note(event), let event else { return }
    item.journal.note(.audioPassthrough(event), at: context.now, media: context.position)
  }
}
