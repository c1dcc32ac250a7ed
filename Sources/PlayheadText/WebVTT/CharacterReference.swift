/// Parses character references by name or number (HTML § 13.5), as far as captions use them.
enum CharacterReference {
  /// The character of the reference at the beginning, and its length in scalars; nil for a literal ampersand.
  static func read(_ scalars: ArraySlice<Unicode.Scalar>) -> (text: String, length: Int)? {
    let window = scalars.prefix(12)
    guard let end = window.firstIndex(of: ";") else { return nil }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: window[(window.startIndex + 1)..<end])
    guard let text = text(of: String(view)) else { return nil }
    return (text, end - window.startIndex + 1)
  }

  /// The text of a reference without ampersand and semicolon; nil for unknown names and invalid numbers.
  private static func text(of name: String) -> String? {
    if let text = names[name] { return text }
    guard name.hasPrefix("#") else { return nil }
    let number = name.dropFirst()
    let isHex = number.hasPrefix("x") || number.hasPrefix("X")
    let value = isHex ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
    return value.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) }
  }

  /// The named references of WebVTT (§ 4.2.2), and those of HTML that files contain nevertheless.
  private static let names = [
    "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}", "quot": "\"", "apos": "'",
  ]
}
