import CoreMedia
import PlayheadFFmpeg
import TestSupport
import Testing

@testable import PlayheadPipeline

@Suite struct PacketQueueTests {
  private let consumer = CountingGate()
  private let producer = CountingGate()
  private let queue: PacketQueue

  init() { queue = PacketQueue(consumer: consumer, producer: producer) }

  private func push(_ time: Int64, bytes: Int32 = 100) {
    queue.push(.packet(.made(presentation: ticks(time), decode: ticks(time), bytes: bytes), skipsNonReference: false))
  }

  private func popTime() -> CMTime? {
    guard case .packet(let packet, _) = queue.pop() else { return nil }
    return packet.decodeTime
  }

  @Test func popsElementsInOrder() {
    for time in 0..<1000 { push(Int64(time)) }
    for time in 0..<1000 { #expect(popTime() == ticks(Int64(time))) }
    #expect(queue.pop() == nil)
    #expect(queue.isEmpty)
  }

  @Test func byteCountMatchesQueuedPackets() {
    push(0, bytes: 300)
    push(20, bytes: 50)
    queue.push(.endOfStream)
    #expect(queue.bytes == 350)
    _ = queue.pop()
    #expect(queue.bytes == 50)
    _ = queue.pop()
    #expect(queue.bytes == 0)
    #expect(!queue.isEmpty)
  }

  @Test func durationSpansOldestToNewestPacket() {
    #expect(queue.seconds == 0)
    for time in stride(from: Int64(0), through: 1200, by: 20) { push(time) }
    #expect(abs(queue.seconds - 2) < 1e-9)
    for _ in 0..<31 { _ = queue.pop() }
    // The oldest counted packet is the last popped one, at one second.
    #expect(abs(queue.seconds - 1) < 1e-9)
  }

  @Test func usesPresentationTimeWithoutDecodeTime() {
    for time in [0, 600] {
      queue.push(.packet(.made(presentation: ticks(Int64(time)), decode: .invalid), skipsNonReference: false))
    }
    #expect(queue.seconds == 1)
  }

  @Test func pushWakesDecoderAndPopWakesReader() {
    push(0)
    queue.push(.drain)
    #expect(consumer.openings == 2)
    _ = queue.pop()
    _ = queue.pop()
    _ = queue.pop()
    #expect(producer.openings == 2)
  }

  @Test func reportsNewerStartUntilPopped() {
    let begin = PipelineElement.begin(
      PipelineStart(epoch: 2, generation: 2, target: .zero, kind: .play()), target: .zero)
    push(0)
    #expect(!queue.holdsNewerStart)
    queue.clear()
    queue.push(begin)
    push(0)
    #expect(queue.holdsNewerStart)
    _ = queue.pop()
    #expect(!queue.holdsNewerStart)
    #expect(popTime() == .zero)
  }

  @Test func clearResetsEverything() {
    push(0)
    push(600)
    queue.clear()
    #expect(queue.isEmpty && queue.bytes == 0 && queue.seconds == 0 && queue.pop() == nil)
  }

  @Test func acknowledgementWakesReaderAndOutlivesClear() {
    #expect(queue.acknowledgedStart == 0)
    queue.acknowledge(start: 7)
    #expect(producer.openings == 1)
    queue.clear()
    #expect(queue.acknowledgedStart == 7)
  }
}
