import CoreMedia
import PlayheadText
import Testing

/// SRT as careless programs write it. Times and texts are those that `ffmpeg -i FILE -f srt -` prints for the same
/// text, unless a test states otherwise.
struct SubRipTests {
  private func cues(_ text: String) -> [String] {
    SubRipParser.parse(text).cues.map { cue in
      let end = cue.end.isNumeric ? "\(Int(cue.end.microseconds / 1000))" : "open"
      return "\(Int(cue.start.microseconds / 1000))-\(end) \(cue.text.split(separator: "\n").joined(separator: "|"))"
    }
  }

  @Test("up to three fraction digits are milliseconds")
  func upToThreeFractionDigitsAreMilliseconds() {
    #expect(cues("1\n00:00:01,50 --> 00:00:02,90\nx\n") == ["1050-2090 x"])
    #expect(cues("1\n00:00:01,5 --> 00:00:02,0\nx\n") == ["1005-2000 x"])
  }

  /// FFmpeg would make nine seconds of 9000.
  @Test("more than three fraction digits are a fraction") func moreThanThreeFractionDigitsAreAFraction() {
    #expect(cues("1\n00:00:01,5000 --> 00:00:02,900000\nx\n") == ["1500-2900 x"])
  }

  @Test("accepts cue without preceding blank line") func acceptsCueWithoutPrecedingBlankLine() {
    let text = "1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n"
    #expect(cues(text) == ["1000-2000 one", "3000-4000 two"])
    #expect(SubRipParser.parse(text).cues.map(\.identifier) == ["1", "2"])
  }

  @Test("accepts cue without number") func acceptsCueWithoutNumber() {
    #expect(
      cues("00:00:01,000 --> 00:00:02,000\none\n\n00:00:03,000 --> 00:00:04,000\ntwo\n00:00:05,000 --> 00:00:06,000\n3")
        == ["1000-2000 one", "3000-4000 two", "5000-6000 3"])
  }

  @Test("text after blank line belongs to cue") func textAfterBlankLineBelongsToCue() {
    #expect(
      cues("1\n00:00:01,000 --> 00:00:02,000\n\none\n\n\ntwo\n\n2\n00:00:03,000 --> 00:00:04,000\nx\n")
        == ["1000-2000 one|two", "3000-4000 x"])
  }

  @Test("accepts spaces within times") func acceptsSpacesWithinTimes() {
    #expect(cues("1\n 00: 00: 01, 000-->00:00:02.000 X1:1 X2:2 Y1:1 Y2:2\nx\n") == ["1000-2000 x"])
  }

  @Test("cue ending before start lasts until next")
  func cueEndingBeforeStartLastsUntilNext() {
    #expect(
      cues("1\n00:00:09,000 --> 00:00:01,000\none\n\n2\n00:00:12,000 --> 00:00:13,000\ntwo\n")
        == ["9000-12000 one", "12000-13000 two"])
    #expect(cues("1\n00:00:09,000 --> 00:00:01,000\none\n") == ["9000-open one"])
  }

  @Test("arrow in text is text") func arrowInTextIsText() {
    #expect(cues("1\n00:00:01,000 --> 00:00:02,000\na --> b\n-->\n") == ["1000-2000 a --> b|-->"])
  }

  /// FFmpeg drops the line before the times with the number, and loses a year on its own line.
  @Test("numeric text of cue is retained") func numericTextOfCueIsRetained() {
    #expect(
      cues("1\n00:00:01,000 --> 00:00:02,000\n1984\n\n2\n00:00:03,000 --> 00:00:04,000\n2 men\n")
        == ["1000-2000 1984", "3000-4000 2 men"])
  }

  /// As in androidx/media; FFmpeg ignores the minus sign and shows the text two seconds late.
  @Test("negative times drop only their cue") func negativeTimesDropOnlyTheirCue() {
    let text = "1\n-00:00:02,000 --> 00:00:01,000\none\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n"
    #expect(cues(text) == ["3000-4000 two"])
  }

  @Test(
    "reports text without times", arguments: ["hello\nworld\n", "1\n00:00:xx --> 00:00:02,000\nx\n", "{0}{25}frames\n"])
  func reportsTextWithoutTimes(text: String) {
    let document = SubRipParser.parse(text)
    #expect(document.cues.isEmpty && document.hasUnreadText)
  }

  @Test("blank text is no error") func blankTextIsNoError() {
    #expect(!SubRipParser.parse(" \n\n\t\n").hasUnreadText)
  }

  @Test("reads ten thousand inverted cues quickly")
  func readsTenThousandInvertedCuesQuickly() {
    let text = (0..<10_000).map { "00:00:\($0),000 --> 00:00:00,000\nx\n" }.joined()
    let document = SubRipParser.parse(text)
    #expect(document.cues.count == 10_000)
    #expect(document.cues[1].end.seconds == 2 && document.cues[9_999].end == .positiveInfinity)
  }
}
