import CoreMedia
import Foundation
import PlayheadText
import Testing

@testable import PlayheadCaptions

/// Captions of every text format: the script generated for each renders in FFmpeg's filter as here.
///
/// With `PLAYHEAD_PICTURES=FOLDER` the rendered images are also written there for inspection.
@Suite(.enabled(if: OtherRenderer.isThere, "ffmpeg has no filter named ass"))
struct GoldenFormatTests {
  struct Case: CustomStringConvertible, Sendable {
    var name: String
    var document: @Sendable () -> CueDocument
    var seconds = 1.0
    var description: String { name }

    init(_ name: String, at seconds: Double = 1, _ document: @escaping @Sendable () -> CueDocument) {
      (self.name, self.document, self.seconds) = (name, document, seconds)
    }
  }

  static let cases: [Case] = [
    Case("a region of WebVTT") {
      WebVTTParser.parse(
        "WEBVTT\n\nREGION\nid:r\nwidth:40%\nlines:3\nregionanchor:0%,100%\nviewportanchor:10%,40%\n\n"
          + "00:00.000 --> 00:05.000 region:r align:left\nin a region\nof two lines\n")
    },
    Case("a style sheet of WebVTT") {
      WebVTTParser.parse(
        "WEBVTT\n\nSTYLE\n::cue(.loud) { color: red; font-weight: bold }\n\n00:00.000 --> 00:05.000\nnot <c.loud>loud</c>\n"
      )
    },
    Case("ruby of WebVTT") {
      Scenes.webVTT("00:00.000 --> 00:05.000\n<ruby>base<rt>above</rt></ruby> and <ruby>x<rt>wider</rt></ruby>.\n")
    },
    Case("ruby in two lines at the top") {
      Scenes.webVTT(
        "00:00.000 --> 00:05.000 line:0\n<ruby>first<rt>1st</rt></ruby> line\nand <ruby>second<rt>2nd</rt></ruby>\n")
    },
    Case("vertical, growing to the left") {
      Scenes.webVTT("00:00.000 --> 00:05.000 vertical:rl line:0\nfirst ★★\nsecond line\n")
    },
    Case("vertical, growing to the right") {
      Scenes.webVTT("00:00.000 --> 00:05.000 vertical:lr line:0\nfirst ★★\nsecond line\n")
    },
    Case("vertical with its own place") {
      Scenes.webVTT("00:00.000 --> 00:05.000 vertical:rl line:50% position:100% align:end\n<b>to the end</b>\n")
    },
    Case("vertical and broken") {
      Scenes.webVTT(
        "00:00.000 --> 00:05.000 vertical:rl size:60%\na line that is much too long for the height of this picture\n")
    },
    Case("vertical with ruby") {
      Scenes.webVTT("00:00.000 --> 00:05.000 vertical:rl line:0\n<ruby>★☆★<rt>stars</rt></ruby> above\n")
    },
    Case("SRT with its tags") {
      SubRipParser.parse(
        "1\n00:00:00,000 --> 00:00:05,000\n<i>slanted</i> and <font color=\"#00ff00\">green</font>\n<b>bold</b>\n")
    },
    Case("SRT at the top") {
      SubRipParser.parse("1\n00:00:00,000 --> 00:00:05,000\n{\\an8}At the top\n")
    },
    Case("TTML in a region") {
      ttml(
        "<p begin='0s' end='5s' region='r'>In a region, <span tts:color='yellow'>yellow</span></p>",
        "<layout><region xml:id='r' tts:origin='10% 10%' tts:extent='50% 20%' tts:textAlign='start'/></layout>")
    },
    Case("TTML with a background") {
      ttml("<p begin='0s' end='5s'><span tts:backgroundColor='#000080' tts:fontStyle='italic'>in a box</span></p>")
    },
    Case("TTML with ruby") {
      ttml(
        "<p begin='0s' end='5s'><span tts:ruby='container'><span tts:ruby='base'>base</span>"
          + "<span tts:ruby='text'>ruby</span></span></p>")
    },
    Case("TTML from top to bottom") {
      ttml(
        "<p begin='0s' end='5s' region='r'>downward ★</p>",
        "<layout><region xml:id='r' tts:origin='70% 10%' tts:extent='20% 80%' tts:writingMode='tbrl'/></layout>")
    },
    Case("text of MP4") {
      var document = CueDocument(format: .subRip)
      let text = Array("Text of MP4\nin two lines".utf8)
      document.cues = [
        CuePacket.cue(
          [0, UInt8(text.count)] + text, codec: .movText, header: [], start: .zero, end: CMTime(value: 5, timescale: 1))
      ].compactMap { $0 }
      return document
    },
    // 9420: load; 1370: row 13, white; 942f: show.
    Case("CEA-608, loaded and shown", at: 4) {
      SCCParser.parse(
        "Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420 1370 1370 54e5 78f4 20ef e620 3630 b880 942f 942f\n")
    },
    // 9425: roll up two rows; 91ae: italics in the row; 94ad: the next row.
    Case("CEA-608, rolling up", at: 4) {
      SCCParser.parse(
        "Scenarist_SCC V1.0\n\n00:00:01:00\t9425 9425 94ad 94ad 9470 9470 4fe5 2080 94ad 94ad 91ae 91ae 54f7 ef80\n")
    },
    Case("CEA-708") {
      var decoder = CEA708Decoder()
      // A visible window, anchored at its bottom middle; a yellow pen on blue.
      let block: [UInt8] = [0x98, 0x20, 74, 105, 0x70, 31, 0x11, 0x91, 0x3C, 0x03, 0x00] + Array("Digital".utf8)
      var bytes = [UInt8(1 << 5 | block.count)] + block
      if bytes.count % 2 == 0 { bytes.append(0) }
      bytes.insert(UInt8((bytes.count + 1) / 2), at: 0)
      for index in stride(from: 0, to: bytes.count, by: 2) {
        _ = decoder.decode(bytes[index], bytes[index + 1], isStart: index == 0, at: CMTime(value: 1, timescale: 2))
      }
      var document = CueDocument(format: .cea708)
      document.cues = decoder.open
      return document
    },
  ]

