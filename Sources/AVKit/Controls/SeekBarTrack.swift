/// The horizontal track of a seek bar's knob, in the bar's units, from left to right in every language.
struct SeekBarTrack: Equatable {
  /// The left end.
  var start: Double
  /// The distance that the middle of the knob can move, at least 1.
  var length: Double

  /// The x coordinate of a fraction of the duration, clamped to 0 to 1.
  func place(_ fraction: Double) -> Double {
    start + max(0, min(1, fraction)) * length
  }

  /// The fraction of the duration at `x`, clamped to 0 to 1.
  func fraction(at x: Double) -> Double {
    max(0, min(1, (x - start) / max(1, length)))
  }
}
