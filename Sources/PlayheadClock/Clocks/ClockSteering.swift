import PlayheadBasics

/// Steers the clock to the audio device. The device's position is accurate on average but jittery, so the clock follows
/// it gradually, and is set only if the two are noticeably apart.
package struct ClockSteering {
  /// Differences below this are imperceptible, and within the precision of the device's position. In nanoseconds.
  static let deadZone: Int64 = 300_000
  /// ITU-R BT.1359: audio and video 45 ms apart begin to be noticeable. From this difference in nanoseconds on, the
  /// clock is set at once.
  package static let step: Int64 = 40_000_000
  /// The fraction of the difference that each reading corrects.
  package static let gain = 0.15

  /// The correction of the clock, given how far the audio is ahead of it.
  ///
  /// - Parameter difference: Nanoseconds by which the audio is ahead of the clock; negative if it is behind.
  /// - Returns: Nanoseconds to add to the clock: none in the dead zone, everything from `step` on, otherwise a
  ///   fraction.
  package static func correction(for difference: Int64) -> Int64 {
    if abs(difference) <= deadZone { return 0 }
    if abs(difference) >= step { return difference }
    return Int64(saturating: Double(difference) * gain)
  }

  /// The interval to the next reading: short until the device has settled.
  ///
  /// - Parameter elapsed: The time since the clock was started.
  package static func interval(sinceStart elapsed: HostDuration) -> HostDuration {
    elapsed < .milliseconds(500) ? .milliseconds(10) : .milliseconds(100)
  }
}
