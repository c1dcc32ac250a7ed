import CoreMedia
import TestSupport
import Testing

@testable import PlayheadPipeline

/// Selection of the frame to evict above the limit.
@Suite struct FrameEvictionPolicyTests {
  private static func retained(
    _ times: [Int64], isNear: Bool = false, run: Int = 1
  ) -> [FrameEvictionPolicy.CachedFrame] {
    times.map { FrameEvictionPolicy.CachedFrame(time: ticks($0), bytes: 100, isNear: isNear, run: run) }
  }

  @Test func evictsNothingBelowLimit() {
    let policy = FrameEvictionPolicy(limit: 300)
    #expect(policy.victim(of: Self.retained([0, 20, 40]), newest: ticks(40), scrubPosition: nil) == nil)
    #expect(
      FrameEvictionPolicy(limit: 0).victim(of: Self.retained([0]), newest: .zero, scrubPosition: nil) == nil,
      "one always stays")
  }

  @Test func evictsFrameLeavingSmallestGap() {
    let policy = FrameEvictionPolicy(limit: 400)
    #expect(policy.victim(of: Self.retained([0, 100, 120, 200, 300]), newest: ticks(300), scrubPosition: nil) == 2)
  }

  @Test func evictsDistantFramesFirst() {
    let policy = FrameEvictionPolicy(limit: 400)
    // Ten seconds are 6000 ticks.
    #expect(policy.victim(of: Self.retained([0, 500, 6490, 6500, 6510]), newest: ticks(6510), scrubPosition: nil) == 0)
  }

  @Test func retainsFramesBeforePausedSeekLongest() {
    let policy = FrameEvictionPolicy(limit: 600)
    let frames =
      Self.retained([0, 200, 400, 600]) + Self.retained([700, 720, 740], isNear: true)
    #expect(
      policy.victim(of: frames, newest: ticks(740), scrubPosition: nil) == 3, "the nearest to other decoded frames")
  }

  @Test func nearFramesUseAtMostHalfOfBudget() {
    let policy = FrameEvictionPolicy(limit: 600)
    let frames =
      Self.retained([0, 20, 40, 60], isNear: true, run: 2) + Self.retained([500, 520], isNear: true, run: 1)
      + Self.retained([800])
    #expect(policy.victim(of: frames, newest: ticks(60), scrubPosition: nil) == 4, "the earliest of the oldest seek")
  }

  /// While scrubbing they may use more of it, and the frames that the pointer reaches last are evicted, or those behind
  /// it.
  @Test func evictsFrameFurthestFromPointer() {
    let policy = FrameEvictionPolicy(limit: 400)
    let near = Self.retained([100, 120, 140, 160, 180], isNear: true)
    #expect(policy.victim(of: near, newest: ticks(180), scrubPosition: ticks(180)) == 0)
    #expect(policy.victim(of: near, newest: ticks(180), scrubPosition: ticks(165)) == 4, "15 behind count as 120 ahead")
    let mixed = Self.retained([0, 50]) + Self.retained([120, 140, 160], isNear: true)
    #expect(policy.victim(of: mixed, newest: ticks(160), scrubPosition: ticks(160)) == 1, "three are no seven eighths")
  }

  @Test func framesBehindPointerAreEvictedFirst() {
    let policy = FrameEvictionPolicy(limit: 500)
    let frames = Self.retained([0, 50, 100, 1000, 1200, 1400])
    #expect(policy.victim(of: frames, newest: ticks(100), scrubPosition: nil) == 1)
    #expect(policy.victim(of: frames, newest: ticks(100), scrubPosition: ticks(500)) == 4)
  }
}
