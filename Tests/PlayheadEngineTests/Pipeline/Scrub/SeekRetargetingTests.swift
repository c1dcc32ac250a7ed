import CoreMedia
import TestSupport
import Testing

@testable import PlayheadPipeline

/// Retargeting of a paused seek whose target has moved.
@Suite struct SeekRetargetingTests {
  private static func plan(
    _ target: Int64, _ kind: PipelineStart.Kind = .showFrame(), opens: Bool = false
  ) -> PipelineStart {
    var plan = PipelineStart(epoch: 1, generation: 1, target: ticks(target), kind: kind)
    plan.reuse.leavesOpen = opens
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
    _ target: Int64, sent: Int64, received: Int64 = -1, upcoming: Int64, scrubPosition: Int64?
  ) throws -> SeekRetargeting.Advice {
    var retargeting = try #require(SeekRetargeting(Self.plan(target)))
    for packet in Self.packets(0..<sent) { retargeting.noteSent(packet) }
    retargeting.received(ticks(received))
    return retargeting.advice(scrubPosition: scrubPosition.map { ticks($0) }) { Self.packets(sent..<upcoming) }
  }

  @Test func doesNotRetargetWhenScrubbingForward() throws {
    #expect(try advice(400, sent: 5, upcoming: 15, scrubPosition: nil) == .proceed)
    #expect(try advice(400, sent: 5, upcoming: 15, scrubPosition: 400) == .proceed)
    #expect(try advice(400, sent: 5, upcoming: 15, scrubPosition: 600) == .proceed)
  }

  @Test func abandonsSeekForTargetBeforeSyncSample() throws {
    #expect(try advice(400, sent: 5, upcoming: 15, scrubPosition: -1) == .passed)
    #expect(try advice(400, sent: 0, upcoming: 15, scrubPosition: 100) == .proceed, "nothing is decoded yet")
  }

  @Test func retargetsToFrameAhead() throws {
    // Fed are 0, 2, 1, 4, 3; frame 10 covers 205.
    #expect(
      try advice(400, sent: 5, upcoming: 15, scrubPosition: 205) == .retarget(target: ticks(205), frameTime: ticks(200))
    )
  }

  @Test func waitsForUnreadPackets() throws {
    #expect(try advice(400, sent: 5, upcoming: 8, scrubPosition: 205) == .proceed)
  }

  @Test func abandonsSeekForFrameAlreadyPassed() throws {
    #expect(try advice(400, sent: 10, received: 160, upcoming: 15, scrubPosition: 65) == .passed)
    // Frame 9 has not been fed, 10 has: it is presented later and covers 205.
    #expect(try advice(400, sent: 10, received: 200, upcoming: 15, scrubPosition: 205) == .passed)
  }

  /// Fed are 0, 2, 1, … 9, 12, 11; 12 to 7 are still inside: frame 10 covers 205 and is output when nothing more is
  /// fed.
  @Test func retargetsToFrameInsideDecoder() throws {
    var retargeting = try #require(SeekRetargeting(Self.plan(400)))
    for packet in Self.packets(0..<12) { retargeting.noteSent(packet) }
    retargeting.received(ticks(120))
    #expect(
      retargeting.advice(scrubPosition: ticks(205)) { Self.packets(12..<25) }
        == .retarget(target: ticks(205), frameTime: ticks(200)))
    #expect(retargeting.isComplete)
    retargeting.received(ticks(220))
    #expect(retargeting.advice(scrubPosition: ticks(190)) { Self.packets(12..<25) } == .passed, "it has come out")
  }

  @Test func abandonsSeekForSkippedFrame() throws {
    var retargeting = try #require(SeekRetargeting(Self.plan(400)))
    for packet in Self.packets(0..<12) { retargeting.noteSent(packet, isSkippable: packet.presentation == ticks(200)) }
    #expect(retargeting.advice(scrubPosition: ticks(205)) { Self.packets(12..<25) } == .passed)
  }

  /// Packets fed before the decoder was pooled may have been skipped, and its output frames are gone.
  @Test func reusedDecoderKnowsItsPosition() throws {
    var plan = Self.plan(800)
    plan.reuse.approach = .pooled(poolsFormer: false)
    var retargeting = try #require(SeekRetargeting(plan))
    let sent = Self.packets(0..<12).map(\.presentation)
    retargeting.resume(DecoderPoolPositions.Position(openTime: ticks(120), lastDecode: ticks(200), sent: sent))
    #expect(retargeting.advice(scrubPosition: ticks(100)) { Self.packets(12..<45) } == .passed)
    #expect(
      retargeting.advice(scrubPosition: ticks(205)) { Self.packets(12..<45) } == .passed, "it may have been left out")
    #expect(
      retargeting.advice(scrubPosition: ticks(405)) { Self.packets(12..<45) }
        == .retarget(target: ticks(405), frameTime: ticks(400)))
  }

  @Test func secondRetargetComparesWithFirst() throws {
    var retargeting = try #require(SeekRetargeting(Self.plan(400)))
    for packet in Self.packets(0..<3) { retargeting.noteSent(packet) }
    #expect(!retargeting.isRetargeted)
    _ = retargeting.advice(scrubPosition: ticks(205)) { Self.packets(3..<15) }
    #expect(retargeting.isRetargeted && retargeting.target == ticks(205))
    #expect(retargeting.advice(scrubPosition: ticks(300)) { Self.packets(3..<15) } == .proceed)
    #expect(
      retargeting.advice(scrubPosition: ticks(105)) { Self.packets(3..<15) }
        == .retarget(target: ticks(105), frameTime: ticks(100)))
  }

  @Test func noRetargetingForStepsOrPlayback() {
    #expect(SeekRetargeting(Self.plan(400, opens: true)) == nil)
    #expect(SeekRetargeting(Self.plan(400, .stepBackward)) == nil)
    #expect(SeekRetargeting(Self.plan(400, .play())) == nil)
    #expect(SeekRetargeting(Self.plan(400, .prefetch)) != nil)
  }
}
