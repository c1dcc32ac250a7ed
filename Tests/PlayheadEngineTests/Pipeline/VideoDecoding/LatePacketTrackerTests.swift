import CoreMedia
import TestSupport
import Testing

@testable import PlayheadPipeline

@Suite struct LatePacketTrackerTests {
  @Test func countsPacketsBeforeNextFrameAsDropped() {
    var tracker = LatePacketTracker()
    for time in [20, 40, 60, 80] as [Int64] { tracker.add(ticks(time)) }
    #expect(tracker.takeDropped(before: ticks(60)) == 2, "the one at 60 was decoded")
    #expect(tracker.takeDropped(before: ticks(70)) == 0)
    #expect(tracker.takeDropped(before: ticks(100)) == 1)
  }

  @Test func countsRemainingPacketsAtEnd() {
    var tracker = LatePacketTracker()
    tracker.add(ticks(20))
    tracker.add(ticks(40))
    #expect(tracker.takeRest() == 2)
    #expect(tracker.takeRest() == 0)
  }

  @Test func latePacketIsOnlyDecodedAsReference() {
    var tracker = LatePacketTracker()
    #expect(tracker.action(lag: nil, isKey: true) { false } == .decode)
    #expect(tracker.action(lag: 0.05, isKey: false) { false } == .decode)
    #expect(tracker.action(lag: 0.2, isKey: false) { false } == .skipNonReference)
    #expect(tracker.action(lag: 0.6, isKey: false) { true } == .skip)
  }
}
