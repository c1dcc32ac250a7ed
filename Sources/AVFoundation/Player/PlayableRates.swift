/// Which rates the engine plays.
enum PlayableRates {
  /// As fast as decoders keep up with, forward and backward.
  static let range: ClosedRange<Float> = -8...16

  /// What a wish comes to: too fast is the fastest; backward where that cannot be done, and what is no number, is 0.
  static func nearest(to wish: Float, canReverse: Bool) -> Float {
    guard !wish.isNaN else { return 0 }
    return max(canReverse ? range.lowerBound : 0, min(range.upperBound, wish))
  }
}
