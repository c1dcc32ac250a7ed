import CoreMedia
import Testing

/// Values derived from the documented rules; the property tests cover the same rules with random numbers.
@Suite struct CMTimeArithmeticTests {
  private func time(_ value: Int64, _ timescale: Int32, epoch: Int64 = 0) -> CMTime {
    CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
  }

  private func isExactly(_ time: CMTime, _ value: Int64, _ timescale: Int32, rounded: Bool = false) -> Bool {
    time.isNumeric && time.value == value && time.timescale == timescale && time.hasBeenRounded == rounded
  }

  @Test func addsInLeastCommonTimescale() {
    #expect(isExactly(time(1, 600) + time(1, 90000), 151, 90000))
    #expect(isExactly(time(1, 44100) - time(1, 48000), 13, 7_056_000))
  }

  @Test func clampsTimescaleToMaximum() {
    let sum = time(1, 1_000_000_007) + time(1, 998_244_353)
    #expect(sum.timescale == .max && sum.hasBeenRounded)
    #expect(sum.value == 4)  // 2147483647 * (1/1000000007 + 1/998244353) = 4.298…
  }

  @Test func overflowHalvesTheTimescale() {
    #expect(isExactly(time(.max, 2) + time(1, 2), 1 << 62, 1))
    #expect(isExactly(time(.max, 5) + time(.max, 5), 7_378_697_629_483_820_646, 2, rounded: true))
    #expect((time(.max, 1) + time(1, 1)).isPositiveInfinity)
    #expect((time(.min, 1) - time(1, 1)).isNegativeInfinity)
  }

  @Test func roundedFlagIsInherited() {
    let rounded = CMTime(seconds: 0.1, preferredTimescale: 3)
    #expect((rounded + time(1, 1)).hasBeenRounded && (time(1, 1) - rounded).hasBeenRounded)
    #expect(CMTimeMultiply(rounded, multiplier: 2).hasBeenRounded)
  }

  @Test func nonNumericTimesFollowPrecedence() {
    #expect(!(CMTime.invalid + .positiveInfinity).isValid && !(CMTime.indefinite - .invalid).isValid)
    #expect((CMTime.positiveInfinity + .indefinite).isPositiveInfinity)
    #expect((CMTime.indefinite - .positiveInfinity).isNegativeInfinity)
    #expect(!(CMTime.positiveInfinity - .positiveInfinity).isValid)
    #expect((CMTime.negativeInfinity - .positiveInfinity).isNegativeInfinity)
    #expect((time(1, 1) + .indefinite).isIndefinite)
    #expect(CMTimeAbsoluteValue(.negativeInfinity).isPositiveInfinity)
  }

  @Test func epochs() {
    #expect(!(time(1, 1, epoch: 1) + time(1, 1, epoch: 2)).isValid)
    #expect((time(5, 1, epoch: 2) - time(3, 1, epoch: 2)).epoch == 0)
    #expect((time(5, 1, epoch: 2) + time(3, 1)).epoch == 2 && (time(5, 1) - time(3, 1, epoch: 4)).epoch == 4)
    #expect(time(1, 1, epoch: 2) > time(100, 1, epoch: 1))
  }

  @Test func order() {
    let ascending: [CMTime] = [
      .negativeInfinity, time(-1, 1), .zero, time(1, .max), .indefinite, .positiveInfinity, .invalid,
    ]
    #expect(ascending.shuffled().sorted() == ascending)
    #expect(!CMTimeMaximum(.positiveInfinity, .invalid).isValid)
    #expect(CMTimeMinimum(time(2, 1), .negativeInfinity).isNegativeInfinity)
    // A Double could not distinguish these.
    #expect(time(.max, 1_000_000_000) > time(.max - 1, 1_000_000_000))
    #expect(Set([time(200, 2), time(400, 4), time(100, 1)]).count == 1)
  }

  @Test func multiplyByFloatRaisesTimescale() {
    #expect(isExactly(CMTimeMultiplyByFloat64(time(600, 600), multiplier: 0.5), 38400, 76800))
    #expect(isExactly(CMTimeMultiplyByFloat64(time(90000, 90000), multiplier: 2), 180000, 90000))
    #expect(CMTimeMultiplyByFloat64(time(1, 1), multiplier: 1e30).isPositiveInfinity)
    #expect(CMTimeMultiplyByFloat64(.negativeInfinity, multiplier: -2).isPositiveInfinity)
  }

  /// Forms observed on macOS: the fraction is not reduced unless it must be.
  @Test func ratios() {
    #expect(isExactly(CMTimeMultiplyByRatio(time(1, 3), multiplier: 3, divisor: 1), 3, 3))
    #expect(isExactly(CMTimeMultiplyByRatio(time(1, .max), multiplier: .max, divisor: 1), Int64(Int32.max), .max))
    #expect(isExactly(CMTimeMultiplyByRatio(time(100, 600), multiplier: 10, divisor: 20), 100, 1200))
    #expect(
      isExactly(
        CMTimeMultiplyByRatio(time(1 << 62, 1 << 30), multiplier: 3, divisor: 1), 12_884_901_888, 1))
    #expect(
      isExactly(
        CMTimeMultiplyByRatio(time(6_148_914_691_236_517_205, 1_000_000_000), multiplier: 3, divisor: 1),
        3_689_348_814_741_910_323, 200_000_000))
    #expect(
      isExactly(
        CMTimeMultiplyByRatio(time((1 << 62) - 1, 1), multiplier: 3, divisor: 2), 6_917_529_027_641_081_855, 1,
        rounded: true))
    #expect(CMTimeMultiplyByRatio(time(1 << 62, 1), multiplier: 4, divisor: 1).isPositiveInfinity)
  }

  @Test func divisionByZero() {
    #expect(!CMTimeMultiplyByRatio(.zero, multiplier: 5, divisor: 0).isValid)
    #expect(!CMTimeMultiplyByRatio(time(5, 1), multiplier: 0, divisor: 0).isValid)
    #expect(CMTimeMultiplyByRatio(time(-5, 1), multiplier: 2, divisor: 0).isNegativeInfinity)
    #expect(CMTimeMultiplyByRatio(.indefinite, multiplier: 2, divisor: 0).isIndefinite)
  }

  @Test(arguments: [
    // 5/10 s and -5/10 s at a timescale of 1 are halves.
    (CMTimeRoundingMethod.roundHalfAwayFromZero, 1, -1), (.roundTowardZero, 0, 0), (.roundAwayFromZero, 1, -1),
    (.quickTime, 0, -1), (.roundTowardPositiveInfinity, 1, 0), (.roundTowardNegativeInfinity, 0, -1),
  ])
  func roundingMethods(method: CMTimeRoundingMethod, up: Int64, down: Int64) {
    #expect(isExactly(time(5, 10).convertScale(1, method: method), up, 1, rounded: true))
    #expect(isExactly(time(-5, 10).convertScale(1, method: method), down, 1, rounded: true))
    #expect(isExactly(time(5, 10).convertScale(20, method: method), 10, 20))
  }

  @Test func quickTimeRoundsAwayFromZeroWhenTimescaleGrows() {
    #expect(isExactly(time(1, 3).convertScale(4, method: .quickTime), 2, 4, rounded: true))
    #expect(isExactly(time(1, 4).convertScale(3, method: .quickTime), 0, 3, rounded: true))
    #expect(time(1, 4).convertScale(0, method: .default).isValid == false)
    #expect(CMTime.indefinite.convertScale(3, method: .default).isIndefinite)
  }
}
