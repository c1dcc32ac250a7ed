import CoreMedia
import TestSupport
import Testing

@testable import PlayheadClock

@Suite struct MediaClockTests {
  private static func host(_ seconds: Double) -> HostTime { .zero + .seconds(seconds) }

  @Test func stoppedClockReturnsExactTime() {
    let clock = MediaClock()
    let odd = CMTime(value: 1001 * 7, timescale: 30_000)
    clock.stop(at: odd)
    #expect(clock.time(at: .zero) == odd)
    #expect(clock.time(at: Self.host(1e6)) == odd)
    #expect(clock.time(at: .zero).timescale == 30_000)
    #expect(clock.hostTime(ofMedia: 5) == nil)
    #expect(!clock.isRunning)
  }

  @Test(arguments: [0.5, 1, 2, 1.5] as [Double])
  func runningClockIsLinear(rate: Double) {
    let clock = MediaClock()
    clock.run(through: 10_000_000_000, at: Self.host(100), rate: rate)
    #expect(clock.time(at: Self.host(100)) == CMTime(value: 10, timescale: 1))
    #expect(clock.time(at: Self.host(104)) == CMTime(seconds: 10 + 4 * rate, preferredTimescale: 1000))
    #expect(clock.time(at: Self.host(96)) == CMTime(seconds: 10 - 4 * rate, preferredTimescale: 1000))
  }

  /// At the host time reported for a media time the clock has reached that time, and a nanosecond before it has not.
  @Test func hostTimeOfMediaIsExact() {
    var numbers = SeededNumbers(4)
    for _ in 0..<5000 {
      let clock = MediaClock()
      let rate = [0.5, 1, 2, 0.75, 1.25, 1.1].randomElement(using: &numbers)!
      clock.run(
        through: Int64.random(in: 0...1_000_000_000_000, using: &numbers),
        at: HostTime(nanoseconds: Int64.random(in: 0...1_000_000_000_000, using: &numbers)), rate: rate)
      let media = clock.snapshot.mediaNanoseconds + Int64.random(in: 0...10_000_000_000, using: &numbers)
      let moment = clock.hostTime(ofMedia: media)!
      #expect(clock.nanoseconds(at: moment) >= media)
      #expect(clock.nanoseconds(at: moment - HostDuration(nanoseconds: 2)) < media)
    }
  }

  /// A thread that waits for the reported host time finds that it has come, at any rate and backward too: otherwise it
  /// would wait again for no time.
  @Test func clockHasReachedReportedHostTime() {
    var numbers = SeededNumbers(5)
    for _ in 0..<20_000 {
      let clock = MediaClock()
      let rate = Double.random(in: 0.03...16, using: &numbers) * (Bool.random(using: &numbers) ? 1 : -1)
      clock.run(
        through: Int64.random(in: 0...1_000_000_000_000, using: &numbers),
        at: HostTime(nanoseconds: Int64.random(in: 0...1_000_000_000_000, using: &numbers)), rate: rate)
      let distance = Int64.random(in: 0...10_000_000_000, using: &numbers) * (rate < 0 ? -1 : 1)
      let media = clock.snapshot.mediaNanoseconds + distance
      let shown = clock.nanoseconds(at: clock.hostTime(ofMedia: media)!)
      #expect(rate < 0 ? shown <= media : shown >= media)
    }
  }

  @Test func positionIsLimitedToEnd() {
    let clock = MediaClock()
    clock.run(through: 0, at: .zero, rate: 1)
    clock.limit(to: CMTime(value: 2, timescale: 1))
    #expect(clock.position(at: Self.host(1.5)) == CMTime(value: 3, timescale: 2))
    #expect(clock.position(at: Self.host(2.5)) == CMTime(value: 2, timescale: 1))
    #expect(clock.time(at: Self.host(2.5)) == CMTime(value: 5, timescale: 2), "the clock itself runs on")
    clock.stop(at: CMTime(value: 3, timescale: 1))
    #expect(clock.position(at: Self.host(4)) == CMTime(value: 3, timescale: 1))
    clock.run(through: 3_000_000_000, at: Self.host(4), rate: 1)
    #expect(clock.position(at: Self.host(5)) == CMTime(value: 4, timescale: 1))
  }

  // MARK: CMTime in nanoseconds

