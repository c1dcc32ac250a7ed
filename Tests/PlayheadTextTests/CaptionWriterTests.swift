import CoreMedia
import PlayheadText
import TestSupport
import Testing

/// Caption files, by the grammars of WebVTT and SubRip.
@Suite struct CaptionWriterTests {
  private func cue(_ start: Double, _ end: Double?, _ text: String, style: CueStyle = CueStyle()) -> Cue {
    Cue(
      start: seconds(start), end: end.map { seconds($0) } ?? .indefinite, source: text,
      runs: [CueRun(text, style: style)])
  }

  private var cues: [Cue] {
    var italic = CueStyle()
    italic.isItalic = true
    return [
      cue(-1, 3661.0625, "<A> & B\n\nC", style: italic), cue(4000, nil, "D"),
      cue(4001, 4002, " \n\n".filter(\.isNewline)),
      cue(360_000.0004, nil, "E"),
    ]
  }

  @Test func webVTTHasStylesAndEscapesMarkup() {
    #expect(
      CaptionWriter.webVTT(cues)
        == "WEBVTT\n\n00:00:00.000 --> 01:01:01.063\n<i>&lt;A&gt; &amp; B\nC</i>\n"
        + "\n01:06:40.000 --> 01:06:41.000\nD\n\n100:00:00.000 --> 100:00:05.000\nE\n")
  }

  @Test func subRipIsNumberedAndHasPlainText() {
    #expect(
      CaptionWriter.subRip(cues)
        == "1\n00:00:00,000 --> 01:01:01,063\n<A> & B\nC\n\n2\n01:06:40,000 --> 01:06:41,000\nD\n"
        + "\n3\n100:00:00,000 --> 100:00:05,000\nE\n")
  }
}
