import CoreMedia

/// Parses the times and timing lines of WebVTT.
enum WebVTTTime {
  /// Parses text that is only a time.
  static func parse(_ text: some StringProtocol) -> CMTime? {
    var scanner = TimeScanner(text)
    guard let time = scanner.webVTT(), scanner.isAtEnd else { return nil }
    return time
  }

  /// Parses "start --> end settings" (§ 6.3).
  static func line(_ line: String) -> (start: CMTime, end: CMTime, settings: Substring)? {
    var scanner = TimeScanner(line)
    scanner.skipSpaces()
    guard let start = scanner.webVTT() else { return nil }
    scanner.skipSpaces()
    guard scanner.skip("-->") else { return nil }
    scanner.skipSpaces()
    guard let end = scanner.webVTT() else { return nil }
    return (start, end, Substring(scanner.rest))
  }

  /// Whether a line contains an arrow and thus should be a timing line.
  static func hasArrow(_ line: String) -> Bool {
    var rest = line.utf8[...]
    while let dash = rest.firstIndex(of: 0x2D) {
      rest = rest[dash...]
      if rest.starts(with: "-->".utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Whether a character is a space within a line: space, tab or form feed.
  static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" || character == "\u{0C}" }

  /// Removes spaces at both ends.
  static func trim(_ text: Substring) -> Substring {
    var text = text.drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}
