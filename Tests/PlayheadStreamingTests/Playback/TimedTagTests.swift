import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadItems
@testable import PlayheadStreaming

/// ID3 tags of streams, each with the title of its time.
@Suite("Timed tags of streams")
struct TimedTagTests {
  private let server: FaultServer

  init() throws { server = try FaultServer() }

  private static func titles(_ run: StreamRun) -> [(time: Double, title: String?)] {
    run.item.timedMetadata.groups.map { group in
      (group.start.seconds, group.tags.first { $0.key == "TIT2" }?.text)
    }
  }

  /// The fixture's times begin at ten seconds.
  @Test("of a transport stream, at their timestamps")
  func transport() throws {
    var stream = try SlicedStream.transport("start-offset.ts")
    let first = try Fixtures.start(ofTransport: stream.segments[0].data)
    var at = 0.0
    var expected: [(Double, String)] = []
    for index in stream.segments.indices {
      let time = at + 0.25
      expected.append((time, "part \(index)"))
      stream.segments[index].data = TaggedStream.add(
        [(first + UInt64((time * 90_000).rounded()), TaggedStream.tag("part \(index)"))],
        to: stream.segments[index].data)
      at += stream.segments[index].duration
    }
    stream.serve("/v", on: server)
    let run = StreamRun(server.url("/v/index.m3u8"))
    run.run(seconds: 12)
    #expect(run.hasEnded && run.frames.count == 300)
    let found = Self.titles(run)
    #expect(found.map(\.title) == expected.map(\.1))
    for (found, expected) in zip(found, expected) { #expect(abs(found.time - expected.0) < 0.001) }
    // Seeking back finds the same tags again: they count once.
    run.seek(to: 0)
    run.run(seconds: 2)
    #expect(Self.titles(run).count == expected.count)
  }

  @Test("of packed audio, at the start of each segment")
  func packed() throws {
    var audio = try PackedAudio(track: 1, origin: 10, seconds: 5)
    for index in audio.segments.indices {
      let extra = TaggedStream.tag("part \(index)").dropFirst(10)
      var bytes = [UInt8](audio.segments[index].data)
      let length = 10 + Int(bytes[9])
      bytes.insert(contentsOf: extra, at: length)
      bytes[9] += UInt8(extra.count)
      audio.segments[index].data = Data(bytes)
    }
    audio.serve("/a", on: server)
    let run = StreamRun(server.url("/a/index.m3u8"))
    run.run(seconds: 7)
    let found = Self.titles(run)
    #expect(found.map(\.title) == audio.segments.indices.map { "part \($0)" })
    var start = 0.0
    for (index, found) in found.enumerated() {
      #expect(abs(found.time - start) < 0.001)
      start += audio.segments[index].duration
    }
    // The frame that only declares the audio's start is not delivered.
    #expect(run.item.timedMetadata.groups.allSatisfy { $0.tags.count == 1 })
  }

  @Test("of event messages in fragmented MP4")
  func messages() throws {
    var stream = try SlicedStream.fragments("fragmented.mp4")
    stream.segments[1].data =
      TaggedStream.message(TaggedStream.tag("now"), time: 4500, timescale: 1000, duration: 1500)
      + stream.segments[1].data
    stream.serve("/v", on: server)
    let run = StreamRun(server.url("/v/index.m3u8"))
    run.run(seconds: 12)
    #expect(run.hasEnded && run.failure == nil)
    let group = try #require(run.item.timedMetadata.groups.first)
    #expect(run.item.timedMetadata.groups.count == 1)
    #expect(group.tags.map(\.text) == ["now"])
    #expect(abs(group.start.seconds - 4.5) < 0.1)
    #expect(group.end.map { abs(($0 - group.start).seconds - 1.5) < 0.001 } == true)
  }

  @Test("event messages are found however the bytes are split", arguments: [1, 7, 64, 1000])
  func pieces(size: Int) {
    let other = Data([0, 0, 0, 20]) + Data("styp".utf8) + Data(repeating: 9, count: 12)
    let large = Data([0, 0, 0, 1]) + Data("mdat".utf8) + Data([0, 0, 0, 0, 0, 0, 0, 20, 1, 2, 3, 4])
    let message = TaggedStream.message([1, 2, 3], time: 90_000, timescale: 90_000)
    let all = [UInt8](other + message + large + message + other)
    var events = EventMessages()
    var found: [EventMessage] = []
    for start in stride(from: 0, to: all.count, by: size) {
      found += Array(all[start..<min(all.count, start + size)]).withUnsafeBytes { events.scan($0) }
    }
    #expect(found.map(\.data) == [[1, 2, 3], [1, 2, 3]])
    #expect(found.allSatisfy { $0.time == CMTime(value: 1, timescale: 1) && !$0.isRelative && $0.duration == nil })
    #expect(found.allSatisfy { $0.holdsID3 && $0.identifier == 1 })
    var broken = EventMessages()
    #expect([0, 0, 0, 3, 1, 1, 1, 1, 0].withUnsafeBytes { broken.scan($0) }.isEmpty)
  }
}

extension Fixtures {
  /// The first presentation time of a transport stream, in ticks: of any of its streams (ISO/IEC 13818-1 §2.4.3.7).
  static func start(ofTransport data: Data) throws -> UInt64 {
    var times: [Int: UInt64] = [:]
    for start in stride(from: 0, to: data.count - 188, by: 188) {
      let packet = [UInt8](data[data.startIndex + start..<data.startIndex + start + 188])
      let pid = Int(packet[1] & 0x1F) << 8 | Int(packet[2])
      guard packet[1] & 0x40 != 0 else { continue }
      var at = 4
      if packet[3] & 0x20 != 0 { at += 1 + Int(packet[4]) }
      guard at + 14 < 188, Array(packet[at..<at + 3]) == [0, 0, 1], packet[at + 7] & 0x80 != 0 else { continue }
      let stamp = packet[at + 9..<at + 14].map { UInt64($0) }
      let time =
        (stamp[0] >> 1 & 7) << 30 | stamp[1] << 22 | (stamp[2] >> 1) << 15 | stamp[3] << 7 | stamp[4] >> 1
      if times[pid] == nil { times[pid] = time }
    }
    return try #require(times.values.min())
  }
}
