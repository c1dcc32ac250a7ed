import CoreMedia

/// A text and when and where it is to be seen: what every caption format is read into.
package struct Cue: Equatable, Sendable {
  package var start: CMTime
  /// Not before `start`; indefinite where the next cue ends it.
  package var end: CMTime
  package var identifier = ""
  /// The text as the file has it, with its marks.
  package var source: String
  /// The text in pieces that look alike.
  package var runs: [CueRun]
  package var layout = CueLayout()
  /// What WebVTT writes behind the times, of which `layout` was made; empty for other formats.
  package var settings = ""
  /// The fields of a line of ASS behind its times, where the cue comes from one: libass draws more than the runs say.
  package var typeset: String? {
    didSet { isMoving = typeset.map(Self.moves) ?? false }
  }
  /// Whether it may change while it is shown: effects of ASS depend on the time.
  package private(set) var isMoving = false
  /// What is shown in place of text.
  package var pictures: [CueBitmap] = []

  package init(start: CMTime, end: CMTime, source: String, runs: [CueRun]) {
    self.start = start
    self.end = end
    self.source = source
    self.runs = runs
  }

  /// What is read: without marks, and without what stands above other words to tell how they are said.
  package var text: String {
    runs.lazy.filter { !$0.style.isRubyText }.map(\.text).joined()
  }

  private static func moves(_ typeset: String) -> Bool {
    ["\\t(", "\\move", "\\fad", "\\k", "\\K", "Banner", "Scroll"].contains { typeset.contains($0) }
  }

  package func isShown(at time: CMTime) -> Bool { start <= time && time < end }
}

/// Characters of a cue that look alike.
package struct CueRun: Equatable, Sendable {
  package var text: String
  package var style = CueStyle()
  /// When the characters begin to be sung or said; nil: with the cue.
  package var time: CMTime?

  package init(_ text: String, style: CueStyle = CueStyle(), time: CMTime? = nil) {
    self.text = text
    self.style = style
    self.time = time
  }
}

/// How characters look, as far as the file says.
package struct CueStyle: Equatable, Sendable {
  package var isBold = false
  package var isItalic = false
  package var isUnderlined = false
  package var isStruckThrough = false
  package var color: CueColor?
  package var background: CueColor?
  package var fontName: String?
  /// What text has whose file says nothing, in parts of the height of the picture (WebVTT § 7.2).
  static let usualFontSize = 0.05

  /// In parts of the height of the picture; nil: the viewer's own.
  package var fontSize: Double?
  package var classes: [String] = []
  package var voice: String?
  /// BCP 47.
  package var language: String?
  /// Whether the characters stand above those before them.
  package var isRubyText = false
  /// Whether others stand above the characters.
  package var isRubyBase = false
  /// Whether the characters stand within a `c`, with or without a class.
  package var isClassSpan = false

  package init() {}
}

/// A colour of sRGB with its opacity, 8 bits each.
package struct CueColor: Equatable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  package var alpha: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A colour as CSS, HTML and TTML write it: a name, #rgb, #rrggbb or #rrggbbaa.
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

  private init(_ value: UInt32, hasAlpha: Bool) {
    let value = hasAlpha ? value : value << 8 | 0xFF
    func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
    self.init(red: byte(24), green: byte(16), blue: byte(8), alpha: byte(0))
  }

  /// The sixteen of HTML 4 and what captions use besides.
  private static let names: [String: UInt32] = [
    "white": 0xFFFFFF, "silver": 0xC0C0C0, "gray": 0x808080, "grey": 0x808080, "black": 0, "red": 0xFF0000,
    "maroon": 0x800000, "yellow": 0xFFFF00, "olive": 0x808000, "lime": 0x00FF00, "green": 0x008000,
    "aqua": 0x00FFFF, "cyan": 0x00FFFF, "teal": 0x008080, "blue": 0x0000FF, "navy": 0x000080,
    "fuchsia": 0xFF00FF, "magenta": 0xFF00FF, "purple": 0x800080, "orange": 0xFFA500, "pink": 0xFFC0CB,
  ]
}
