import CoreMedia
import TestSupport
import Testing

@testable import PlayheadEngine

/// What is decoded on the way to a still only to be kept.
@Suite struct KeptWayTests {
  private let resting = KeptWay(little: ticks(160), much: nil)
  private let dragged = KeptWay(little: ticks(160), much: ticks(1200))

  @Test func theFewRightBeforeAStillAreAlwaysKept() {
    for way in [resting, dragged] {
      #expect(way.keeps(ticks(1840), before: ticks(2000), wish: nil))
      #expect(!way.keeps(ticks(1839), before: ticks(2000), wish: nil))
    }
  }

  /// The last seek of a drag waits for nothing that only a further one would need.
  @Test func theWayOfAHandIsKeptOnceItHasMovedOn() {
    #expect(dragged.keeps(ticks(800), before: ticks(2000), wish: ticks(1900)))
    #expect(!dragged.keeps(ticks(799), before: ticks(2000), wish: ticks(1900)))
    #expect(!dragged.keeps(ticks(800), before: ticks(2000), wish: ticks(2000)), "it stays")
    #expect(!dragged.keeps(ticks(800), before: ticks(2000), wish: ticks(2100)), "it turns")
    #expect(!resting.keeps(ticks(800), before: ticks(2000), wish: ticks(1900)))
  }

  @Test func whatIsNearGoesLast() {
    #expect(resting.isNear(ticks(1840), to: ticks(2000)) && !resting.isNear(ticks(1839), to: ticks(2000)))
    #expect(dragged.isNear(ticks(800), to: ticks(2000)) && !dragged.isNear(ticks(799), to: ticks(2000)))
  }
}
