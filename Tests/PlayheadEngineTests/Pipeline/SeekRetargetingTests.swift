import CoreMedia
import TestSupport
import Testing

@testable import PlayheadEngine

/// Retargeting of a paused seek whose target has moved.
@Suite struct SeekRetargetingTests {
  private static func plan(_ target: Int64, opens: Bool = false) -> PipelineStart {
    var plan = PipelineStart(epoch: 1, generation: 1, target: ticks(target), mode: .still)
    plan.leavesOpen = opens
    return plan
  }

  /// Packets in decode order of groups of a reference frame and the one presented before it: 0, 2, 1, 4, 3, 6, 5 …
  private static func packets(_ range: Range<Int64>) -> [SeekPacketFilter.Times] {
    range.map { decode in
      let shown = decode == 0 ? 0 : decode % 2 == 1 ? decode + 1 : decode - 1
      return SeekPacketFilter.Times(presentation: ticks(shown * 20), decode: ticks(decode * 20 - 20))
    }
  }

  private func advice(
    _ target: Int64, given: Int64, received: Int64 = -1, upcoming: Int64, wish: Int64?
  ) throws -> SeekRetargeting.Advice {
    var detour = try #require(SeekRetargeting(Self.plan(target)))
    for packet in Self.packets(0..<given) { detour.gave(packet) }
    detour.received(ticks(received))
    return detour.advice(wish: wish.map { ticks($0) }) { Self.packets(given..<upcoming) }
  }

  @Test func aHandThatStaysOrGoesForwardChangesNothing() throws {
    #expect(try advice(400, given: 5, upcoming: 15, wish: nil) == .goOn)
    #expect(try advice(400, given: 5, upcoming: 15, wish: 400) == .goOn)
    #expect(try advice(400, given: 5, upcoming: 15, wish: 600) == .goOn)
  }

  @Test func beforeTheSyncSampleIsAnotherWay() throws {
    #expect(try advice(400, given: 5, upcoming: 15, wish: -1) == .passed)
    #expect(try advice(400, given: 0, upcoming: 15, wish: 100) == .goOn, "nothing is known of the way yet")
  }

  @Test func aPictureAheadIsLandedOn() throws {
    // Fed are 0, 2, 1, 4, 3; frame 10 covers 205.
    #expect(try advice(400, given: 5, upcoming: 15, wish: 205) == .land(target: ticks(205), cover: ticks(200)))
  }

  @Test func whatIsNotReadYetIsWaitedFor() throws {
    #expect(try advice(400, given: 5, upcoming: 8, wish: 205) == .goOn)
  }

  @Test func whatWasGivenIsPassed() throws {
    #expect(try advice(400, given: 10, received: 160, upcoming: 15, wish: 65) == .passed)
    // Frame 9 has not been fed, 10 has: it is presented later and covers 205.
    #expect(try advice(400, given: 10, received: 200, upcoming: 15, wish: 205) == .passed)
  }

  /// Fed are 0, 2, 1, … 9, 12, 11; 12 to 7 are still inside: frame 10 covers 205 and is output when nothing more is
  /// fed.
  @Test func whatIsInsideTheDecoderIsLandedOn() throws {
    var detour = try #require(SeekRetargeting(Self.plan(400)))
    for packet in Self.packets(0..<12) { detour.gave(packet) }
    detour.received(ticks(120))
    #expect(
      detour.advice(wish: ticks(205)) { Self.packets(12..<25) } == .land(target: ticks(205), cover: ticks(200)))
    #expect(detour.isComplete)
    detour.received(ticks(220))
    #expect(detour.advice(wish: ticks(190)) { Self.packets(12..<25) } == .passed, "it has come out")
  }

  @Test func whatMayHaveBeenLeftOutIsNotWaitedFor() throws {
    var detour = try #require(SeekRetargeting(Self.plan(400)))
    for packet in Self.packets(0..<12) { detour.gave(packet, mayBeLeftOut: packet.presentation == ticks(200)) }
    #expect(detour.advice(wish: ticks(205)) { Self.packets(12..<25) } == .passed)
  }

  /// Packets fed before the decoder was pooled may have been skipped, and its output frames are gone.
  @Test func aDecoderThatGoesOnKnowsWhereItStands() throws {
    var plan = Self.plan(800)
    plan.way = .parked
    var detour = try #require(SeekRetargeting(plan))
    let given = Self.packets(0..<12).map(\.presentation)
    detour.resume(DecoderPoolPositions.Place(landed: ticks(120), lastDecode: ticks(200), given: given))
    #expect(detour.advice(wish: ticks(100)) { Self.packets(12..<45) } == .passed)
    #expect(detour.advice(wish: ticks(205)) { Self.packets(12..<45) } == .passed, "it may have been left out")
    #expect(
      detour.advice(wish: ticks(405)) { Self.packets(12..<45) } == .land(target: ticks(405), cover: ticks(400)))
  }

  @Test func aSecondMoveIsMeasuredAgainstTheFirst() throws {
    var detour = try #require(SeekRetargeting(Self.plan(400)))
    for packet in Self.packets(0..<3) { detour.gave(packet) }
    #expect(!detour.hasTurned)
    _ = detour.advice(wish: ticks(205)) { Self.packets(3..<15) }
    #expect(detour.hasTurned && detour.target == ticks(205))
    #expect(detour.advice(wish: ticks(300)) { Self.packets(3..<15) } == .goOn)
    #expect(
      detour.advice(wish: ticks(105)) { Self.packets(3..<15) } == .land(target: ticks(105), cover: ticks(100)))
  }

  @Test func whatGoesOnOrFlowsHasNoDetour() {
    #expect(SeekRetargeting(Self.plan(400, opens: true)) == nil)
    var steps = Self.plan(400)
    steps.snapsToPicture = true
    #expect(SeekRetargeting(steps) == nil)
    var flow = Self.plan(400)
    flow.mode = .flow
    #expect(SeekRetargeting(flow) == nil)
  }
}
