import PlayheadClock
import PlayheadPipeline

/// Adapts the rate to the display, where the client wants it, with one measurement a second. Pure.
struct DisplayRateController {
  /// Chooses the factor.
  private var matcher = DisplayRateMatcher()
  /// Whether the client wants it.
  private var isEnabled = false
  /// The time of the next measurement; nil while the rate is not adapted.
  private(set) var nextCheck: HostTime?

  /// The distance of two measurements.
  private static let interval = HostDuration.seconds(1)

  /// The factor of a requested rate. Only natural playback is adapted.
  func factor(of rate: Float) -> Double { rate == 1 ? matcher.factor : 1 }

  /// Adapts the rate from now on, or no longer.
  mutating func setEnabled(_ isEnabled: Bool) { self.isEnabled = isEnabled }

  /// Measures, if that is due.
  ///
  /// - Parameters:
  ///   - timing: The measured timing of the display.
  ///   - isMoving: Whether the clock runs. While it does not, the factor remains.
  ///   - isPossible: Whether nothing else determines the rate, and the audio can be resampled.
  /// - Returns: Whether the factor has changed.
  mutating func update(
    _ timing: @autoclosure () -> DisplayTiming?, isMoving: Bool, isPossible: @autoclosure () -> Bool, at now: HostTime
  ) -> Bool {
    guard isEnabled, isMoving else {
      nextCheck = nil
      return !isEnabled && matcher.reset()
    }
    if let nextCheck, nextCheck > now { return false }
    nextCheck = now + Self.interval
    return isPossible() ? matcher.update(timing()) : matcher.reset()
  }
}
