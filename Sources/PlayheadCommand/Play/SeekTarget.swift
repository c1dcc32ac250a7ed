/// Where a key's step leads: pure arithmetic of positions, so that many presses add up before the first seek has landed.
struct SeekTarget: Equatable, Sendable {
  var seconds: Double
  /// How far from it a keyframe may lie to be taken instead.
  var tolerance: Double

  /// `origin` is the position, or the target of a seek that has not landed yet.
  static func relative(_ step: Double, isExact: Bool, from origin: Double, duration: Double?) -> SeekTarget {
    let end = duration ?? .infinity
    let wanted = origin + step
    let seconds = max(0, min(end, wanted))
    // A quarter of the way keeps a step a step, also where keyframes are far apart; more than five seconds would surprise.
    // Beyond an end the end itself is meant.
    let tolerance = isExact || seconds != wanted ? 0 : min(abs(step) / 4, 5)
    return SeekTarget(seconds: seconds, tolerance: tolerance)
  }
}
