/// The rates that the engine plays.
enum PlayableRates {
  /// The rates that decoders can sustain, forward and backward.
  static let range: ClosedRange<Float> = -8...16

  /// The playable rate for a requested one: too fast is clamped; unsupported backward playback and NaN are 0.
  static func nearest(to requested: Float, canReverse: Bool) -> Float {
    guard !requested.isNaN else { return 0 }
    return max(canReverse ? range.lowerBound : 0, min(range.upperBound, requested))
  }
}
