import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadItems

/// Internet radio: endless audio with interleaved titles.
@Suite("Titles of internet radio")
struct RadioTitleTests {
  /// The fixture has a constant bit rate of 128,000 (ffprobe): each byte has a time.
  @Test("they are reported at the time of the audio that follows, and are not audible")
  func titles() throws {
    let data = try Data(contentsOf: Fixtures.url("audio.mp3"))
    let server = try FaultServer()
    var resource = ServedResource(.endless(data))
    resource.fields = ["icy-name": "Radio", "Content-Type": "audio/mpeg"]
    resource.titles = (interval: 16_000, text: "Ada - Notes")
    resource.laterTitles = ["Ada - Notes", "Ada - More"]
    server.serve("/live", resource)
    let run = StreamRun(server.url("/live"))
    run.run(seconds: 8)
    #expect(run.failure == nil && !run.audioBlocks.isEmpty)
    let groups = run.item.timedMetadata.groups
    #expect(groups.map { $0.tags.map(\.text) } == [["Ada - Notes"], ["Ada - More"]])
    #expect(groups.map { $0.tags.map(\.key) } == [["StreamTitle"], ["StreamTitle"]])
    #expect(server.requests.first?.fields["icy-metadata"] == "1")
    // The first precedes byte 16,000 of the audio, the other one byte 48,000.
    for (group, time) in zip(groups, [1.0, 3]) { #expect(abs(group.start.seconds - time) < 0.1) }
    // The audio is that of the file.
    let file = StreamRun(try Fixtures.url("audio.mp3"))
    file.run(seconds: 2)
    let captured = run.audioBlocks.prefix(60).flatMap(\.samples)
    #expect(captured == Array(file.audioBlocks.flatMap(\.samples).prefix(captured.count)))
  }

  @Test("AAC without a container: titles at the frames that follow")
  func aac() throws {
    let data = try Data(contentsOf: Fixtures.url("audio.aac"))
    let server = try FaultServer()
    var resource = ServedResource(.endless(data))
    resource.fields = ["Content-Type": "audio/aacp"]
    resource.titles = (interval: 16_000, text: "One")
    resource.laterTitles = ["One", "Two", "Three"]
    server.serve("/live", resource)
    let run = StreamRun(server.url("/live"))
    run.run(seconds: 8)
    #expect(run.failure == nil && !run.audioBlocks.isEmpty)
    let groups = run.item.timedMetadata.groups
    #expect(groups.map { $0.tags.map(\.text) } == [["One"], ["Two"], ["Three"]])
    for (group, byte) in zip(groups, [16_000, 48_000, 64_000]) {
      #expect(abs(group.start.seconds - Self.time(ofByte: byte, in: data)) < 0.1)
    }
  }

  /// The time of the frame of 1024 samples that contains a byte: ADTS declares the length of each (ISO/IEC 13818-7
  /// §6.2).
  private static func time(ofByte byte: Int, in data: Data) -> Double {
    var (offset, frames) = (0, 0)
    while offset < byte {
      let length = Int(data[offset + 3] & 3) << 11 | Int(data[offset + 4]) << 3 | Int(data[offset + 5]) >> 5
      offset += max(1, length)
      frames += 1
    }
    return Double(frames) * 1024 / 48_000
  }
}
