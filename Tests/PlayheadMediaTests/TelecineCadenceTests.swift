import CoreMedia
import PlayheadMedia
import Testing

@Suite("The cadence of film in interlaced video") struct TelecineCadenceTests {
  /// Frames of interlaced video from a number on, with these differences from the frame before.
  private func frames(
    _ differences: [Double?], from number: Int = 10, isInterlaced: Bool = true
  ) -> [TelecineCycle.Frame] {
    differences.enumerated().map { index, difference in
      let number = number + index
      return TelecineCycle.Frame(
        time: CMTime(value: 1001 * Int64(number), timescale: 30000), duration: TelecineCadence.frameDuration,
        number: number,
        difference: difference, isInterlaced: isInterlaced)
    }
  }

  /// The cycle of frames that continue each other.
  private func cycle(_ frames: [TelecineCycle.Frame]) -> TelecineCycle {
    var cycle = TelecineCycle()
    for frame in frames where cycle.continues(with: frame) { cycle.append(frame) }
    return cycle
  }

  @Test("A frame that repeats the one before is left out, and the others have even times", arguments: 0..<5)
  func repetitionIsLeftOut(position: Int) {
    var differences: [Double?] = [9, 8, 7, 8, 9]
    differences[position] = 0.5
    let cycle = cycle(frames(differences))
    #expect(cycle.isComplete && cycle.shown.map(\.index) == (0..<5).filter { $0 != position })
    // 24000/1001 fps from the first frame on, whose number is 10.
    let times = (0..<4).map { CMTime(value: 10 * 1001, timescale: 30000) + CMTime(value: 1001 * $0, timescale: 24000) }
    #expect(cycle.shown.map(\.time) == times)
    #expect(cycle.shown.allSatisfy { $0.duration == CMTime(value: 1001, timescale: 24000) })
  }

  @Test("Interlaced video without repetitions, progressive video and incomplete cycles are unchanged")
  func otherFramesAreUnchanged() {
    let cases = [
      frames([9, 8, 7, 8, 9]), frames([nil, 8, 7, 8, 9]), frames([9, 0, 7, 8, 9], isInterlaced: false),
      frames([9, 0, 7, 8]), frames([0, 7, 8, 9], from: 11), [],
    ]
    for frames in cases {
      let shown = cycle(frames).shown
      #expect(shown.map(\.time) == frames.map(\.time) && shown.map(\.duration) == frames.map(\.duration))
    }
  }

  @Test("A cycle ends before a number that is a multiple of five, after a gap, and at a repeated number")
  func cyclesEnd() {
    let all = frames([1, 1, 1, 1, 1, 1], from: -2)
    #expect(cycle(Array(all[0..<2])).isComplete && !cycle(Array(all[0..<2])).continues(with: all[2]))
    #expect(!cycle([all[2]]).isComplete && cycle([all[2]]).continues(with: all[3]))
    #expect(!cycle([all[2]]).continues(with: all[4]) && !cycle([all[3]]).continues(with: all[3]))
    var unknown = all[3]
    unknown.number = nil
    #expect(!cycle([all[2]]).continues(with: unknown) && !cycle([unknown]).isComplete)
  }

  @Test("Frames are numbered on the grid of the track, also with rounded times") func framesAreNumbered() throws {
    let origin = CMTime(value: 1, timescale: 60)
    let cadence = try #require(TelecineCadence(origin: origin, frameDuration: TelecineCadence.frameDuration))
    for number in [0, 1, 2, 3, 299, 107_892, -7] {
      let exact = (origin + CMTime(value: 1001 * Int64(number), timescale: 30000)).seconds
      let rounded = CMTime(value: Int64((exact * 1000).rounded()), timescale: 1000)
      #expect(cadence.number(of: rounded) == number)
    }
    for time in [CMTime.invalid, .positiveInfinity, .indefinite, CMTime(value: .max, timescale: 1)] {
      #expect(cadence.number(of: time) == nil)
    }
  }

  @Test(
    "Only tracks with 29.97 frames or 59.94 fields a second have a cadence",
    arguments: [
      (1001, 30000, true), (1001, 60000, true), (33, 1000, false), (1, 30, true), (3337, 100_000, true), (1, 25, false),
      (1001, 24000, false), (1, 50, false), (0, 1, false), (-1001, 30000, false),
    ])
  func onlySomeRatesHaveCadence(value: Int64, timescale: Int32, expected: Bool) {
    let duration = CMTime(value: value, timescale: timescale)
    #expect((TelecineCadence(origin: .zero, frameDuration: duration) != nil) == expected)
    #expect(TelecineCadence(origin: .invalid, frameDuration: duration) == nil)
    #expect(TelecineCadence(origin: .zero, frameDuration: .invalid) == nil)
  }
}
