/// Which rates the engine plays.
enum PlayableRates {
  /// As fast as the fastest decoders keep up with.
  static let fastest: Float = 16

  /// What a wish comes to: backward and what is no number is 0, too fast is the fastest.
  static func nearest(to wish: Float) -> Float { wish > 0 ? min(wish, fastest) : 0 }
}
