import CoreMedia
import Foundation
import PlayheadText
import Testing

/// Parsing ends for any content, and returns the intact cues.
struct DamagedTextTests {
  private static func parsers() -> [(String) -> CueDocument] {
    [WebVTTParser.parse, SubRipParser.parse, ASSParser.parse]
  }

  @Test func readsTenThousandSimultaneousCues() {
    let block = "\n1\n00:00:00.000 --> 00:00:10.000\n<i>x\n"
    let text = String(repeating: block, count: 10_000)
    #expect(
      WebVTTParser.parse("WEBVTT\n" + text).cues.count { $0.isShown(at: CMTime(value: 5, timescale: 1)) } == 10_000)
    #expect(SubRipParser.parse(text).cues.count == 10_000)
    let line = "Dialogue: 0,0:00:00.00,0:00:10.00,Default,,0,0,0,,{\\i1}x\n"
    #expect(ASSParser.parse("[Events]\n" + String(repeating: line, count: 10_000)).cues.count == 10_000)
  }

  /// A parser whose work grows with the square of the length would not end in the limit of the run.
  @Test(arguments: ["x", "<", "<b>", "&", "{", "{\\b1}", "</", "<c.a>", "<ruby><rt>", "é", "\u{1F469}\u{200D}"])
  func readsLongLine(unit: String) throws {
    let line = String(repeating: unit, count: 400_000 / unit.utf8.count)
    let vtt = WebVTTParser.parse("WEBVTT\n\n00:00.000 --> 00:01.000\n" + line)
    #expect(vtt.cues.count == 1)
    let srt = SubRipParser.parse("1\n00:00:00,000 --> 00:00:01,000\n" + line)
    #expect(srt.cues.count == 1)
    let ass = ASSParser.parse("[Events]\nDialogue: 0,0:00:00.00,0:00:10.00,Default,,0,0,0,," + line)
    #expect(ass.cues.count == 1)
  }

  @Test(arguments: [
    "99999999999999999999:00:00.000 --> 00:01.000", "9999999999999:00:00.000 --> 00:01.000", "--> 00:01.000", "-->",
    "00:00.000 -->", "00:00.000 --> 00:99.000", "-1:00.000 --> 00:01.000", "00:00.000 --> x", "NaN --> inf",
    "٠٠:٠٠.٠٠٠ --> 00:01.000",
  ])
  func invalidTimesDoNotAffectNextCue(times: String) {
    let srt = times.replacingOccurrences(of: "00:00.000", with: "00:00:00,000")
    let whole = "00:00:02.000 --> 00:00:03.000\nwhole\n"
    #expect(WebVTTParser.parse("WEBVTT\n\n\(times)\nbad\n\n\(whole)").cues.map(\.text) == ["whole"])
    #expect(SubRipParser.parse("1\n\(srt)\nbad\n\n2\n\(whole)").cues.map(\.text).last == "whole")
  }

  @Test func truncatedFilesEnd() {
    let texts = [
      "WEBVTT\n\nSTYLE\n::cue(b) { color: red }\n\nid\n00:00.000 --> 00:01.000 line:1%,end\n<ruby>a<rt>b&lt;</rt>",
      "1\n00:00:00,000 --> 00:00:01,000\n<font color=\"#123456\">{\\an8}x</font>",
      "[V4+ Styles]\nFormat: Name, Bold\nStyle: D,1\n[Events]\nDialogue: 0,0:00:00.00,0:00:01.00,D,,0,0,0,,{\\c&H0000FF&\\p1}m 0 0",
    ]
    for text in texts {
      for length in 0...text.utf8.count {
        let part = String(decoding: text.utf8.prefix(length), as: UTF8.self)
        for parse in Self.parsers() { #expect(parse(part).cues.count <= 1) }
      }
    }
  }

  @Test func guessesEncoding() throws {
    // Windows code pages 1252 and 1251, encoded by hand: Foundation of Swift 6.0 does not encode into them.
    let western = Data([
      0x44, 0xE9, 0x6A, 0xE0, 0x20, 0x76, 0x75, 0x2C, 0x20, 0x67, 0x61, 0x72, 0xE7, 0x6F, 0x6E,
    ])
    #expect(TextDecoding.string(western) == "Déjà vu, garçon")
    let russian = Data([
      0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x2C, 0x20, 0xEA, 0xE0, 0xEA, 0x20, 0xE4, 0xE5, 0xEB, 0xE0, 0x3F,
    ])
    #expect(TextDecoding.string(russian) == "Привет, как дела?")
    #expect(TextDecoding.string(Data([0x31, 0, 0x0A, 0, 0x30, 0, 0x3A, 0, 0x30, 0])) == "1\n0:0")
    #expect(TextDecoding.string(Data([0xFF])) == "ÿ")
    #expect(TextDecoding.string(Data()) == "")
    #expect(TextDecoding.string(Data([0xFF, 0xFE, 0x41])) == "")
  }
}