  private static func ttml(_ body: String, _ head: String = "") -> CueDocument {
    TTMLParser.parse(
      Array(
        ("<?xml version='1.0'?><tt xmlns='http://www.w3.org/ns/ttml' "
          + "xmlns:tts='http://www.w3.org/ns/ttml#styling'><head>\(head)</head><body><div>\(body)</div></body></tt>")
          .utf8))
  }

  @Test(arguments: 0..<cases.count) func captionsMatchTheirScript(number: Int) throws {
    let one = Self.cases[number]
    let document = one.document()
    let own = Scenes.rendered(document, at: one.seconds)
    try own.show("\(one.name)")
    #expect(!own.isEmpty(gray: Scenes.gray), "\(one.name)")
    let writer = ASSWriter(width: 640, height: 360, appearance: CaptionAppearance())
    let measurer = try #require(ASSTextMeasurer(writer, fonts: []))
    let time = CMTime(seconds: one.seconds, preferredTimescale: 1000)
    var script = writer.header
    for (index, cue) in document.cues.enumerated() where cue.isShown(at: time) {
      let fields = writer.line(cue, number: index, regions: document.regions, measurer: measurer).split(
        separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
      script += "Dialogue: \(fields[1]),0:00:00.00,0:00:09.00,\(fields[2])\n"
    }
    let other = try OtherRenderer.rendered(script, at: one.seconds, width: 640, height: 360, gray: Scenes.gray)
    #expect(own.similarity(to: other, gray: Double(Scenes.gray)) >= 0.98, "\(one.name)")
  }

  // MARK: Positions

  private func bounds(_ body: String) throws -> (left: Int, top: Int, right: Int, bottom: Int) {
    try #require(Scenes.rendered(Scenes.webVTT(body), at: 1).bounds(gray: Scenes.gray))
  }

  @Test func verticalLinesArePositioned() throws {
    let time = "00:00.000 --> 00:05.000 "
    let right = try bounds(time + "vertical:rl line:0 align:start\nMMMM\n")
    #expect(right.left > 580 && right.bottom - right.top > 2 * (right.right - right.left), "at the right, downward")
    #expect(right.top < 20)
    #expect(try bounds(time + "vertical:rl\nMMMM\n").right < 60, "the last line of those that grow to the left")
    #expect(try bounds(time + "vertical:lr line:0\nMMMM\n").right < 60)
    #expect(try bounds(time + "vertical:lr\nMMMM\n").left > 580)
    let middle = try bounds(time + "vertical:rl line:50%\nMMMM\n")
    #expect(abs((middle.top + middle.bottom) / 2 - 180) <= 2 && abs(middle.left - 320) <= 6)
    #expect(try bounds(time + "vertical:rl line:0 align:end\nMMMM\n").bottom > 335)
    // The second line is to the left of the first, or to its right.
    func order(_ direction: String) throws -> Bool {
      func centre(_ text: String) throws -> Int {
        let found = try bounds(time + "vertical:\(direction) line:50%\n\(text)\n")
        return found.left + found.right
      }
      return try centre("MMMM\n ") > centre(" \nMMMM")
    }
    #expect(try ["rl", "lr"].map(order) == [true, false])
  }

  @Test func uprightCharactersAreNotRotated() throws {
    func ink(_ body: String) throws -> [[Bool]] {
      let rendered = Scenes.rendered(Scenes.webVTT("00:00.000 --> 00:05.000 " + body + "\n"), at: 1)
      let box = try #require(rendered.bounds(gray: Scenes.gray))
      return (box.top...box.bottom).map { y in
        (box.left...box.right).map { rendered.pixels[(y * 640 + $0) * 3] > 180 }
      }
    }
    func isHigh(_ ink: [[Bool]]) -> Bool { ink.count > (ink.first?.count ?? 0) }
    let high = try ["\n\u{2759}", "vertical:rl\n\u{2759}", "\n|", "vertical:rl\n|"].map { isHigh(try ink($0)) }
    #expect(high == [true, true, true, false], "an upright bar stays upright, another is rotated")
  }

  @Test func rubyIsCenteredOverBase() throws {
    let head = "00:00.000 --> 00:05.000 line:50%\n"
    let plain = try bounds(head + "<ruby>MMMM</ruby>\n")
    let set = Scenes.rendered(Scenes.webVTT(head + "<ruby>MMMM<rt>MM</rt></ruby>\n"), at: 1)
    let whole = try #require(set.bounds(gray: Scenes.gray))
    #expect(whole.left == plain.left && whole.right == plain.right, "the base stays where it is")
    let small = try #require(
      set.cut(from: whole.top, to: whole.bottom - (plain.bottom - plain.top) - 2).bounds(gray: 100))
    #expect(abs((small.left + small.right) - (plain.left + plain.right)) <= 4, "in the middle")
    let ratio = Double(small.right - small.left) / Double(plain.right - plain.left)
    #expect(ratio > 0.2 && ratio < 0.4, "two letters of half the size over four: \(ratio)")
    // After other words as well, and if the ruby is wider than its base.
    let behind = try bounds(head + "before <ruby>M<rt>wide words</rt></ruby> behind\n")
    let without = try bounds(head + "before M behind\n")
    #expect(behind.right - behind.left > without.right - without.left + 20)
  }
}
