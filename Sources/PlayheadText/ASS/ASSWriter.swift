import PlayheadBasics

/// Converts cues of other formats to ASS lines for libass, in pixels of the target frame.
package struct ASSWriter: Sendable, Equatable {
  /// The width of the target frame in pixels, at least 1. It is the script's `PlayResX`.
  package let width: Int
  /// The height of the target frame in pixels, at least 1. It is the script's `PlayResY`; font sizes depend on it.
  package let height: Int
  /// The viewer's settings and the application's rules, for styles that the file does not declare.
  package let appearance: CaptionAppearance

  /// Creates a writer for one frame size and look. Sizes below one pixel are raised to one.
  package init(width: Int, height: Int, appearance: CaptionAppearance) {
    self.width = max(1, width)
    self.height = max(1, height)
    self.appearance = appearance
  }

  /// The font size that ASS uses: from the top of an accent to the bottom of a descender.
  private static let defaultSize = CueStyle.defaultFontSize * 1.16

  /// The font size of text without its own size, in pixels: a rule's base size or WebVTT's default, times the viewer's
  /// scale, which is limited to 0.1…10.
  var fontSize: Double {
    let base = appearance.rules.reduce(nil) { $1.selector == .all ? $1.baseSize ?? $0 : $0 }
    return max(1, (base.map { $0 * 1.16 } ?? Self.defaultSize) * Double(height) * min(max(appearance.scale, 0.1), 10))
  }
  /// The distance between the baselines of two lines in pixels.
  var lineHeight: Double { fontSize * 1.05 }
  /// The margin to the edge of the frame, similar to the safe area of television.
  var edge: Double { Double(height) * 0.03 }

  /// The header of the script. Its colours are final RGB values, not converted with a video matrix.
  package var header: String {
    let outline = max(1, fontSize / 18)
    return """
      [Script Info]
      ScriptType: v4.00+
      PlayResX: \(width)
      PlayResY: \(height)
      WrapStyle: 0
      ScaledBorderAndShadow: yes
      YCbCr Matrix: None

      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, \
      StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
      Style: Plain,sans-serif,\(Self.number(fontSize)),&H00FFFFFF,&H00FFFFFF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,\
      \(Self.number(outline)),\(Self.number(outline / 2)),2,0,0,0,-1
      Style: Boxed,sans-serif,\(Self.number(fontSize)),&H00FFFFFF,&H00FFFFFF,&HFF000000,&HFF000000,0,0,0,0,100,100,0,0,3,\
      \(Self.number(outline * 2)),0,2,0,0,0,-1

      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

      """
  }

  /// Converts a cue to a line without times.
  ///
  /// - Parameters:
  ///   - number: Identifies the cue within the layer.
  ///   - measurer: Measures text for typesetting: without one, ruby text follows its base in parentheses, and vertical
  ///     lines become horizontal.
  ///   - others: The cues that are already shown.
  package func line(
    _ cue: Cue, number: Int, regions: [CueRegion], measurer: (any TextMeasurer)? = nil, others: [Cue] = []
  ) -> String {
    let styles = cue.runs.map { run in
      CueTextStyle(run.style, rules: appearance.rules, identifier: cue.identifier)
    }
    let isBoxed = styles.contains { $0.background != nil }
    if let measurer, let line = setLine(cue, number, styles, regions, isBoxed, measurer, others) { return line }
    let place = CuePlacement(cue, regions: regions, writer: self)
    var text = place.tags.isEmpty ? "" : "{\(place.tags)}"
    for (run, style) in zip(cue.runs, styles) {
      text += "{\\r\(style.tags(size: fontSize, frameHeight: height, isBoxed: isBoxed))}"
      text += run.style.isRubyText ? "(\(Self.escaped(run.text)))" : Self.escaped(run.text)
    }
    return fields(number, isBoxed: isBoxed, place, text)
  }

  /// Joins the fields of an event in the order of Matroska packets, without times. The cue number is its ReadOrder.
  ///
  /// - Parameter isBoxed: Selects the style `Boxed`, which draws a background behind the characters, instead of
  ///   `Plain`.
  func fields(_ number: Int, isBoxed: Bool, _ place: CuePlacement, _ text: String) -> String {
    let margins = [place.left, place.right, place.vertical].map { String(Int(saturating: $0.rounded())) }.joined(
      separator: ",")
    return "\(number),0,\(isBoxed ? "Boxed" : "Plain"),,\(margins),,\(text)"
  }

  /// The maximum length of drawn text: more than fills any screen.
  private static let characterLimit = 4000

  /// Escapes text, so that libass draws it literally. Text beyond `characterLimit` is dropped.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.prefix(characterLimit) {
      switch character {
      case "\n", "\r\n", "\r": result += "\\N"
      case "{": result += "\\{"
      case "}": result += "\\}"
      // A backslash alone begins a code; before an invisible character it is literal.
      case "\\": result += "\\\u{2060}"
      default: result.append(character)
      }
    }
    return result
  }

  /// Formats a number with two decimals and a period, independently of the locale.
  static func number(_ value: Double) -> String {
    let hundredths = Int(saturating: (value * 100).rounded())
    let rest = abs(hundredths % 100)
    return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
