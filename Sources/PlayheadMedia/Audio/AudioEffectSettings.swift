/// An equalizer, reductions of loudness differences, and the levels of a downmix: values only.
package struct AudioEffectSettings: Sendable, Equatable {
  /// The gains of the bands in decibels, −12 to 12; missing ones are 0.
  package var gains: [Float]
  /// Whether quiet audio is made louder relative to loud audio.
  package var isNormalized: Bool
  /// Whether a downmix raises the center channel, which is that of the dialogue, relative to the others.
  package var emphasizesDialogue: Bool
  /// The loudness that is made equal by the tags of the file.
  package var replayGainMode: ReplayGain.Mode

  /// The center frequencies of the bands in hertz, one octave apart (ISO 266).
  package static let frequencies: [Double] = [31.5, 63, 125, 250, 500, 1000, 2000, 4000, 8000, 16000]
  /// The permitted gains in decibels.
  package static let gainRange: ClosedRange<Float> = -12...12

  /// Creates settings; by default without an effect. Gains are clamped, further ones ignored.
  package init(
    gains: [Float] = [], isNormalized: Bool = false, emphasizesDialogue: Bool = false,
    replayGainMode: ReplayGain.Mode = .off
  ) {
    self.gains = gains.prefix(Self.frequencies.count).map {
      $0.isFinite ? max(Self.gainRange.lowerBound, min(Self.gainRange.upperBound, $0)) : 0
    }
    self.isNormalized = isNormalized
    self.emphasizesDialogue = emphasizesDialogue
    self.replayGainMode = replayGainMode
  }

  /// Whether nothing is requested.
  package var isNeutral: Bool { !needsFilters && !emphasizesDialogue && replayGainMode == .off }
  /// Whether the equalizer or the normalization changes the audio.
  package var needsFilters: Bool { isNormalized || gains.contains { $0 != 0 } }
  /// Whether other settings have the same equalizer and normalization.
  package func hasSameFilters(as other: AudioEffectSettings) -> Bool {
    isNormalized == other.isNormalized && gains == other.gains
  }
}
