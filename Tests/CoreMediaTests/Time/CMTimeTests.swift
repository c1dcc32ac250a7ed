import CoreMedia
import Testing

/// Expected values come from the documented rules and from values observed on Apple's systems, cited with each.
@Suite struct CMTimeTests {
  @Test func layoutMatchesApplesStruct() {
    #expect(MemoryLayout<CMTime>.size == 24)
    #expect(MemoryLayout<CMTime>.offset(of: \.timescale) == 8)
    #expect(MemoryLayout<CMTime>.offset(of: \.flags) == 12)
    #expect(MemoryLayout<CMTime>.offset(of: \.epoch) == 16)
  }

  @Test func constantsHaveTheirFlags() {
    #expect(CMTime.zero.flags.rawValue == 1 && CMTime.zero.value == 0 && CMTime.zero.timescale == 1)
    #expect(CMTime.invalid.flags.rawValue == 0 && !CMTime.invalid.isValid)
    #expect(CMTime.positiveInfinity.flags.rawValue == 5 && CMTime.positiveInfinity.isPositiveInfinity)
    #expect(CMTime.negativeInfinity.flags.rawValue == 9 && CMTime.negativeInfinity.isNegativeInfinity)
    #expect(CMTime.indefinite.flags.rawValue == 17 && CMTime.indefinite.isIndefinite)
    #expect(CMTimeFlags.impliedValueFlagsMask.rawValue == 28)
    #expect(kCMTimeMaxTimescale == 2_147_483_647)
    #expect(!CMTime().isValid)
  }

  @Test func predicatesRequireValidFlag() {
    let unflagged = CMTime(value: 1, timescale: 1, flags: [.indefinite, .hasBeenRounded], epoch: 0)
    #expect(!unflagged.isValid && !unflagged.isIndefinite && !unflagged.isNumeric && !unflagged.hasBeenRounded)
    let infinite = CMTime(value: 1, timescale: 1, flags: [.valid, .positiveInfinity, .hasBeenRounded], epoch: 0)
    #expect(!infinite.hasBeenRounded && !infinite.isNumeric)
    #expect(CMTime(value: 1, timescale: 0).isValid && CMTime(value: 1, timescale: -5).isNumeric)
  }

  /// Messages of `CMTimeMakeWithSeconds` in logs of macOS: the errors -0.870, -0.040 and -0.034 are truncations.
  @Test(arguments: [(2.870, 1, 2), (0.082, 24, 1), (2.368, 24, 56), (-2.870, 1, -2), (0.5, 600, 300)])
  func truncatesSecondsToTimescale(seconds: Double, timescale: Int32, value: Int64) {
    let time = CMTime(seconds: seconds, preferredTimescale: timescale)
    #expect(time.value == value && time.timescale == timescale)
    #expect(time.hasBeenRounded == (time.seconds != seconds))
  }

  @Test func halvesTimescaleWhenSecondsOverflow() {
    let long = CMTime(seconds: 0x1p60, preferredTimescale: 600)
    #expect(long.timescale == 4 && long.value == 1 << 62 && !long.hasBeenRounded)
    #expect(CMTime(seconds: 1e19, preferredTimescale: 600) == .positiveInfinity)
    #expect(CMTime(seconds: -1e19, preferredTimescale: 600) == .negativeInfinity)
  }

  @Test func handlesNonFiniteSeconds() {
    #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
    #expect(!CMTime(seconds: 1, preferredTimescale: 0).isValid)
    #expect(!CMTime(seconds: .infinity, preferredTimescale: -1).isValid)
    #expect(CMTimeMakeWithSeconds(.infinity, preferredTimescale: 600).isPositiveInfinity)
    #expect(CMTimeMakeWithSeconds(-.infinity, preferredTimescale: 600).isNegativeInfinity)
    #expect(CMTime.invalid.seconds.isNaN && CMTime.indefinite.seconds.isNaN)
    #expect(CMTimeGetSeconds(.positiveInfinity) == .infinity && CMTimeGetSeconds(.negativeInfinity) == -.infinity)
    #expect(CMTimeMakeWithEpoch(value: 3, timescale: 2, epoch: 7).seconds == 1.5)
  }

  /// The worked example of Apple's playback guide.
  @Test func workedExample() {
    let time1 = CMTimeMake(value: 200, timescale: 2)
    let time2 = CMTimeMake(value: 400, timescale: 4)
    #expect(CMTimeCompare(time1, time2) == 0)
    let time3 = CMTimeMultiply(CMTimeMake(value: 200, timescale: 3), multiplier: 3)
    let difference = CMTimeSubtract(time3, time1)
    #expect(difference.value == 600 && difference.timescale == 6 && difference == time2 && !difference.hasBeenRounded)
  }

  @Test func descriptionContainsFields() {
    #expect("\(CMTime(value: 3000, timescale: 600))".contains("value: 3000, timescale: 600"))
  }
}
