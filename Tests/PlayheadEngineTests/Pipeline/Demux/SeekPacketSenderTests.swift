import CoreMedia
import PlayheadFFmpeg
import TestSupport
import Testing

@testable import PlayheadPipeline

/// Packets in presentation order, without reordering.
@Suite struct SeekPacketSenderTests {
  private let queue = PacketQueue.made()

  private static func packet(_ time: Int64) -> Packet { .made(presentation: ticks(time), decode: ticks(time)) }

  private func send(_ times: [Int64], _ sender: inout SeekPacketSender, endsAtFrame: Bool) -> [SeekPacketSender.Effect]
  {
    times.map { sender.send(Self.packet($0), to: queue, endsAtFrame: endsAtFrame) }
  }

  @Test func withoutTargetPacketsAreSentAtOnce() {
    var sender = SeekPacketSender()
    sender.begin(target: nil, known: [])
    #expect(send([0, 20], &sender, endsAtFrame: false) == [.none, .none])
    #expect(queue.popSummaries() == ["packet 0", "packet 20"])
  }

  @Test func packetIsHeldUntilBetterCandidateIsKnown() {
    var sender = SeekPacketSender()
    sender.begin(target: ticks(45), known: [])
    #expect(send([0], &sender, endsAtFrame: true) == [.none])
    #expect(queue.isEmpty)
    #expect(!sender.isSettled)
    #expect(send([20, 40, 60], &sender, endsAtFrame: true) == [.none, .none, .frameKnown])
    // The packet after the target shows that no frame nearer to it follows.
    #expect(queue.popSummaries() == ["packet 0 skippable", "packet 20 skippable", "frame 40", "packet 40"])
    #expect(sender.isSettled)
  }

  @Test func packetsAfterFrameAreSentIfDecodingContinues() {
    var sender = SeekPacketSender()
    sender.begin(target: ticks(25), known: [])
    #expect(send([0, 20, 40], &sender, endsAtFrame: false) == [.none, .none, .frameKnown])
    #expect(queue.popSummaries() == ["packet 0 skippable", "frame 20", "packet 20", "packet 40"])
  }

  @Test func settlingSelectsLastFrame() {
    var sender = SeekPacketSender()
    sender.begin(target: ticks(500), known: [])
    _ = send([0, 20], &sender, endsAtFrame: true)
    sender.settle(to: queue, endsAtFrame: true)
    #expect(queue.popSummaries() == ["packet 0 skippable", "frame 20", "packet 20"])
  }

  @Test func settlingWithoutCandidateSendsAllPackets() {
    var sender = SeekPacketSender()
    sender.begin(target: ticks(10), known: [])
    _ = sender.send(.made(presentation: ticks(40), decode: ticks(0)), to: queue, endsAtFrame: true)
    sender.settle(to: queue, endsAtFrame: true)
    #expect(queue.popSummaries() == ["packet 40"])
  }

  @Test func packetsThatResumingDecoderHasReceivedAreUnneeded() {
    var sender = SeekPacketSender()
    sender.skip(through: ticks(20))
    let unsent = [0, 20, 40, 60].map { sender.isUnsent(Self.packet($0)) }
    #expect(unsent == [false, false, true, true])
  }

  @Test func tailEndsAfterItsPackets() {
    var sender = SeekPacketSender()
    sender.beginTail(2)
    #expect(send([0, 20, 40], &sender, endsAtFrame: false) == [.none, .tailSent, .none])
    sender.beginTail(0)
    #expect(send([60], &sender, endsAtFrame: false) == [.none])
  }
}
