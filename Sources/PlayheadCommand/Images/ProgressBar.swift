/// The progress of a command, on one line of the terminal that is overwritten.
struct ProgressBar: Equatable, Sendable {
  var glyphs = GlyphSet.unicode
  private static let length = 30

  func line(_ done: Int, of count: Int) -> String {
    let full = count > 0 ? Self.length * max(0, min(done, count)) / count : Self.length
    let bar =
      String(repeating: glyphs.barFull, count: full) + String(repeating: glyphs.barEmpty, count: Self.length - full)
    return "\r\(bar) \(done)/\(count)"
  }

  /// Erases the line.
  var end: String { "\r\u{1B}[K" }
}
