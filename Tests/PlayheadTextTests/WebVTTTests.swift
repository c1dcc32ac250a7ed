import CoreMedia
import Foundation
import PlayheadText
import Testing

struct WebVTTTests {
  private func runs(_ text: String) -> [CueRun] {
    WebVTTText.runs(text, start: .zero, end: CMTime(value: 2, timescale: 1))
  }

  @Test func nestedTagsAccumulate() {
    let runs = runs("a<b>b<i.red>c</i></b><v Mary Ann>d &amp; e")
    #expect(runs.map(\.text) == ["a", "b", "c", "d & e"])
    #expect(runs.map(\.style.isBold) == [false, true, true, false])
    #expect(runs.map(\.style.isItalic) == [false, false, true, false])
    #expect(runs[2].style.color == CueColor(red: 255, green: 0, blue: 0))
    #expect(runs[3].style.voice == "Mary Ann")
  }

  @Test func rubyTextIsExcludedFromText() {
    let runs = runs("<ruby>漢<rt>かん</rt>字<rt>じ</ruby>!")
    #expect(runs.map(\.style.isRubyText) == [false, true, false, true, false])
    #expect(Cue(start: .zero, end: .zero, source: "", runs: runs).text == "漢字!")
  }

  @Test func readsInlineTimestamps() {
    let runs = runs("a<00:01.000>b<00:03.000>c")
    #expect(runs.map(\.text) == ["a", "bc"])
    #expect(runs.map { $0.time?.seconds } == [nil, 1])
  }

  @Test func decodesCharacterReferences() {
    #expect(
      runs("&lt;&#65;&#x42;&nbsp;&bogus;&#xFFFFFFFF; & &lrm;").map(\.text) == [
        "<AB\u{A0}&bogus;&#xFFFFFFFF; & \u{200E}"
      ])
  }

  @Test func appliesStyleSheetsAndRegions() throws {
    let text = """
      WEBVTT
      X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:01.000

      STYLE
      ::cue(.loud) { color: #ff8000; font-weight: bold }

      REGION
      id:r
      width:40%

      00:00.000 --> 00:01.000 region:r
      <c.loud>hey</c> you
      """
    let document = WebVTTParser.parse(text)
    let cue = try #require(document.cues.first)
    #expect(document.timestampMap?.mpeg == 900_000 && document.timestampMap?.local.seconds == 1)
    #expect(cue.layout.region == "r" && document.regions.first?.width == 40)
    #expect(cue.runs.map(\.style.isBold) == [true, false])
    #expect(cue.runs[0].style.color == CueColor(red: 255, green: 128, blue: 0))
  }
}
