/// The horizontal track of a seek bar's knob, in the bar's units, and its direction.
struct SeekBarTrack: Equatable {
  /// The left end.
  var start: Double
  /// The distance that the middle of the knob can move, at least 1.
  var length: Double
  /// Whether time runs from right to left, as in the user's language.
  var isMirrored: Bool

  /// The x coordinate of a fraction of the duration, clamped to 0 to 1.
  func place(_ fraction: Double) -> Double {
    let fraction = max(0, min(1, fraction))
    return start + (isMirrored ? 1 - fraction : fraction) * length
  }

  /// The fraction of the duration at `x`, clamped to 0 to 1.
  func fraction(at x: Double) -> Double {
    let fraction = max(0, min(1, (x - start) / max(1, length)))
    return isMirrored ? 1 - fraction : fraction
  }
}
