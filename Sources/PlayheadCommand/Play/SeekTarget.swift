/// The target of a seek by a key: a pure calculation, so that repeated presses add up before the first seek has
/// completed.
struct SeekTarget: Equatable, Sendable {
  /// The position in the file in seconds.
  var seconds: Double
  /// The distance within which a keyframe is used instead.
  var tolerance: Double

  /// `origin` is the current position, or the target of a seek in progress.
  static func relative(_ step: Double, isExact: Bool, from origin: Double, duration: Double?) -> SeekTarget {
    let end = duration ?? .infinity
    let requested = origin + step
    let seconds = max(0, min(end, requested))
    // A quarter of the distance preserves the step where keyframes are far apart; more than five seconds would be
    // unexpected. A target beyond an end is that end exactly.
    let tolerance = isExact || seconds != requested ? 0 : min(abs(step) / 4, 5)
    return SeekTarget(seconds: seconds, tolerance: tolerance)
  }
}
