import PlayheadBasics

/// How the clock follows the sound device: the device's word is true on average and jittery in detail, so the clock is led to it
/// gently, and set only where the two are so far apart that somebody would notice.
struct ClockSteering {
  /// Neither eye nor ear tells this apart, and the device's position is no better.
  static let deadZone: Int64 = 300_000
  /// ITU-R BT.1359: sound and picture apart by 45 ms begin to be noticed.
  static let step: Int64 = 40_000_000
  /// What part of the difference is made good at each reading.
  static let gain = 0.15

  /// What to add to the clock, given how far the sound is ahead of it.
  static func correction(for difference: Int64) -> Int64 {
    if abs(difference) <= deadZone { return 0 }
    if abs(difference) >= step { return difference }
    return Int64(saturating: Double(difference) * gain)
  }

  /// How soon to look again: often until the device has settled.
  static func interval(sinceStart elapsed: HostDuration) -> HostDuration {
    elapsed < .milliseconds(500) ? .milliseconds(10) : .milliseconds(100)
  }
}
