import PlayheadItems
import PlayheadMedia

/// An equalizer and a reduction of loudness differences, for `AVPlayerItem.audioEffects`.
///
/// - Note: Not in Apple's API.
@_spi(Playhead)
public struct AudioEffects: Sendable, Hashable {
  /// The gains of the equalizer's bands in decibels, in the order of `frequencies`. Missing ones are 0; others are
  /// clamped to −12…12. With a positive gain the whole audio is quieter by the largest one, so that it does not clip.
  public var gains: [Float]
  /// Whether quiet passages are made louder relative to loud ones: at night, or in a noisy place.
  public var isNormalized: Bool

  /// The center frequencies of the bands in hertz.
  public static var frequencies: [Double] { AudioEffectSettings.frequencies }

  /// Creates effects; by default none.
  public init(gains: [Float] = [], isNormalized: Bool = false) {
    self.gains = gains
    self.isNormalized = isNormalized
  }
}

extension AVPlayerItem {
  /// The equalizer and normalization of the item's audio; none by default. A change is audible about a quarter of a
  /// second later, and does not click. Without libavfilter there is no effect. Any thread.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public var audioEffects: AudioEffects {
    get {
      let effects = engineItem.effects
      return AudioEffects(gains: effects.gains, isNormalized: effects.isNormalized)
    }
    set { engineItem.effects = AudioEffectSettings(gains: newValue.gains, isNormalized: newValue.isNormalized) }
  }
}
