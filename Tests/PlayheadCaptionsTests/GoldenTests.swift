import CoreMedia
import Foundation
import PlayheadText
import Testing

@testable import PlayheadCaptions

/// Rendered captions resemble those of FFmpeg's filter for the same script, to 0.98 of structural similarity over drawn
/// areas. The scripts name no matrix: FFmpeg 9 treats colors of scripts without one as television colors.
@Suite(.enabled(if: OtherRenderer.isThere, "ffmpeg has no filter named ass"))
struct GoldenTests {
  private static let head = """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 640
    PlayResY: 360
    ScaledBorderAndShadow: yes
    YCbCr Matrix: None

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, \
    StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
    Style: Default,DejaVu Sans,28,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,1,2,20,20,20,1
    Style: Boxed,DejaVu Sans,24,&H00FFFFFF,&H000000FF,&H40000000,&H00000000,-1,0,0,0,100,100,0,0,3,4,0,8,20,20,10,1
    Style: Tilted,DejaVu Serif,30,&H0000FFFF,&H000000FF,&H00800000,&H00000000,0,-1,0,0,120,90,2,12,1,3,0,5,0,0,0,1

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

    """

  /// One line each, and the time at which it is rendered.
  static let lines: [(String, Double)] = [
    ("Default,,0,0,0,,A plain line", 1), ("Default,,0,0,0,,Two\\Nlines", 1), ("Boxed,,0,0,0,,In a box at the top", 1),
    ("Tilted,,0,0,0,,Tilted and stretched", 1), ("Default,,0,0,0,,{\\an7}top left", 1),
    ("Default,,0,0,0,,{\\an9}top right", 1), ("Default,,0,0,0,,{\\an4}left", 1), ("Default,,0,0,0,,{\\an5}middle", 1),
    ("Default,,0,0,0,,{\\an1}bottom left", 1), ("Default,,0,0,0,,{\\an3}bottom right", 1),
    ("Default,,0,0,0,,{\\pos(320,100)}at a place", 1), ("Default,,0,0,0,,{\\move(0,100,640,100)}moving", 1.5),
    ("Default,,0,0,0,,{\\move(0,100,640,100)}moving", 0.5), ("Default,,0,0,0,,{\\fad(1000,0)}coming", 0.5),
    ("Default,,0,0,0,,{\\1c&H0000FF&}red {\\1c&H00FF00&}green {\\1c&HFF0000&}blue", 1),
    ("Default,,0,0,0,,{\\b1}bold {\\b0\\i1}slanted {\\i0\\u1}underlined{\\u0} {\\s1}struck", 1),
    ("Default,,0,0,0,,{\\fs50}large {\\fs14}small", 1), ("Default,,0,0,0,,{\\frz30}turned", 1),
    ("Default,,0,0,0,,{\\frx40\\fry30}in space", 1), ("Default,,0,0,0,,{\\blur4}soft", 1),
    ("Default,,0,0,0,,{\\be3}softer", 1),
    ("Default,,0,0,0,,{\\bord8\\3c&H0000FF&}outlined", 1), ("Default,,0,0,0,,{\\shad6\\4c&HFF0000&}with a shadow", 1),
    ("Default,,0,0,0,,{\\k50}one {\\k50}two {\\k50}three", 0.7), ("Default,,0,0,0,,{\\kf100}filling {\\kf100}up", 1.2),
    ("Default,,0,0,0,,{\\clip(100,0,320,360)}cut off at its sides", 1),
    ("Default,,0,0,0,,{\\p1\\pos(100,100)}m 0 0 l 100 0 100 60 0 60{\\p0}", 1),
    ("Default,,0,0,0,,{\\t(0,2000,\\fscx200)}growing", 1), ("Default,,0,0,0,,{\\alpha&H80&}half transparent", 1),
    ("Default,,100,100,60,,margins that make a long line break into several lines of text", 1),
    ("Default,,0,0,0,,{\\q2}no breaks in this line that is too long for the picture and leaves it at both sides", 1),
    ("Default,,0,0,0,,שלום עולם, hello", 1), ("Default,,0,0,0,,مرحبا بالعالم", 1),
    ("Default,,0,0,0,,Ünïcödé ☃ ★ ≠ ∞", 1),
    ("Default,,0,0,0,,{\\org(0,0)\\frz-8}around a corner", 1), ("Default,,0,0,0,,{\\fsp6}wide", 1),
    ("Default,,0,0,0,,{\\fax0.5}sheared", 1), ("Default,,0,0,0,,{\\an8\\fscx50}narrow", 1),
    ("Default,,0,0,0,Banner;20,A text that runs by", 1), ("Default,,0,0,0,,{\\r(Boxed)\\rBoxed}another style", 1),
  ]

  @Test(arguments: 0..<lines.count) func scriptsMatchOtherRenderer(number: Int) throws {
    let (line, seconds) = Self.lines[number]
    let script = Self.head + "Dialogue: 0,0:00:00.00,0:00:02.00," + line + "\n"
    let other = try OtherRenderer.rendered(script, at: seconds, width: 640, height: 360, gray: Scenes.gray)
    #expect(!other.isEmpty(gray: Scenes.gray), "the other renderer draws something")
    let own = Scenes.rendered(ASSParser.parse(script), at: seconds)
    #expect(own.similarity(to: other, gray: Double(Scenes.gray)) >= 0.98, "\(line)")
  }

  @Test func overlappingLinesStack() throws {
    let script =
      Self.head + "Dialogue: 0,0:00:00.00,0:00:03.00,Default,,0,0,0,,first\n"
      + "Dialogue: 0,0:00:00.50,0:00:02.00,Default,,0,0,0,,second\nDialogue: 1,0:00:00.00,0:00:02.00,Tilted,,0,0,0,,third\n"
    let other = try OtherRenderer.rendered(script, at: 1, width: 640, height: 360, gray: Scenes.gray)
    #expect(Scenes.rendered(ASSParser.parse(script), at: 1).similarity(to: other, gray: Double(Scenes.gray)) >= 0.98)
  }

  /// Text of other formats: the generated script is rendered by the other renderer as well.
  @Test(arguments: [
    "00:00.000 --> 00:05.000\nA plain caption", "00:00.000 --> 00:05.000 line:0\nAt the top",
    "00:00.000 --> 00:05.000 line:50% position:20% align:left\nAt the left",
    "00:00.000 --> 00:05.000 size:30%\nA long text in a narrow box",
    "00:00.000 --> 00:05.000\n<i>slanted</i> <b>bold</b> <u>underlined</u> <c.yellow>yellow</c>",
    "00:00.000 --> 00:05.000\n<c.bg_blue>in a box</c> and not", "00:00.000 --> 00:05.000 align:end\nשלום עולם",
    "00:00.000 --> 00:05.000\n{\\b1} \\N & marks", "00:00.000 --> 00:05.000 align:right\nfirst line\nsecond line",
  ])
  func captionsMatchTheirScript(body: String) throws {
    let document = Scenes.webVTT(body + "\n")
    let writer = ASSWriter(width: 640, height: 360, appearance: CaptionAppearance())
    let fields = writer.line(document.cues[0], number: 0, regions: []).split(
      separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
    let script = writer.header + "Dialogue: \(fields[1]),0:00:00.00,0:00:05.00,\(fields[2])\n"
    let other = try OtherRenderer.rendered(script, at: 1, width: 640, height: 360, gray: Scenes.gray)
    let own = Scenes.rendered(document, at: 1)
    #expect(!own.isEmpty(gray: Scenes.gray))
    #expect(own.similarity(to: other, gray: Double(Scenes.gray)) >= 0.98)
  }
}
