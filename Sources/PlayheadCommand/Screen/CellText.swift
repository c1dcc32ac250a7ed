/// The terminal layout of text: each character occupies zero, one or two cells.
enum CellText {
  /// Replaces control characters, bidirectional formatting and bytes that are not UTF-8 in external text (names,
  /// titles) by a visible character, so that a terminal does not interpret them.
  static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isControl(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }

  /// The width of the text in cells; control characters have none.
  static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  /// Truncates text to a width, with an ellipsis.
  static func truncated(_ text: String, to limit: Int, ellipsis: String = "…") -> String {
    guard width(text) > limit else { return text }
    let available = limit - width(ellipsis)
    guard available >= 0 else { return "" }
    var used = 0
    let retained = text.prefix { character in
      used += width(character)
      return used <= available
    }
    return retained + ellipsis
  }

  /// Appends spaces up to a width. Text that is wider is unchanged.
  static func padded(_ text: String, to limit: Int) -> String {
    text + String(repeating: " ", count: max(0, limit - width(text)))
  }

  /// A cluster is as wide as its widest scalar: marks and joiners add nothing, a variation selector can widen it.
  static func width(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
    if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    return character.unicodeScalars.map(width).max() ?? 0
  }

  /// The width of a scalar: 0 for marks, format and control characters, 2 for emoji and wide East Asian characters, or
  /// else 1.
  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// Whether a scalar could be interpreted by a terminal or change the direction of text.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    // Bytes of a file name that are not UTF-8 (`SystemPath`).
    case 0x10FE80...0x10FEFF: true
    default: false
    }
  }

  /// Wide and full-width blocks (Unicode Standard Annex #11).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x17000...0x18CFF,
    0x1B000...0x1B2FF, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
