/// The line that the middle of a seek bar's knob moves along, in the bar's units, and the way that time runs on it.
struct SeekLine: Equatable {
  /// Its left end.
  var start: Double
  var length: Double
  /// Time runs to the left, as the user's language does.
  var isMirrored: Bool

  /// Where a part of the whole time stands, 0 to 1. Beyond the ends is at them.
  func place(_ fraction: Double) -> Double {
    let fraction = max(0, min(1, fraction))
    return start + (isMirrored ? 1 - fraction : fraction) * length
  }

  /// Which part of the whole time stands at `x`.
  func fraction(at x: Double) -> Double {
    let fraction = max(0, min(1, (x - start) / max(1, length)))
    return isMirrored ? 1 - fraction : fraction
  }
}
