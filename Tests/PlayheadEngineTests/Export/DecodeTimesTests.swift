import CoreMedia
import Testing

@testable import PlayheadSamples

/// The decode times of packets whose container does not store them.
@Suite struct DecodeTimesTests {
  /// The decode times of packets with presentation and decode times in ticks; nil: unknown. `step`: their duration.
  private static func times(_ packets: [(Int64, Int64?)], step: Int64 = 1, isReordered: Bool = true) -> [Int64] {
    func time(_ ticks: Int64?) -> CMTime { ticks.map { CMTime(value: $0, timescale: 25) } ?? .invalid }
    var times = DecodeTimes(isReordered: isReordered)
    var result: [CMTime] = []
    for (presentation, decode) in packets {
      result += times.add(
        DecodeTimes.Entry(presentation: time(presentation), decode: time(decode), duration: time(step)))
    }
    return (result + times.finish()).map(\.value)
  }

  @Test func firstFramesAreDecodedBeforeFirstKnownTime() {
    // The packets of an H.264 file with three reordered frames in Matroska, as libavformat returns them.
    let packets: [(Int64, Int64?)] = [(0, nil), (4, nil), (2, 0), (1, 1), (3, 2), (8, 3)]
    #expect(Self.times(packets) == [-2, -1, 0, 1, 2, 3])
    // Without durations, as far apart as the nearest frames until then: those at 0, 2 and 4.
    #expect(Self.times(packets, step: 0) == [-4, -2, 0, 1, 2, 3])
  }

  @Test func framesWithoutAnyDecodeTimeAreDecodedBeforeTheyAreShown() {
    let shown: [Int64] = [0, 4, 2, 1, 3]
    let times = Self.times(shown.map { ($0, nil) })
    #expect(times.count == 5 && zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(zip(times, shown).allSatisfy { $0 <= $1 })
  }

  @Test func manyFramesWithoutDecodeTimeDoNotWaitForTheEnd() {
    var times = DecodeTimes(isReordered: true)
    var count = 0
    for number in 0..<100 {
      let time = CMTime(value: CMTimeValue(number), timescale: 25)
      count += times.add(DecodeTimes.Entry(presentation: time, decode: .invalid, duration: .zero)).count
    }
    #expect(count == 100)
  }

  @Test func unknownTimeInTheMiddleFollowsTheLastOne() {
    #expect(Self.times([(0, 0), (2, 1), (1, nil), (3, 3)]) == [0, 1, 1, 3])
  }

  @Test func audioIsDecodedWhenItIsHeard() {
    #expect(Self.times([(10, nil), (12, nil), (14, 14)], isReordered: false) == [10, 12, 14])
  }
}
