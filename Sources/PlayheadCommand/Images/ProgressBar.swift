/// The progress of a command, on one line of the terminal that is overwritten.
struct ProgressBar: Equatable, Sendable {
  /// The characters of the bar; ASCII in a locale that is not UTF-8.
  var glyphs = GlyphSet.unicode
  /// The width of the bar in cells, without the numbers.
  private static let length = 30

  /// The bar and the numbers, preceded by a carriage return so that they replace the previous line.
  ///
  /// - Parameters:
  ///   - done: The finished steps; limited to 0 through `count` for the bar.
  ///   - count: The number of all steps; the bar is full if it is 0.
  func line(_ done: Int, of count: Int) -> String {
    let full = count > 0 ? Self.length * max(0, min(done, count)) / count : Self.length
    let bar =
      String(repeating: glyphs.barFull, count: full) + String(repeating: glyphs.barEmpty, count: Self.length - full)
    return "\r\(bar) \(done)/\(count)"
  }

  /// Erases the line.
  var end: String { "\r\u{1B}[K" }
}