  @Test(
    arguments: [
      (1, 1, 1_000_000_000), (-1, 1, -1_000_000_000), (3, 2, 1_500_000_000), (1, 3, 333_333_333), (-1, 3, -333_333_334),
      (1001, 30_000, 33_366_666), (-1, 1_000_000_000, -1), (1, Int32.max, 0), (-1, Int32.max, -1),
      (2_305_843_009, 1, 2_305_843_009_000_000_000), (2_305_843_010, 1, 1 << 61), (-2_305_843_010, 1, -1 << 61),
      (Int64.max, 1, 1 << 61), (Int64.min, 1, -1 << 61), (Int64.max, 1_000_000_000, 1 << 61),
      (Int64.min, 1_000_000_000, -1 << 61), (Int64.max, 600, 1 << 61), (Int64.min, 600, -1 << 61),
    ] as [(Int64, Int32, Int64)])
  func nanosecondsAreRoundedDown(value: Int64, timescale: Int32, nanoseconds: Int64) {
    #expect(CMTime(value: value, timescale: timescale).nanoseconds == nanoseconds)
  }

  @Test func nanosecondsForWaitingRoundUp() {
    #expect(CMTime(value: 1, timescale: 3).nanosecondsAtLeast == 333_333_334)
    #expect(CMTime(value: -1, timescale: 3).nanosecondsAtLeast == -333_333_333)
    #expect(CMTime(value: 3, timescale: 2).nanosecondsAtLeast == 1_500_000_000)
    #expect(CMTime(value: 9_223_372_037, timescale: 1).nanosecondsAtLeast == 1 << 61)
    #expect(CMTime.positiveInfinity.nanosecondsAtLeast == 1 << 61)
  }

  @Test func nonNumericTimesConvertToLimits() {
    #expect(CMTime.positiveInfinity.nanoseconds == 1 << 61)
    #expect(CMTime.invalid.nanoseconds == 0)
    #expect(CMTime.indefinite.nanoseconds == 0)
  }

  /// Against floor(value × 10⁹ ÷ timescale) in 128 bits, within 2⁶¹ of zero.
  @Test func nanosecondsMatchWideArithmetic() {
    var numbers = SeededNumbers(5)
    for _ in 0..<20_000 {
      let bits = Int.random(in: 1...63, using: &numbers)
      let value = Int64.random(in: .min ... .max, using: &numbers) >> Int64(63 - bits)
      let timescale = Int32.random(in: 1...Int32.max, using: &numbers) >> Int32.random(in: 0...30, using: &numbers)
      guard timescale > 0 else { continue }
      let product = Int128(value) * 1_000_000_000
      let floor = product / Int128(timescale) - (product < 0 && product % Int128(timescale) != 0 ? 1 : 0)
      let expected = Int64(min(max(floor, -(1 << 61)), 1 << 61))
      #expect(CMTime(value: value, timescale: timescale).nanoseconds == expected, "\(value)/\(timescale)")
    }
  }

  @Test func hostTimesSaturate() {
    #expect(HostTime(nanoseconds: .max) + .seconds(1) == HostTime(nanoseconds: .max))
    #expect(HostTime(nanoseconds: .min) - .seconds(1) == HostTime(nanoseconds: .min))
    #expect(HostTime(nanoseconds: .max) - HostTime(nanoseconds: -1) == HostDuration(nanoseconds: .max))
    #expect(HostDuration.seconds(.nan) == .zero)
    #expect(HostDuration.seconds(1e300).nanoseconds == .max)
  }

  /// Containers and playlists may declare any time: values out of range become the nearest limit.
  @Test func timesOutOfRangeSaturate() {
    let latest = Int64(1) << 61
    #expect(CMTime(value: .max, timescale: 1).nanoseconds == latest)
    #expect(CMTime(value: .min, timescale: 1).nanoseconds == -latest)
    #expect(CMTime.positiveInfinity.nanoseconds == latest && CMTime.negativeInfinity.nanoseconds == -latest)
    #expect(CMTime.invalid.nanoseconds == 0)
    for rate in [1, 2, -1, 1e12, -1e12] as [Double] {
      let clock = MediaClock()
      clock.run(through: latest, at: Self.host(0), rate: rate)
      #expect(abs(clock.nanoseconds(at: Self.host(9e9))) <= latest)
      clock.run(through: -latest, at: Self.host(9e9), rate: rate)
      #expect(abs(clock.nanoseconds(at: Self.host(-9e9))) <= latest)
      _ = clock.hostTime(ofMedia: latest)
    }
  }
}
