import PlayheadPipeline

/// Chooses the factor of the rate at which frames and refreshes of the display keep in step: a number of frames then
/// lasts exactly as long as a number of refreshes. Pure.
///
///     23.976 frames a second on 60 Hz:  2 frames last 5.005 refreshes; 1.001 times faster, they last 5
///
/// The factor is computed from measured intervals, since nominal rates of files and displays are often wrong, and the
/// audio device and the computer have different clocks. Measurements become more exact with the number of frames, and
/// begin anew with each change: the factor is changed while the change is larger than the error of the measurement.
struct DisplayRateMatcher: Equatable {
  /// The factor of the rate; 1 without a match.
  private(set) var factor = 1.0
  /// The number of updates in a row without a timing.
  private var missing = 0

  /// The largest difference of the factor from 1: a change of the pitch by less than a tenth of a semitone.
  static let largestChange = 0.005
  /// The largest number of frames that are matched together with a number of refreshes.
  static let longestCadence = 5
  /// The number of frames from which a measurement is used: two seconds of a film.
  static let requiredCount = 48
  /// The number of updates without a timing after which the rate is no longer adapted. Seeks interrupt measurements
  /// for a few seconds; a display without predicted refreshes never has one.
  static let patience = 10
  /// The typical error of a deadline in nanoseconds, times the square root of 12: the error of the slope of a line
  /// through equally spaced points is this, divided by their number to the power of 3/2.
  private static let slopeError = 1_400_000.0
  /// The smallest relative change: one refresh in half an hour at 60 Hz.
  private static let smallestChange = 0.000_01

  /// Adapts the factor to a measurement; nil: there is none.
  ///
  /// - Returns: Whether the factor has changed.
  mutating func update(_ timing: DisplayTiming?) -> Bool {
    guard let timing else {
      missing = min(missing + 1, Self.patience)
      return missing == Self.patience && reset()
    }
    missing = 0
    // Measured before the last change.
    guard abs(timing.rate - factor) < 1e-9, timing.frameCount >= Self.requiredCount else { return false }
    guard let matched = Self.match(timing) else { return reset() }
    let count = Double(timing.frameCount)
    let error = Self.slopeError / timing.frameInterval / (count * count.squareRoot())
    guard abs(matched / factor - 1) > max(Self.smallestChange, 3 * error) else { return false }
    factor = matched
    return true
  }

  /// Plays at the requested rate.
  ///
  /// - Returns: Whether the factor has changed.
  mutating func reset() -> Bool {
    defer { self = DisplayRateMatcher() }
    return factor != 1
  }

  /// The factor at which the fewest frames last a whole number of refreshes; nil if none is close enough to 1, or the
  /// display does not show every frame.
  private static func match(_ timing: DisplayTiming) -> Double? {
    // The number of refreshes per frame at a factor of 1.
    let ratio = timing.frameInterval * timing.rate / timing.refreshInterval
    guard ratio.isFinite, ratio > 0.9, ratio < 1000 else { return nil }
    for frames in 1...longestCadence {
      let refreshes = (ratio * Double(frames)).rounded()
      let factor = ratio * Double(frames) / refreshes
      if refreshes >= Double(frames), abs(factor - 1) <= largestChange { return factor }
    }
    return nil
  }
}
