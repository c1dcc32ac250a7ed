import CoreMedia
import Testing

@testable import PlayheadMedia

/// The times of fields at double rate, and how much a decoder needs around a frame.
@Suite("Times of fields") struct FieldTimesTests {
  private static func milliseconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1000) }

  /// The times of the fields of a frame at 100 ms, and the end of the second one, in milliseconds.
  private static func times(duration: CMTime, previous: Int64? = nil, next: Int64?) -> [Double] {
    let times = FieldTimes(
      time: milliseconds(100), duration: duration, previous: previous.map(milliseconds), next: next.map(milliseconds))
    return [times.first, times.second, times.second + times.duration].map { $0.seconds * 1000 }
  }

  @Test(
    "The second field is in the middle of the frame",
    arguments: [
      // As declared, and at the end of the track.
      (40, 140, [100, 120, 140]), (40, nil, [100, 120, 140]),
      // Rounded times, and a frame that is shorter than declared.
      (33, 134, [100, 117, 134]), (40, 120, [100, 110, 120]), (1000, 140, [100, 120, 140]),
      // The duration of one field, of a frame with three, and a frame that was left out.
      (20, 140, [100, 120, 140]), (60, 160, [100, 130, 160]), (40, 180, [100, 140, 180]),
      // A gap, and times that do not increase.
      (40, 900, [100, 120, 140]), (40, 100, [100, 120, 140]), (40, 20, [100, 120, 140]),
      // No duration, and impossible ones.
      (0, 133, [100, 116.5, 133]), (0, nil, [100, 120, 140]), (1, 140, [100, 120, 140]), (-5, 9000, [100, 120, 140]),
    ] as [(Int64, Int64?, [Double])])
  func secondFieldIsInTheMiddle(duration: Int64, next: Int64?, expected: [Double]) {
    let times = Self.times(duration: Self.milliseconds(duration), next: next)
    #expect(zip(times, expected).allSatisfy { abs($0 - $1) < 1e-6 }, "\(times)")
  }

  @Test(
    "The last frame is as long as the one before if it has the duration of a field",
    arguments: [
      (20, 60, [100, 120, 140]), (17, 67, [100, 116.5, 133]),
      // Frames of 50 a second, a missing frame, a gap, and times that do not increase.
      (20, 80, [100, 110, 120]), (40, 20, [100, 120, 140]), (20, 0, [100, 110, 120]), (20, 140, [100, 110, 120]),
    ] as [(Int64, Int64, [Double])])
  func lastFrameIsAsLongAsPrevious(duration: Int64, previous: Int64, expected: [Double]) {
    let times = Self.times(duration: Self.milliseconds(duration), previous: previous, next: nil)
    #expect(zip(times, expected).allSatisfy { abs($0 - $1) < 1e-6 }, "\(times)")
  }

  @Test("Odd ticks are halved exactly, and an unknown duration is that of 25 frames a second")
  func oddTicksAreHalvedExactly() {
    let frame = CMTime(value: 1001, timescale: 30000)
    let times = FieldTimes(time: frame, duration: frame, next: frame + frame)
    #expect(times.first == frame && times.duration == CMTime(value: 1001, timescale: 60000))
    #expect(times.second == CMTime(value: 3003, timescale: 60000))
    #expect(Self.times(duration: .invalid, next: nil) == [100, 120, 140])
  }

  @Test("A frame needs others around it at double rate unless all frames are progressive, and in telecined video")
  func contextDependsOnMode() {
    func context(
      _ mode: VideoFilterSettings.Deinterlacing, _ interlacing: FrameContextPolicy.Interlacing,
      duration: CMTime = CMTime(value: 1, timescale: 25)
    ) -> CMTime {
      FrameContextPolicy(deinterlacing: mode, interlacing: interlacing).context(frameDuration: duration)
    }
    for interlacing in [.unknown, .progressive, .interlaced] as [FrameContextPolicy.Interlacing] {
      #expect(context(.automatic, interlacing) == .zero && context(.off, interlacing) == .zero)
      #expect(context(.inverseTelecine, interlacing) == .zero)
      let american = CMTime(value: 1001, timescale: 30000)
      #expect(context(.inverseTelecine, interlacing, duration: american) == TelecineCadence.context)
    }
    #expect(context(.doubleRate, .progressive) == .zero)
    // A seek target at the end of a frame, and the frame before it, at the lowest rate of interlaced video.
    let least = CMTime(value: 2 * 1001, timescale: 24000)
    #expect(context(.doubleRate, .unknown, duration: .invalid) > least && context(.doubleRate, .interlaced) > least)
  }
}
