/// The drawn style of one run of a cue: the file's style, completed by rules.
struct CueTextStyle {
  /// The style of the run. Properties that the file does not declare come from the rules.
  var style: CueStyle
  /// The edge that a rule requests; nil for the default outline of the script's style.
  var edge: CaptionRule.Edge?
  /// A factor of the font size from a rule; nil for 1.
  var relativeSize: Double?
  /// The colour of the box behind the characters; nil for text without a box.
  var background: CueColor? { style.background }

  /// Completes a run's style with all matching rules.
  ///
  /// - Parameter identifier: The identifier of the cue, for rules that select it.
  init(_ style: CueStyle, rules: [CaptionRule], identifier: String) {
    self.style = style
    for rule in rules where rule.selector.matches(style, identifier: identifier) { apply(rule, over: style) }
  }

  /// Applies a rule. Later rules override earlier ones, and the file overrides all rules.
  private mutating func apply(_ rule: CaptionRule, over own: CueStyle) {
    if own.color == nil, let color = rule.color { style.color = color }
    if own.background == nil, let background = rule.background ?? rule.blockBackground { style.background = background }
    if own.fontName == nil, let name = rule.fontName { style.fontName = name }
    if !own.isBold, let isBold = rule.isBold { style.isBold = isBold }
    if !own.isItalic, let isItalic = rule.isItalic { style.isItalic = isItalic }
    if !own.isUnderlined, let isUnderlined = rule.isUnderlined { style.isUnderlined = isUnderlined }
    edge = rule.edge ?? edge
    relativeSize = rule.relativeSize ?? relativeSize
  }

  /// The ASS codes of the style.
  func tags(size: Double, frameHeight: Int, isBoxed: Bool) -> String {
    var tags = ""
    if style.isBold { tags += "\\b1" }
    if style.isItalic { tags += "\\i1" }
    if style.isUnderlined { tags += "\\u1" }
    if style.isStruckThrough { tags += "\\s1" }
    if let name = fontName { tags += "\\fn\(name)" }
    let preferred = drawnSize(size, frameHeight: frameHeight)
    if preferred != size { tags += "\\fs\(ASSWriter.number(preferred))" }
    if let color = style.color { tags += "\\1c\(Self.color(color))\\1a\(Self.alpha(color))" }
    if isBoxed {
      // In a boxed line, text without its own box gets a transparent one.
      let box = style.background ?? CueColor(red: 0, green: 0, blue: 0, alpha: 0)
      return tags + "\\3c\(Self.color(box))\\3a\(Self.alpha(box))\\4a&HFF&"
    }
    return tags + edgeTags(size: preferred)
  }

  /// The font size of the run in pixels, from 1 to the frame height. Ruby text has half the size of its base.
  private func drawnSize(_ size: Double, frameHeight: Int) -> Double {
    var preferred = style.fontSize.map { $0 * 1.16 * Double(frameHeight) } ?? size
    if let relativeSize { preferred *= relativeSize }
    if style.isRubyText { preferred *= 0.5 }
    return min(max(preferred, 1), Double(frameHeight))
  }

  /// The codes for the outline and shadow. The width is that of the default outline: an eighteenth of the font size.
  private func edgeTags(size: Double) -> String {
    let width = ASSWriter.number(max(1, size / 18))
    switch edge {
    case nil: return ""
    case .none?: return "\\bord0\\shad0"
    case .uniform: return "\\bord\(width)\\shad0"
    case .dropShadow: return "\\bord0\\shad\(width)\\4a&H40&"
    case .raised: return "\\bord0\\xshad\(width)\\yshad\(width)\\4a&H00&"
    case .depressed: return "\\bord0\\xshad-\(width)\\yshad-\(width)\\4a&H00&"
    }
  }

  /// The font name, sanitized for codes; nil for the default font.
  var fontName: String? { style.fontName.map(Self.plainName).flatMap { $0.isEmpty ? nil : $0 } }

  /// Cuts a font name at the first character that would end the code or the event's field.
  private static func plainName(_ name: String) -> String {
    String(name.prefix { $0 != "," && $0 != "}" && $0 != "{" && $0 != "\\" && !$0.isNewline }).trimmingWhitespace()
  }

  /// Formats a colour as ASS writes it: blue, green, red, without alpha.
  static func color(_ color: CueColor) -> String { "&H\(hex(color.blue))\(hex(color.green))\(hex(color.red))&" }
  /// Formats the alpha of a colour as ASS writes it: 00 is opaque, FF is transparent.
  static func alpha(_ color: CueColor) -> String { "&H\(hex(255 - color.alpha))&" }

  /// Formats a byte as two uppercase hexadecimal digits.
  private static func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return text.count == 1 ? "0" + text : text
  }
}

extension CueStyle {
  /// The style completed by rules where the file declares nothing.
  package func styled(by rules: [CaptionRule], identifier: String) -> CueStyle {
    CueTextStyle(self, rules: rules, identifier: identifier).style
  }
}
