/// The drawn style of one run of a cue: the file's style, completed by rules.
struct CueTextStyle {
  var style: CueStyle
  var edge: CaptionRule.Edge?
  var relativeSize: Double?
  var background: CueColor? { style.background }

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
    let wanted = drawnSize(size, frameHeight: frameHeight)
    if wanted != size { tags += "\\fs\(ASSWriter.number(wanted))" }
    if let color = style.color { tags += "\\1c\(Self.color(color))\\1a\(Self.alpha(color))" }
    if isBoxed {
      // In a boxed line, text without its own box gets a transparent one.
      let box = style.background ?? CueColor(red: 0, green: 0, blue: 0, alpha: 0)
      return tags + "\\3c\(Self.color(box))\\3a\(Self.alpha(box))\\4a&HFF&"
    }
    return tags + edgeTags(size: wanted)
  }

  private func drawnSize(_ size: Double, frameHeight: Int) -> Double {
    var wanted = style.fontSize.map { $0 * 1.16 * Double(frameHeight) } ?? size
    if let relativeSize { wanted *= relativeSize }
    if style.isRubyText { wanted *= 0.5 }
    return min(max(wanted, 1), Double(frameHeight))
  }

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

  private static func plainName(_ name: String) -> String {
    String(name.prefix { $0 != "," && $0 != "}" && $0 != "{" && $0 != "\\" && !$0.isNewline }).trimmingWhitespace()
  }

  static func color(_ color: CueColor) -> String { "&H\(hex(color.blue))\(hex(color.green))\(hex(color.red))&" }
  static func alpha(_ color: CueColor) -> String { "&H\(hex(255 - color.alpha))&" }

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
