import CoreMedia
import PlayheadText
import Testing

/// Conversion of cues to lines of ASS. Margins and positions are computed by hand from WebVTT § 7.2.
struct ASSWriterTests {
  private let writer = ASSWriter(width: 1000, height: 500, appearance: CaptionAppearance())

  private func cue(_ text: String, _ settings: String = "") -> Cue {
    WebVTTParser.parse("WEBVTT\n\n00:00.000 --> 00:01.000 \(settings)\n\(text)\n").cues[0]
  }

  /// Margins left, right and vertical, and the text.
  private func fields(_ cue: Cue, _ writer: ASSWriter) -> [String] {
    writer.line(cue, number: 7, regions: []).split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
      .map(String.init)
  }

  @Test func escapesFormatMarks() {
    let line = writer.line(cue("{\\b1}a\\Nb"), number: 0, regions: [])
    #expect(line.contains("\\{\\\u{2060}b1\\}a\\\u{2060}Nb"))
  }

  @Test func convertsTagsToCodes() {
    let line = writer.line(cue("<i>a</i><b>b</b><c.lime>c</c>\nd"), number: 0, regions: [])
    #expect(line.contains("{\\r\\i1}a"))
    #expect(line.contains("{\\r\\b1}b"))
    #expect(line.contains("\\1c&H00FF00&\\1a&H00&}c"))
    #expect(line.contains("\\Nd"))
  }

  @Test(arguments: [
    ("", "\\an2", "25", "25"), ("position:10% align:left size:40%", "\\an1", "100", "500"),
    ("position:90% align:right", "\\an3", "0", "100"), ("size:50%", "\\an2", "250", "250"),
    ("position:30%", "\\an2", "0", "400"),
  ])
  func cueSettingsSetMargins(settings: String, place: String, left: String, right: String) {
    let fields = fields(cue("x", settings), writer)
    #expect(fields[8].hasPrefix("{\(place)}"), "\(settings)")
    #expect([fields[4], fields[5]] == [left, right], "\(settings)")
  }

  @Test(arguments: [
    ("line:20%", "\\an8", "100"), ("line:80%,end", "\\an2", "100"), ("line:0", "\\an8", "15"),
    ("line:-1", "\\an2", "15"),
  ])
  func lineSettingSetsVerticalMargin(settings: String, place: String, vertical: String) {
    let fields = fields(cue("x", settings), writer)
    #expect(fields[8].hasPrefix("{\(place)}"), "\(settings)")
    #expect(fields[6] == vertical, "\(settings)")
  }

  @Test func startAlignsRightInRightToLeftScripts() {
    #expect(fields(cue("שלום", "align:start"), writer)[8].hasPrefix("{\\an3}"))
    #expect(fields(cue("hello", "align:start"), writer)[8].hasPrefix("{\\an1}"))
  }

  @Test func liftAndTopMoveUnpositionedCues() {
    var appearance = CaptionAppearance()
    appearance.lift = 0.2
    #expect(fields(cue("x"), ASSWriter(width: 1000, height: 500, appearance: appearance))[6] == "115")
    appearance.isAtTop = true
    #expect(fields(cue("x"), ASSWriter(width: 1000, height: 500, appearance: appearance))[8].hasPrefix("{\\an8}"))
  }

  @Test func rulesApplyWhereFileHasNoStyle() {
    var rule = CaptionRule()
    rule.color = CueColor(red: 1, green: 2, blue: 3)
    rule.selector = .tag("b")
    var appearance = CaptionAppearance()
    appearance.rules = [rule]
    let line = ASSWriter(width: 1000, height: 500, appearance: appearance).line(
      cue("a<b>b</b><b><c.red>c</c></b>"), number: 0, regions: [])
    #expect(line.contains("{\\r}a"))
    #expect(line.contains("\\1c&H030201&\\1a&H00&}b"))
    #expect(line.contains("\\1c&H0000FF&\\1a&H00&}c"), "the file's own colour counts more")
  }

  /// Selectors of WebVTT § 8.2.1 with the matching runs.
  @Test(
    arguments: [
      ("", ["a", "b", "c", "d", "e"]), ("b", ["b"]), (".loud", ["c"]), ("c.loud", ["c"]), ("v[voice=\"Ann\"]", ["d"]),
      (":lang(en)", ["e"]), ("[lang=\"en-GB\"]", ["e"]), ("#one", ["a", "b", "c", "d", "e"]), ("#two", []), ("i", []),
      ("rt", []),
    ] as [(String, [String])])
  func selectorsMatchTheirRuns(selector: String, runs: [String]) throws {
    let text = "WEBVTT\n\none\n00:00.000 --> 00:01.000\na<b>b</b><c.loud>c</c><v Ann>d</v><lang en-GB>e</lang>\n"
    let cue = WebVTTParser.parse(text).cues[0]
    let selector = try #require(CueSelector(selector))
    #expect(cue.runs.filter { selector.matches($0.style, identifier: cue.identifier) }.map(\.text) == runs)
  }

  @Test(arguments: ["::", "b >> i", "v[voice", ".", ":past", "(", "a b"]) func rejectsUnsupportedSelectors(
    selector: String
  ) {
    #expect(CueSelector(selector) == nil)
  }

  @Test func styleBlocksSelectLanguageClassAndRuby() {
    let cues = WebVTTParser.parse(
      """
      WEBVTT

      STYLE
      ::cue(lang) { color: red }
      ::cue(c) { font-weight: bold }
      ::cue(ruby) { font-style: italic }

      00:00.000 --> 00:01.000
      a<lang de>b</lang><c>c</c><ruby>d<rt>e</rt></ruby>
      """
    ).cues
    let runs = cues[0].runs
    #expect(runs.map(\.text) == ["a", "b", "c", "d", "e"])
    #expect(runs.map(\.style.color) == [nil, CueColor(red: 255, green: 0, blue: 0), nil, nil, nil])
    #expect(runs.map(\.style.isBold) == [false, false, true, false, false])
    #expect(runs.map(\.style.isItalic) == [false, false, false, true, true])
  }
}
