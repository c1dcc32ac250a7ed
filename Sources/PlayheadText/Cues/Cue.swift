import CoreMedia

/// A text with its times and layout: the common result of all caption formats.
package struct Cue: Equatable, Sendable {
  /// The time from which the cue is shown.
  package var start: CMTime
  /// Not before `start`; indefinite if the next cue ends it.
  package var end: CMTime
  /// The identifier in the file; empty if it has none.
  package var identifier = ""
  /// The text of the file, including markup.
  package var source: String
  /// The text as runs of uniform style.
  package var runs: [CueRun]
  /// The placement in the frame.
  package var layout = CueLayout()
  /// The WebVTT settings after the times, the source of `layout`; empty for other formats.
  package var settings = ""
  /// The fields of an ASS line after its times, for cues in ASS: libass draws more than the runs describe.
  package var typeset: String? {
    didSet { isMoving = typeset.map(Self.moves) ?? false }
  }
  /// Whether it may change while shown: effects of ASS depend on the time.
  package private(set) var isMoving = false
  /// Bitmaps shown instead of text.
  package var bitmaps: [CueBitmap] = []

  /// Creates a cue with default placement. The caller ensures that `end` is not before `start`.
  package init(start: CMTime, end: CMTime, source: String, runs: [CueRun]) {
    self.start = start
    self.end = end
    self.source = source
    self.runs = runs
  }

  /// The readable text: without markup, and without ruby text.
  package var text: String {
    runs.lazy.filter { !$0.style.isRubyText }.map(\.text).joined()
  }

  /// Whether the codes of an ASS line animate it: transformations, movement, fading, karaoke, or an effect.
  private static func moves(_ typeset: String) -> Bool {
    ["\\t(", "\\move", "\\fad", "\\k", "\\K", "Banner", "Scroll"].contains { typeset.contains($0) }
  }

  /// Whether the cue is shown at a time; the end is exclusive.
  package func isShown(at time: CMTime) -> Bool { start <= time && time < end }
}

/// Characters of a cue with uniform style.
package struct CueRun: Equatable, Sendable {
  /// The characters without markup, including line breaks.
  package var text: String
  /// The style of all characters of the run.
  package var style = CueStyle()
  /// The karaoke time of the characters; nil: the cue's start.
  package var time: CMTime?

  /// Creates a run; by default unstyled, and visible from the start of the cue.
  package init(_ text: String, style: CueStyle = CueStyle(), time: CMTime? = nil) {
    self.text = text
    self.style = style
    self.time = time
  }
}

/// The style of characters, as far as the file declares it.
package struct CueStyle: Equatable, Sendable {
  /// Whether the file declares a bold weight. False also means that a rule may set it.
  package var isBold = false
  /// Whether the file declares italic or oblique characters.
  package var isItalic = false
  /// Whether the file declares an underline.
  package var isUnderlined = false
  /// Whether the file declares a line through the characters.
  package var isStruckThrough = false
  /// The text colour; nil for the viewer's default.
  package var color: CueColor?
  /// The colour behind the characters; nil for none.
  package var background: CueColor?
  /// The family name, or a generic one such as `sans-serif`; nil for the viewer's default.
  package var fontName: String?
  /// The default font size as a fraction of the frame height (WebVTT § 7.2).
  static let defaultFontSize = 0.05

  /// The font size as a fraction of the frame height; nil for the viewer's default.
  package var fontSize: Double?
  /// The WebVTT classes of the enclosing spans, the outermost first.
  package var classes: [String] = []
  /// The speaker's name of a WebVTT voice span; nil outside of one.
  package var voice: String?
  /// The BCP 47 tag.
  package var language: String?
  /// Whether this is ruby text above the preceding base.
  package var isRubyText = false
  /// Whether this is a base with ruby text above it.
  package var isRubyBase = false
  /// Whether the characters are inside a `c` element, with or without a class.
  package var isClassSpan = false

  /// Creates a style that declares nothing.
  package init() {}
}

/// An sRGB colour with alpha, 8 bits each.
package struct CueColor: Equatable, Sendable {
  /// The red component without premultiplication, 0 to 255.
  package var red: UInt8
  /// The green component without premultiplication, 0 to 255.
  package var green: UInt8
  /// The blue component without premultiplication, 0 to 255.
  package var blue: UInt8
  /// 255 is opaque, 0 is transparent.
  package var alpha: UInt8

  /// Creates a colour, opaque by default.
  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Parses a colour of CSS, HTML or TTML: a name, #rgb, #rrggbb or #rrggbbaa.
  package init?(named text: String) {
    let text = text.lowercased()
    guard text.hasPrefix("#") else {
      guard let value = Self.names[text] else { return nil }
      self.init(value, hasAlpha: false)
      return
    }
    var digits = text.dropFirst()
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    if digits.count == 3 { digits = Substring(digits.flatMap { [$0, $0] }) }
    guard digits.count == 6 || digits.count == 8, let value = UInt32(digits, radix: 16) else { return nil }
    self.init(value, hasAlpha: digits.count == 8)
  }

  /// Unpacks 0xRRGGBBAA, or 0xRRGGBB, which is opaque.
  private init(_ value: UInt32, hasAlpha: Bool) {
    let value = hasAlpha ? value : value << 8 | 0xFF
    func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
    self.init(red: byte(24), green: byte(16), blue: byte(8), alpha: byte(0))
  }

  /// The sixteen of HTML 4 and others that captions use.
  private static let names: [String: UInt32] = [
    "white": 0xFFFFFF, "silver": 0xC0C0C0, "gray": 0x808080, "grey": 0x808080, "black": 0, "red": 0xFF0000,
    "maroon": 0x800000, "yellow": 0xFFFF00, "olive": 0x808000, "lime": 0x00FF00, "green": 0x008000,
    "aqua": 0x00FFFF, "cyan": 0x00FFFF, "teal": 0x008080, "blue": 0x0000FF, "navy": 0x000080,
    "fuchsia": 0xFF00FF, "magenta": 0xFF00FF, "purple": 0x800080, "orange": 0xFFA500, "pink": 0xFFC0CB,
  ]
}
