import TestSupport
import Testing

@testable import PlayheadClock

@Suite struct ClockSteeringTests {
  private static let millisecond: Int64 = 1_000_000

  @Test func ignoresDriftWithinDeadZone() {
    for difference in [0, 1, -1, 300_000, -300_000] as [Int64] {
      #expect(ClockSteering.correction(for: difference) == 0)
    }
  }

  @Test func correctsLargeDriftAtOnce() {
    for difference in [40 * Self.millisecond, -40 * Self.millisecond, 3_600_000 * Self.millisecond] {
      #expect(ClockSteering.correction(for: difference) == difference)
    }
  }

  @Test func correctsSmallDriftGradually() {
    #expect(ClockSteering.correction(for: 20 * Self.millisecond) == 3 * Self.millisecond)
    #expect(ClockSteering.correction(for: -20 * Self.millisecond) == -3 * Self.millisecond)
  }

  /// Steered by a device that is right on average but jitters by ±5 ms, the clock converges and stays within a tenth of
  /// a frame (3.3 ms), without ever being set.
  @Test func clockSettlesOnJitteryDevice() {
    var numbers = SeededNumbers(3)
    var error = 35 * Self.millisecond
    for reading in 0..<200 {
      let jitter = Int64.random(in: -5 * Self.millisecond...5 * Self.millisecond, using: &numbers)
      let correction = ClockSteering.correction(for: error + jitter)
      #expect(abs(correction) < 6 * Self.millisecond || reading == 0)
      error -= correction
      if reading > 50 { #expect(abs(error) < 10 * Self.millisecond / 3) }
    }
  }

  @Test func measuresFrequentlyUntilDeviceSettles() {
    #expect(ClockSteering.interval(sinceStart: .zero) == .milliseconds(10))
    #expect(ClockSteering.interval(sinceStart: .milliseconds(499)) == .milliseconds(10))
    #expect(ClockSteering.interval(sinceStart: .milliseconds(500)) == .milliseconds(100))
  }
}
