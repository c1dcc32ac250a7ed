/// An equalizer and a reduction of loudness differences: values only.
package struct AudioEffectSettings: Sendable, Equatable {
  /// The gains of the bands in decibels, −12 to 12; missing ones are 0.
  package var gains: [Float]
  /// Whether quiet audio is made louder relative to loud audio.
  package var isNormalized: Bool

  /// The center frequencies of the bands in hertz, one octave apart (ISO 266).
  package static let frequencies: [Double] = [31.5, 63, 125, 250, 500, 1000, 2000, 4000, 8000, 16000]
  /// The permitted gains in decibels.
  package static let gainRange: ClosedRange<Float> = -12...12

  /// Creates settings; by default without an effect. Gains are clamped, further ones ignored.
  package init(gains: [Float] = [], isNormalized: Bool = false) {
    self.gains = gains.prefix(Self.frequencies.count).map {
      $0.isFinite ? max(Self.gainRange.lowerBound, min(Self.gainRange.upperBound, $0)) : 0
    }
    self.isNormalized = isNormalized
  }

  /// Whether the audio is unchanged.
  package var isNeutral: Bool { !isNormalized && gains.allSatisfy { $0 == 0 } }
}
