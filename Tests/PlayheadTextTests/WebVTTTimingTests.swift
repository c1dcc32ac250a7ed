import CoreMedia
import PlayheadText
import Testing

/// Timing lines by the steps of "collect a WebVTT timestamp" and "collect WebVTT cue timings and settings" (WebVTT §
/// 6.3, § 6.4), as in the web platform tests.
struct WebVTTTimingTests {
  private func document(_ times: String) -> CueDocument {
    WebVTTParser.parse(TextDecoding.string(Array("WEBVTT\n\n\(times)\ntext\n".utf8)))
  }

  private func seconds(_ times: String) -> [Double] {
    document(times).cues.flatMap { [$0.start.seconds, $0.end.seconds] }
  }

  @Test(
    "accepts valid times",
    arguments: [
      ("0:00:01.000 --> 0:00:02.000", 1.0, 2.0), ("1:00:00.000 --> 01:00:01.500", 3600, 3601.5),
      ("00:01.000 --> 00:00:02.000", 1, 2), ("000:00:01.000 --> 12345:00:00.000", 1, 44_442_000),
      ("59:59.999 --> 60:00:00.000", 3599.999, 216_000), ("60:00:00.000 --> 61:00:00.000", 216_000, 219_600),
      ("00:01.000-->00:02.000", 1, 2), ("\t00:01.000 \u{0C}-->\t00:02.000\u{0C}", 1, 2),
      ("00:01.000 --> 00:02.000align:end", 1, 2), ("00:01.000 --> 00:02.000\u{0} align:end", 1, 2),
      ("00:02.000 --> 00:01.000", 2, 1),
    ]) func acceptsValidTimes(line: String, start: Double, end: Double)
  {
    #expect(seconds(line) == [start, end])
  }

  @Test(
    "rejects invalid cue times",
    arguments: [
      "0:01.000", "00:1.000", "1:0:00.000", "1:00:0.000", "00:60.000", "60:00.000", "00:60:00.000", "00:00:60.000",
      "00:01", "00:01.00", "00:01.0000", "00:01,000", "00:01:000", "00:00:01,000", "00:00:00:01.000", ":01.000",
      "00:.000",
      "00::00.000", "-00:01.000", "+00:01.000", "٠٠:٠١.٠٠٠", "00:01.000x", "00:01.000 x", "\u{B}00:01.000",
      "\u{A0}00:01.000", "",
    ]) func rejectsInvalidCueTimes(time: String)
  {
    #expect(document("\(time) --> 99:00:00.000").cues.isEmpty)
    #expect(document("\(time) --> 99:00:00.000").hasUnreadText)
    // Settings may follow the end.
    if !time.hasPrefix("00:01.000") { #expect(document("00:00.000 --> \(time)").cues.isEmpty) }
  }

  /// An extra character between the others: U+FFFD, which no time contains. It is harmless only after the times.
  @Test("rejects null within times") func rejectsNullWithinTimes() {
    let line = Array("00:00:00.000 --> 00:00:01.000")
    for index in line.indices {
      let broken = String(line[..<index]) + "\0" + String(line[index...])
      #expect(document(broken).cues.isEmpty, "\(index)")
      let replaced = String(line[..<index]) + "\0" + String(line[(index + 1)...])
      #expect(document(replaced).cues.isEmpty, "\(index)")
    }
    #expect(document(String(line) + "\0").cues.count == 1)
  }

  @Test("null in text becomes replacement character") func nullInTextBecomesReplacementCharacter() throws {
    let text = "WEBVTT \0\n\nna\0me\n00:00.000 --> 00:01.000 align:end\0\na\0b"
    let cue = try #require(WebVTTParser.parse(TextDecoding.string(Array(text.utf8))).cues.first)
    #expect(cue.identifier == "na\u{FFFD}me" && cue.text == "a\u{FFFD}b" && cue.layout.alignment == .center)
  }

  @Test(
    "rejects other first line",
    arguments: ["WEBVTTx\n\n", "WEBVTT\0\n\n", "WEBVT\n\n", "webvtt\n\n", " WEBVTT\n\n", "WEBVTT:\n\n"])
  func rejectsOtherFirstLine(head: String) {
    let document = WebVTTParser.parse(head + "00:00.000 --> 00:01.000\ntext\n")
    #expect(document.cues.isEmpty && document.hasUnreadText)
  }

  @Test("style block needs keyword alone", arguments: [" STYLE", "STYLE\u{301}", "STYLEx", "style"])
  func styleBlockNeedsKeywordAlone(
    line: String
  ) {
    #expect(WebVTTParser.parse("WEBVTT\n\n\(line)\n::cue { color: red }\n").styleSheets.isEmpty)
    #expect(WebVTTParser.parse("WEBVTT\n\nSTYLE \t\n::cue { color: red }\n").styleSheets.count == 1)
  }

  @Test("arrow is recognized before any character") func arrowIsRecognizedBeforeAnyCharacter() {
    #expect(document("x\n-->\u{301}\n00:00.000 --> 00:01.000").cues.map(\.text) == ["text"])
  }

  @Test(
    "document without cues is valid", arguments: ["WEBVTT\n", "WEBVTT\n\nNOTE\nnothing said\n\nSTYLE\n::cue {}\n"])
  func documentWithoutCuesIsValid(text: String) {
    let document = WebVTTParser.parse(text)
    #expect(document.cues.isEmpty && !document.hasUnreadText)
  }
}
