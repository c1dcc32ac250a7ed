import Foundation
import PlayheadStreaming
import PlayheadTesting
import TestSupport
import Testing

/// SAMPLE-AES with clear keys. The encrypted media are made by Scripts/fixtures.d/sample_aes.py, which is independent
/// of the player.
@Suite("Encrypted samples")
struct SampleEncryptionTests {
  private static let key = Data((0..<16).map { UInt8($0) })
  private static let tag =
    "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"key\",IV=0x" + (100..<116).map { String(format: "%02X", $0) }.joined()

  private static func dump(_ url: URL) -> (frames: [String], audio: [String], events: [String]) {
    let lines = DumpedLines(url)
    return (lines.frames, lines.lines.filter { $0.hasPrefix("audio") }, lines.events)
  }

  @Test(
    "transport streams: every frame and every audio block equals the clear one",
    arguments: [("sample-aes.ts", "start-offset.ts"), ("sample-aes-ac3.ts", "ac3.ts")])
  func transport(name: String, clear: String) throws {
    let server = try FaultServer()
    server.serve("/a/key", ServedResource(.data(Self.key)))
    var encrypted = try SlicedStream.transport(name)
    let plain = try SlicedStream.transport(clear)
    try #require(encrypted.segments.count == 10 && plain.segments.count == 10)
    // The apparent duration of the encrypted audio depends on the release of FFmpeg: it parses frame headers in
    // encrypted data.
    for index in 0..<10 { encrypted.segments[index].duration = plain.segments[index].duration }
    encrypted.serve("/a", on: server, playlist: encrypted.playlist(tags: { $0 == 0 ? [Self.tag] : [] }))
    plain.serve("/b", on: server)
    let found = Self.dump(server.url("/a/index.m3u8"))
    let expected = Self.dump(server.url("/b/index.m3u8"))
    #expect(found.frames.count == 300 && !found.audio.isEmpty)
    #expect(found.frames == expected.frames)
    #expect(found.audio == expected.audio)
    #expect(found.events == expected.events)
    // Without the key the frames differ: the compared data is really encrypted.
    encrypted.serve("/c", on: server)
    #expect(Self.dump(server.url("/c/index.m3u8")).frames != expected.frames)
  }

  @Test("AAC without a container")
  func packed() throws {
    let server = try FaultServer()
    server.serve("/key", ServedResource(.data(Self.key)))
    for (name, tags) in [("sample-aes", [Self.tag]), ("audio", [])] {
      let lines =
        ["#EXTM3U", "#EXT-X-TARGETDURATION:10"] + tags + ["#EXTINF:10,", "\(name).aac", "#EXT-X-ENDLIST"]
      server.serve("/\(name).m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
      let audio = try Data(contentsOf: try Fixtures.url("\(name).aac"))
      server.serve("/\(name).aac", ServedResource(.data(PackedAudio.tag(900_000) + audio)))
    }
    let found = Self.dump(server.url("/sample-aes.m3u8"))
    #expect(found.audio.count > 10)
    #expect(found.audio == Self.dump(server.url("/audio.m3u8")).audio)
  }

  /// cenc.mp4 is made by Scripts/fixtures.d/cenc.py; FFmpeg's own decryption of it was compared with the clear file's
  /// frames.
  @Test(
    "fragmented MP4 with the schemes `cbcs` and `cenc`",
    arguments: [
      ("cbcs.mp4", Self.tag), ("cenc.mp4", "#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"key\""),
    ])
  func fragments(name: String, tag: String) throws {
    let server = try FaultServer()
    server.serve("/a/key", ServedResource(.data(Self.key)))
    let encrypted = try SlicedStream.fragments(name, timedAs: "fragmented.mp4")
    encrypted.serve("/a", on: server, playlist: encrypted.playlist(tags: { $0 == 0 ? [tag] : [] }))
    try SlicedStream.fragments("fragmented.mp4").serve("/b", on: server)
    let found = Self.dump(server.url("/a/index.m3u8"))
    let expected = Self.dump(server.url("/b/index.m3u8"))
    #expect(found.frames.count == 300)
    #expect(found.frames == expected.frames)
    #expect(found.audio == expected.audio)
    // Without the key it cannot be played as clear media.
    encrypted.serve("/c", on: server)
    #expect(Self.dump(server.url("/c/index.m3u8")).frames != expected.frames)
  }

  @Test("SAMPLE-AES-CTR is supported in MP4 only")
  func counter() throws {
    let server = try FaultServer()
    server.serve("/a/key", ServedResource(.data(Self.key)))
    let plain = try SlicedStream.transport("start-offset.ts")
    let tag = Self.tag.replacingOccurrences(of: "SAMPLE-AES", with: "SAMPLE-AES-CTR")
    plain.serve("/a", on: server, playlist: plain.playlist(tags: { $0 == 0 ? [tag] : [] }))
    #expect(DumpedLines(server.url("/a/index.m3u8")).events.contains { $0.contains("failed isProtected") })
  }

  @Test("damaged segments keep their length, whatever is damaged", arguments: 0..<40 as Range<UInt64>)
  func damaged(seed: UInt64) throws {
    let bytes = [UInt8](try Data(contentsOf: try Fixtures.url("sample-aes.ts")).prefix(188 * 300))
    let samples = SampleDecryption { $0.map { ~$0 } }
    var random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % limit
    }
    var broken = bytes
    for _ in 0..<200 { broken[next(broken.count)] = UInt8(next(256)) }
    // The headers of packets and units have the largest effect.
    for _ in 0..<100 { broken[next(300) * 188 + 1 + next(30)] = UInt8(next(256)) }
    let cut = Array(broken.prefix(188 * 250 + next(188)))
    #expect(samples.segment(cut).count == cut.count)
  }
}
