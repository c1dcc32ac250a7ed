import CoreMedia
import TestSupport
import Testing

@testable import PlayheadEngine

/// Selection of the frame to evict above the limit.
@Suite struct FrameEvictionPolicyTests {
  private static func kept(_ times: [Int64], isNear: Bool = false, way: Int = 1) -> [FrameEvictionPolicy.Kept] {
    times.map { FrameEvictionPolicy.Kept(time: ticks($0), bytes: 100, isNear: isNear, way: way) }
  }

  @Test func nothingGoesWhileThereIsRoom() {
    let keeping = FrameEvictionPolicy(limit: 300)
    #expect(keeping.victim(of: Self.kept([0, 20, 40]), newest: ticks(40), hand: nil) == nil)
    #expect(FrameEvictionPolicy(limit: 0).victim(of: Self.kept([0]), newest: .zero, hand: nil) == nil, "one always stays")
  }

  @Test func theOneThatLeavesTheSmallestHoleGoes() {
    let keeping = FrameEvictionPolicy(limit: 400)
    #expect(keeping.victim(of: Self.kept([0, 100, 120, 200, 300]), newest: ticks(300), hand: nil) == 2)
  }

  @Test func whatIsFarAwayGoesFirst() {
    let keeping = FrameEvictionPolicy(limit: 400)
    // Ten seconds are 6000 ticks.
    #expect(keeping.victim(of: Self.kept([0, 500, 6490, 6500, 6510]), newest: ticks(6510), hand: nil) == 0)
  }

  @Test func picturesBeforeAStillStayLongerThanThoseOnTheWay() {
    let keeping = FrameEvictionPolicy(limit: 600)
    let pictures =
      Self.kept([0, 200, 400, 600]) + Self.kept([700, 720, 740], isNear: true)
    #expect(keeping.victim(of: pictures, newest: ticks(740), hand: nil) == 3, "the nearest to others on the way")
  }

  @Test func theyFillNoMoreThanHalfOfTheRoom() {
    let keeping = FrameEvictionPolicy(limit: 600)
    let pictures =
      Self.kept([0, 20, 40, 60], isNear: true, way: 2) + Self.kept([500, 520], isNear: true, way: 1)
      + Self.kept([800])
    #expect(keeping.victim(of: pictures, newest: ticks(60), hand: nil) == 4, "the earliest of the oldest way")
  }

  /// While scrubbing they may use more of it, and the frames that the pointer reaches last are evicted, or those behind
  /// it.
  @Test func whatLiesFurthestFromAHandGoes() {
    let keeping = FrameEvictionPolicy(limit: 400)
    let near = Self.kept([100, 120, 140, 160, 180], isNear: true)
    #expect(keeping.victim(of: near, newest: ticks(180), hand: ticks(180)) == 0)
    #expect(keeping.victim(of: near, newest: ticks(180), hand: ticks(165)) == 4, "15 behind count as 120 ahead")
    let mixed = Self.kept([0, 50]) + Self.kept([120, 140, 160], isNear: true)
    #expect(keeping.victim(of: mixed, newest: ticks(160), hand: ticks(160)) == 1, "three are no seven eighths")
  }

  @Test func whatAHandHasLeftBehindCountsLess() {
    let keeping = FrameEvictionPolicy(limit: 500)
    let pictures = Self.kept([0, 50, 100, 1000, 1200, 1400])
    #expect(keeping.victim(of: pictures, newest: ticks(100), hand: nil) == 1)
    #expect(keeping.victim(of: pictures, newest: ticks(100), hand: ticks(500)) == 4)
  }
}
