import CoreMedia
import TestSupport
import Testing

@testable import PlayheadEngine

/// Frames decoded before a paused seek only to be cached.
@Suite struct FrameRetentionWindowTests {
  private let resting = FrameRetentionWindow(little: ticks(160), much: nil)
  private let dragged = FrameRetentionWindow(little: ticks(160), much: ticks(1200))

  @Test func theFewRightBeforeAStillAreAlwaysKept() {
    for way in [resting, dragged] {
      #expect(way.keeps(ticks(1840), before: ticks(2000), hand: nil))
      #expect(!way.keeps(ticks(1839), before: ticks(2000), hand: nil))
    }
  }

  /// The last seek of a drag does not wait for frames that only a further one would need.
  @Test func theWayOfAHandIsKeptOnceItHasMovedOn() {
    #expect(dragged.keeps(ticks(700), before: ticks(2000), hand: ticks(1900)))
    #expect(!dragged.keeps(ticks(699), before: ticks(2000), hand: ticks(1900)))
    #expect(!resting.keeps(ticks(1800), before: ticks(2000), hand: ticks(1900)))
  }

  @Test func whatIsNearGoesLast() {
    #expect(
      resting.isNear(ticks(1840), to: ticks(2000), hand: nil)
        && !resting.isNear(ticks(1839), to: ticks(2000), hand: nil))
    #expect(
      dragged.isNear(ticks(800), to: ticks(2000), hand: nil) && !dragged.isNear(ticks(799), to: ticks(2000), hand: nil))
    #expect(dragged.isNear(ticks(700), to: ticks(2000), hand: ticks(1900)))
  }
}
