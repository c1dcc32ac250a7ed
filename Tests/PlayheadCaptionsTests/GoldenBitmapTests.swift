import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadMedia
import PlayheadText
import TestSupport
import Testing

@testable import PlayheadCaptions

/// Bitmap captions, compared with the output of FFmpeg's filter `overlay` for the same file. ffmpeg writes VobSub and
/// DVB from a PGS file whose bytes are composed here.
@Suite(.serialized, .enabled(if: OtherRenderer.isThere, "there is no ffmpeg"))
struct GoldenBitmapTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  enum Kind: String, CaseIterable, Sendable {
    case pgs, vobSub, dvb

    /// Codec and container.
    var arguments: (codec: String, name: String) {
      switch self {
      case .pgs: ("copy", "film.mkv")
      case .vobSub: ("dvdsub", "film.mkv")
      case .dvb: ("dvbsub", "film.ts")
      }
    }
  }

  /// Gray video with captions of a kind: from 1 s to 3 s at the bottom, from 4 s to 5 s at the top.
  private func clip(_ kind: Kind) throws -> URL {
    let captions = folder.url.appendingPathComponent("captions.sup")
    try Data(GraphicStream.bytes).write(to: captions)
    let clip = folder.url.appendingPathComponent(kind.arguments.name)
    _ = try OtherRenderer.output([
      // PGS captions end with the next one; the others declare their end.
      "-v", "error", "-y", "-copyts", "-f", "lavfi", "-i", "color=c=0x646464:s=720x576:r=25:d=6",
      "-fix_sub_duration", "-i", captions.path,
      "-map", "0:v", "-map", "1:s", "-c:v", "mpeg2video", "-qscale:v", "1", "-c:s", kind.arguments.codec, clip.path,
    ])
    return clip
  }

  private func other(_ clip: URL, at seconds: Double) throws -> RenderedCaptions {
    let bytes = try OtherRenderer.output([
      "-v", "error", "-i", clip.path, "-filter_complex",
      "[0:v][0:s]overlay,select='gte(t-start_t,\(seconds))',format=rgb24[o]", "-map", "[o]", "-frames:v", "1", "-f",
      "rawvideo", "-",
    ])
    var rendered = RenderedCaptions(width: 720, height: 576, gray: Scenes.gray)
    try #require(bytes.count == rendered.pixels.count)
    rendered.pixels = Array(bytes)
    return rendered
  }

  @Test(arguments: Kind.allCases) func bitmapSubtitlesMatchOtherRenderer(kind: Kind) throws {
    let clip = try clip(kind)
    let read = try #require(try CaptionReader.read(clip))
    let start = read.track?.timeRange.start ?? .zero
    for seconds in [2.0, 4.5] {
      let own = Scenes.rendered(read.document, at: seconds, width: 720, height: 576)
      try own.show("\(kind.rawValue) at \(seconds)")
      #expect(!own.isEmpty(gray: Scenes.gray), "\(kind) at \(seconds), \(start.seconds)")
      let other = try other(clip, at: seconds)
      try other.show("\(kind.rawValue) at \(seconds) elsewhere")
      #expect(own.similarity(to: other, gray: Double(Scenes.gray)) >= 0.98, "\(kind) at \(seconds)")
    }
    #expect(Scenes.rendered(read.document, at: 3.5, width: 720, height: 576).isEmpty(gray: Scenes.gray))
    let times = read.document.cues.map { [$0.start.seconds, $0.end.seconds] }
    #expect(times.count == 2)
    for (found, expected) in zip(times.joined(), [1.0, 3, 4, 5]) { #expect(abs(found - expected) < 0.05, "\(times)") }
  }
}

/// A PGS stream: a white sign with a black outline, twice (the segments of HDMV's presentation graphics).
private enum GraphicStream {
  private static let (width, height) = (240, 48)

  static var bytes: [UInt8] {
    shown(at: 1, x: 240, y: 480, number: 0) + hidden(at: 3, number: 1) + shown(at: 4, x: 100, y: 40, number: 2)
      + hidden(at: 5, number: 3)
  }

  private static func two(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }

  private static func segment(_ kind: UInt8, at seconds: Int, _ body: [UInt8]) -> [UInt8] {
    let time = two((seconds * 90000) >> 16) + two(seconds * 90000)
    return Array("PG".utf8) + time + [0, 0, 0, 0, kind] + two(body.count) + body
  }

  private static func window(_ x: Int, _ y: Int) -> [UInt8] { [1, 0] + two(x) + two(y) + two(width) + two(height) }

  private static func shown(at seconds: Int, x: Int, y: Int, number: Int) -> [UInt8] {
    var composition = two(720) + two(576) + [0x10] + two(number)
    composition += [0x80, 0, 0, 1] + two(0) + [0, 0] + two(x) + two(y)
    // Brightness, red, blue, opacity.
    let palette: [UInt8] = [0, 0, 1, 16, 128, 128, 255, 2, 235, 128, 128, 255]
    let rendered = runs
    let size = rendered.count + 4
    var object = two(0) + [0, 0xC0, UInt8(size >> 16)]
    object += two(size) + two(width) + two(height) + rendered
    return segment(0x16, at: seconds, composition) + segment(0x17, at: seconds, window(x, y))
      + segment(0x14, at: seconds, palette) + segment(0x15, at: seconds, object) + segment(0x80, at: seconds, [])
  }

  private static func hidden(at seconds: Int, number: Int) -> [UInt8] {
    let composition = two(720) + two(576) + [0x10] + two(number) + [0, 0, 0, 0]
    return segment(0x16, at: seconds, composition) + segment(0x17, at: seconds, window(0, 0))
      + segment(0x80, at: seconds, [])
  }

  /// White blocks within black, uncompressed line by line.
  private static var runs: [UInt8] {
    (0..<height).flatMap { row -> [UInt8] in
      let isEdge = row < 4 || row >= height - 4
      var line: [UInt8] = []
      for _ in 0..<(width / 40) {
        line += isEdge ? run(32, 1) : run(4, 1) + run(24, 2) + run(4, 1)
        line += run(8, 0)
      }
      return line + [0, 0]
    }
  }

  private static func run(_ length: Int, _ color: UInt8) -> [UInt8] {
    color == 0 ? [0, UInt8(length)] : [0, 0x80 | UInt8(length), color]
  }
}
