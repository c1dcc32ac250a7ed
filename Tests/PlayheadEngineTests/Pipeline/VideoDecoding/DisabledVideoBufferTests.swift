import CoreMedia
import PlayheadFFmpeg
import TestSupport
import Testing

@testable import PlayheadPipeline

@Suite struct DisabledVideoBufferTests {
  private func packet(_ number: Int64, isKey: Bool = false, bytes: Int32 = 100) -> Packet {
    .made(presentation: ticks(number * 20), decode: ticks(number * 20), bytes: bytes, isKey: isKey)
  }

  @Test func bufferContinuesFromLastDecodedPacket() {
    var window = DisabledVideoBuffer(limit: 10_000)
    for number in 3..<6 { window.take(packet(Int64(number))) }
    #expect(window.packets.map(\.presentationTime) == [ticks(60), ticks(80), ticks(100)])
    #expect(!window.startsWithSyncSample)
    #expect(window.end == ticks(100))
  }

  @Test func syncSampleReplacesEarlierPackets() {
    var window = DisabledVideoBuffer(limit: 10_000)
    for number in 3..<9 { window.take(packet(Int64(number), isKey: number == 7)) }
    #expect(window.packets.map(\.presentationTime) == [ticks(140), ticks(160)])
    #expect(window.startsWithSyncSample)
  }

  /// Too much since the last sync sample: video resumes with the next one.
  @Test func dropsGOPAboveLimit() {
    var window = DisabledVideoBuffer(limit: 1000)
    window.take(packet(0, isKey: true))
    for number in 1..<20 { window.take(packet(Int64(number))) }
    #expect(window.packets.isEmpty)
    window.take(packet(20, isKey: true))
    window.take(packet(21))
    #expect(window.packets.map(\.presentationTime) == [ticks(400), ticks(420)])
    #expect(window.startsWithSyncSample)
    #expect(window.end == ticks(420))
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
