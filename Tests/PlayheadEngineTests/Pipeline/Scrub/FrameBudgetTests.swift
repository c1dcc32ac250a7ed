import CoreMedia
import PlayheadMedia
import Testing

@testable import PlayheadFFmpeg
@testable import PlayheadPipeline

@Suite struct FrameBudgetTests {
  /// 100 by 100 samples: 15,000 bytes a frame.
  private static func video(frame: CMTime = CMTime(value: 1, timescale: 25)) -> TrackInfo.VideoInfo {
    TrackInfo.VideoInfo(
      width: 100, height: 100, pixelAspect: .square, transform: .identity, frameRate: 25, minFrameDuration: frame,
      color: .unspecified)
  }

  /// Seven eighths of the cache are for the frames near the target.
  @Test func timeIsThatOfFramesInSevenEighthsOfCache() {
    let budget = FrameBudget(Self.video(), cacheBytes: 8 * 15_000)
    #expect(budget.time == CMTime(value: 280, timescale: 1000))
    #expect(budget.range == CMTime(value: 560, timescale: 1000))
    #expect(budget.frame == CMTime(value: 40, timescale: 1000))
  }

  @Test func timeIsAtMostFourSeconds() {
    #expect(FrameBudget(Self.video(), cacheBytes: 1 << 30).time == CMTime(value: 4, timescale: 1))
  }

  @Test func atLeastTwoFramesFit() {
    #expect(FrameBudget(Self.video(), cacheBytes: 0).time == CMTime(value: 80, timescale: 1000))
  }

  @Test func unknownFrameDurationCountsAsAThirtiethOfASecond() {
    let budget = FrameBudget(Self.video(frame: .invalid), cacheBytes: 0)
    #expect(budget.frame == CMTime(value: 1, timescale: 30))
  }
}
