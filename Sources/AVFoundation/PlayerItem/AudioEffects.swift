import PlayheadItems
import PlayheadMedia

/// An equalizer, reductions of loudness differences, and the levels of a downmix, for `AVPlayerItem.audioEffects`.
///
/// - Note: Not in Apple's API.
@_spi(Playhead)
public struct AudioEffects: Sendable, Hashable {
  /// The gains of the equalizer's bands in decibels, in the order of `frequencies`. Missing ones are 0; others are
  /// clamped to −12…12. With a positive gain the whole audio is quieter by the largest one, so that it does not clip.
  public var gains: [Float]
  /// Whether quiet passages are made louder relative to loud ones: at night, or in a noisy place.
  public var isNormalized: Bool
  /// Whether the dialogue of surround sound is louder than other sound where a device has fewer channels: the center
  /// channel is raised by 6 dB relative to the others. Without effect for a composition that mixes tracks. With
  /// `isNormalized`, this is the setting for the night.
  public var emphasizesDialogue: Bool
  /// The loudness that is made equal by the ReplayGain tags of the file. Audio without tags is unchanged, and none is
  /// amplified beyond full scale.
  public var replayGain: ReplayGain

  /// The loudness that is made equal.
  public enum ReplayGain: String, Sendable, CaseIterable {
    /// None: the audio remains unchanged.
    case off
    /// That of every track.
    case track
    /// That of every album: the differences between its tracks remain.
    case album
  }

  /// The center frequencies of the bands in hertz.
  public static var frequencies: [Double] { AudioEffectSettings.frequencies }

  /// Creates effects; by default none.
  public init(
    gains: [Float] = [], isNormalized: Bool = false, emphasizesDialogue: Bool = false, replayGain: ReplayGain = .off
  ) {
    self.gains = gains
    self.isNormalized = isNormalized
    self.emphasizesDialogue = emphasizesDialogue
    self.replayGain = replayGain
  }
}

extension AVPlayerItem {
  /// The effects on the item's audio; none by default. A change is audible about a quarter of a second later, and does
  /// not click. Without libavfilter there is no equalizer and no normalization. Any thread.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public var audioEffects: AudioEffects {
    get {
      let effects = engineItem.effects
      return AudioEffects(
        gains: effects.gains, isNormalized: effects.isNormalized, emphasizesDialogue: effects.emphasizesDialogue,
        replayGain: .init(rawValue: effects.replayGainMode.rawValue) ?? .off)
    }
    set {
      engineItem.effects = AudioEffectSettings(
        gains: newValue.gains, isNormalized: newValue.isNormalized, emphasizesDialogue: newValue.emphasizesDialogue,
        replayGainMode: .init(rawValue: newValue.replayGain.rawValue) ?? .off)
    }
  }
}
