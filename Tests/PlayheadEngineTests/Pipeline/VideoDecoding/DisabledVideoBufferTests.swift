import CoreMedia
import PlayheadFFmpeg
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite struct DisabledVideoBufferTests {
  private func packet(_ number: Int64, isKey: Bool = false, bytes: Int32 = 100) -> Packet {
    .made(presentation: ticks(number * 20), decode: ticks(number * 20), bytes: bytes, isKey: isKey)
  }

  @Test func bufferContinuesFromLastDecodedPacket() {
    var resting = DisabledVideoBuffer(limit: 10_000)
    for number in 3..<6 { resting.take(packet(Int64(number))) }
    #expect(resting.packets.map(\.presentationTime) == [ticks(60), ticks(80), ticks(100)])
    #expect(!resting.startsWithSyncSample)
    #expect(resting.end == ticks(100))
  }

  @Test func syncSampleReplacesEarlierPackets() {
    var resting = DisabledVideoBuffer(limit: 10_000)
    for number in 3..<9 { resting.take(packet(Int64(number), isKey: number == 7)) }
    #expect(resting.packets.map(\.presentationTime) == [ticks(140), ticks(160)])
    #expect(resting.startsWithSyncSample)
  }

  /// Too much since the last sync sample: video resumes with the next one.
  @Test func dropsGOPAboveLimit() {
    var resting = DisabledVideoBuffer(limit: 1000)
    resting.take(packet(0, isKey: true))
    for number in 1..<20 { resting.take(packet(Int64(number))) }
    #expect(resting.packets.isEmpty)
    resting.take(packet(20, isKey: true))
    resting.take(packet(21))
    #expect(resting.packets.map(\.presentationTime) == [ticks(400), ticks(420)])
    #expect(resting.startsWithSyncSample)
    #expect(resting.end == ticks(420))
  }

  @Test func removingAllForgetsEndOfTrack() {
    var buffer = DisabledVideoBuffer(limit: 10_000)
    buffer.take(packet(0, isKey: true))
    buffer.noteEndOfTrack()
    #expect(buffer.isComplete)
    buffer.removeAll()
    #expect(buffer.packets.isEmpty && buffer.end == nil && !buffer.startsWithSyncSample && !buffer.isComplete)
  }
}
