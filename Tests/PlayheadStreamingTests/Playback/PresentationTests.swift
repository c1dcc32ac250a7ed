import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadTesting
import PlayheadText
import Testing

/// Third-party presentations, compared with ffmpeg's output (`presentations.tsv`, written by `presentations.py`).
@Suite(
  "Collected presentations", .enabled(if: Manifests.folder != nil, "no folder of presentations: set PLAYHEAD_CORPUS"))
struct PresentationTests {
  struct Case: Sendable, CustomStringConvertible {
    var name: String
    var expectedFrameCount: Int?
    /// Seconds from the first frame to the last one.
    var span: Double?
    var checksum: String
    var samples: Int?
    var description: String { name }
  }

  /// Cases in which ffmpeg is no reference, and the reasons.
  static let exceptions: [String: String] = [
    "multivideo-multiaudio/master.m3u8":
      "ffmpeg's first video is an angle that nobody has chosen; the variant's own is red_1",
    "iframe-only-broken/media.m3u8":
      "ffmpeg reads on in the first segment, which is one picture cut out; here both are shown",
    "sample-aes-ctr-byterange/index.m3u8": "ffmpeg does not decrypt it",
  ]

  static let cases: [Case] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("presentations.tsv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let cells = line.split(separator: "\t").map(String.init)
      return Case(
        name: cells[0], expectedFrameCount: Int(cells[1]), span: Double(cells[2]).map { $0 / 1e6 }, checksum: cells[3],
        samples: Int(cells[4]))
    }
  }()

  /// CRC-32 as in ISO 3309, bit by bit: independent of the one in the frames.
  private static func crc(_ text: String) -> String {
    var value: UInt32 = .max
    for byte in text.utf8 {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return String(format: "%08x", ~value)
  }

  private static func value(_ name: String, in line: String) -> String {
    line.split(separator: " ").first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) } ?? ""
  }

  static let comparable = cases.filter { exceptions[$0.name] == nil }

  @Test("frames match ffmpeg's", arguments: comparable)
  func videoFrames(sample: Case) throws {
    let folder = try #require(Manifests.folder)
    let dump = DumpedLines(folder.appendingPathComponent("files/hls").appendingPathComponent(sample.name))
    #expect(dump.events.last?.hasSuffix("playedToEnd") == true)
    let frames = dump.frames
    #expect(frames.count == sample.expectedFrameCount ?? 0)
    if sample.expectedFrameCount != nil {
      #expect(Self.crc(frames.map { Self.value("crc32", in: $0) }.joined()) == sample.checksum)
    }
    if let span = sample.span, let first = frames.first, let last = frames.last {
      let mine = (Double(Self.value("pts", in: last)) ?? 0) - (Double(Self.value("pts", in: first)) ?? 0)
      #expect(abs(mine - span) < 1e-5)
    }
    // Silence replaces audio that begins after the video, and at discontinuities: a fifth of a second at most.
    let samples = sample.samples ?? 0
    #expect((samples...samples + 9600).contains(dump.audioFrames))
  }

  @Test("trick-play I-frames are all shown")
  func trickPlayFrames() throws {
    let folder = try #require(Manifests.folder)
    let dump = DumpedLines(folder.appendingPathComponent("files/hls/iframe-only-broken/media.m3u8"))
    #expect(dump.frames.map { Self.value("pts", in: $0) } == ["0.000000", "2.002002"])
  }

  /// The checksum of the output of `ffmpeg -decryption_key` for the file.
  @Test("samples encrypted in counter mode are decrypted with a clear key")
  func counterMode() throws {
    let folder = try #require(Manifests.folder)
    let dump = DumpedLines(folder.appendingPathComponent("files/hls/sample-aes-ctr-byterange/index.m3u8"))
    #expect(dump.frames.count == 1500)
    #expect(dump.frames.prefix(3).allSatisfy { Self.value("crc32", in: $0) == "0fb0e723" })
  }

  /// Computed by hand from the files: their clock is at 140 s where the file begins, and at 3.083 s after the
  /// discontinuity, which is at 5.583 s; the last cue begins at 3.5 s of that.
  @Test("captions with another origin, and after a discontinuity, match the video timeline")
  func texts() throws {
    let folder = try #require(Manifests.folder).appendingPathComponent("files/hls")
    let far = try #require(
      try CaptionReader.read(folder.appendingPathComponent("text-offset-discontinuity/index.m3u8")))
    #expect(far.document.cues.map { ($0.start.seconds * 1000).rounded() } == [0, 2000, 6000])
    #expect(far.document.cues.map { ($0.end.seconds * 1000).rounded() } == [2000, 4000, 8000])
    let plain = try #require(
      try CaptionReader.read(folder.appendingPathComponent("standalone-webvtt/multivariant_playlist.m3u8")))
    #expect(plain.document.cues.map { ($0.start.seconds * 1000).rounded() } == [567, 667])
  }

  @Test("the variant's own video and the default audio play")
  func angles() throws {
    let folder = try #require(Manifests.folder).appendingPathComponent("files/hls/multivideo-multiaudio")
    let master = DumpedLines(folder.appendingPathComponent("master.m3u8"))
    let red = DumpedLines(folder.appendingPathComponent("red_1.m3u8"))
    #expect(master.frames.map { Self.value("crc32", in: $0) } == red.frames.map { Self.value("crc32", in: $0) })
    #expect(master.audioFrames == DumpedLines(folder.appendingPathComponent("original_128k.m3u8")).audioFrames)
  }
}
