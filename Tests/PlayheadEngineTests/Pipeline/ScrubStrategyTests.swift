import CoreMedia
import Testing

@testable import PlayheadEngine

/// Whether the decoder continues, and whether frames are cached.
@Suite struct ScrubStrategyTests {
  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

  @Test func theFirstStillHasNothingBehindIt() {
    #expect(ScrubStrategy().way(to: time(4), sync: .zero) == .fresh(opens: false, keeps: .none))
  }

  @Test func nearbyForwardOpensAndFarAwayDoesNot() {
    var memory = ScrubStrategy()
    memory.note(still: time(4), sync: nil)
    #expect(memory.way(to: time(5), sync: .zero) == .fresh(opens: true, keeps: .none))
    #expect(memory.way(to: time(15), sync: .zero) == .fresh(opens: false, keeps: .none))
    #expect(memory.way(to: time(3), sync: .zero) == .fresh(opens: false, keeps: .many))
    #expect(memory.way(to: time(0.5), sync: .zero) == .fresh(opens: false, keeps: .none))
  }

  /// An open decoder is fed a dozen packets more: as much as half of a short GOP.
  @Test func aShortWayIsGoneAnewUnlessAHandMoves() {
    var memory = ScrubStrategy()
    memory.note(still: time(4.9), sync: time(4))
    #expect(memory.way(to: time(6.4), sync: time(6)) == .fresh(opens: false, keeps: .none))
    #expect(memory.way(to: time(6.4), sync: time(6), isHurried: true) == .fresh(opens: true, keeps: .none))
    #expect(memory.way(to: time(7.5), sync: time(6)) == .fresh(opens: true, keeps: .none), "a second and a half")
    #expect(memory.way(to: time(3.5), sync: time(3)) == .fresh(opens: false, keeps: .none))
    #expect(memory.way(to: time(3.5), sync: time(3), isHurried: true) == .fresh(opens: false, keeps: .many))
    #expect(memory.way(to: time(4.4), sync: time(4)) == .fresh(opens: false, keeps: .many), "it was visited")
    memory.note(still: time(6.4), sync: time(6))
    #expect(
      memory.way(to: time(4.4), sync: time(4)) == .fresh(opens: false, keeps: .many), "and so was the last but one")
    memory.note(still: time(8.4), sync: time(8))
    #expect(memory.way(to: time(4.4), sync: time(4)) == .fresh(opens: false, keeps: .none), "that is long ago")
  }

  /// At eight times the speed of a normal drag, half a second of decoding covers four more seconds.
  @Test func aHandThatMovesIsFollowedFurtherBack() {
    var memory = ScrubStrategy()
    memory.note(still: time(14), sync: time(8))
    #expect(memory.way(to: time(10), sync: time(8)) == .fresh(opens: true, keeps: .few), "a place by chance")
    #expect(memory.way(to: time(10), sync: time(8), isHurried: true) == .fresh(opens: false, keeps: .many))
    #expect(memory.way(to: time(3), sync: .zero, isHurried: true) == .fresh(opens: false, keeps: .none))
  }

  @Test func inAGroupThatWasVisitedDecodersStayOpenAndPicturesAreKept() {
    var memory = ScrubStrategy()
    memory.note(still: time(4), sync: .zero)
    #expect(memory.way(to: time(0.5), sync: .zero) == .fresh(opens: true, keeps: .few))
    #expect(
      memory.way(to: time(9.6), sync: time(8)) == .fresh(opens: true, keeps: .none), "forward, into another group")
    #expect(memory.way(to: time(30), sync: time(24)) == .fresh(opens: false, keeps: .none))
    // A short backward distance is a drag.
    #expect(memory.way(to: time(3), sync: .zero) == .fresh(opens: false, keeps: .many))
    memory.note(still: time(30), sync: time(24))
    #expect(memory.way(to: time(1.6), sync: .zero) == .fresh(opens: true, keeps: .few), "it was visited before")
  }

  @Test func onlyInAGroupThatIsVisitedAgainADecoderIsParked() {
    var memory = ScrubStrategy()
    memory.note(still: time(2), sync: .zero)
    memory.leaveOpen(at: time(2))
    #expect(!memory.parks(before: .zero, isFlow: false), "it was the first still there")
    memory.note(still: time(4), sync: .zero)
    memory.leaveOpen(at: time(4))
    #expect(memory.parks(before: .zero, isFlow: false))
    #expect(memory.parks(before: nil, isFlow: true), "somebody rests, and playing is got ready")
    #expect(!memory.parks(before: time(8), isFlow: false), "the group is left")
    #expect(!memory.parks(before: nil, isFlow: false))
    memory.closeDecoder()
    #expect(!memory.parks(before: .zero, isFlow: false))
  }

  @Test func anOpenDecoderGoesOnUnlessASyncSampleLiesBetween() {
    var memory = ScrubStrategy()
    memory.note(still: time(5), sync: time(0))
    memory.leaveOpen(at: time(5))
    #expect(memory.way(to: time(7.9), sync: time(0)) == .onward(keeps: .few))
    #expect(memory.way(to: time(7.9), sync: time(6)) == .fresh(opens: true, keeps: .none))
    #expect(memory.way(to: time(4.9), sync: time(0)) == .fresh(opens: false, keeps: .many))
    #expect(memory.way(to: time(5.4), sync: nil) == .onward(keeps: .none))
    #expect(memory.way(to: time(5.6), sync: nil) == .fresh(opens: true, keeps: .none))
    memory.closeDecoder()
    #expect(memory.way(to: time(5.4), sync: time(0)) == .fresh(opens: true, keeps: .few))
  }

  /// Two steps back start preparation, one forward ends it.
  @Test func aHandThatGoesBackIsPreparedFor() {
    var memory = ScrubStrategy()
    for place in [5.0, 4.5] { memory.note(still: time(place), sync: .zero) }
    #expect(!memory.isGoingBack)
    memory.note(still: time(4), sync: .zero)
    #expect(memory.isGoingBack)
    memory.prepare(time(3))
    #expect(!memory.mayPrepare(time(3)) && memory.mayPrepare(time(2)))
    memory.prepare(time(2))
    memory.prepare(time(1))
    #expect(!memory.mayPrepare(time(0.5)), "it rests here")
    memory.note(still: time(3.5), sync: .zero)
    #expect(memory.mayPrepare(time(3)))
    memory.note(still: time(3.6), sync: .zero)
    #expect(!memory.isGoingBack)
  }
}
