import PlayheadText

/// Captions as terminal text, which is legible where cell graphics are too coarse for letters.
enum CaptionCells {
  /// A line over the video, relative to the corner of the video.
  struct Line: Equatable, Sendable {
    /// The row in the video, from 0 at the top.
    var row: Int
    /// The column in the video, from 0 on the left.
    var column: Int
    /// The text with a space on each side, at most as wide as the video unless that is less than three cells wide.
    var text: String
  }

  /// Lays out captions, centred in the lowest rows, or in the topmost ones if a caption is in the upper half. Lines are
  /// ordered by start time; the oldest are dropped if there are too many.
  static func lines(of scene: CaptionScene, columns: Int, rows: Int, glyphs: GlyphSet) -> [Line] {
    var (above, below): ([String], [String]) = ([], [])
    for layer in scene.layers {
      for (_, cue) in layer.cues.suffix(limit) where cue.bitmaps.isEmpty {
        let lines = wrapped(glyphs.text(cue.text), to: max(1, columns - 2))
        if isAbove(cue, layer.appearance) { above += lines } else { below += lines }
      }
    }
    let available = max(1, rows / 2)
    return placed(Array(above.suffix(available)), from: 0, columns)
      + placed(Array(below.suffix(available)), from: rows - min(available, below.count), columns)
  }

  /// More simultaneous captions than this are illegible.
  private static let limit = 20

  /// Whether a caption belongs to the top of the video: by its alignment tag (ASS `\an7` to `\an9`), its line, or the
  /// default of its appearance.
  private static func isAbove(_ cue: Cue, _ appearance: CaptionAppearance) -> Bool {
    if let typeset = cue.typeset { return ["\\an7", "\\an8", "\\an9"].contains { typeset.contains($0) } }
    switch cue.layout.line {
    case .automatic: return appearance.isAtTop
    case .percent(let percent): return percent < 45
    case .number(let number): return number >= 0 && number < 8
    }
  }

  /// Places lines in consecutive rows, each centred.
  private static func placed(_ lines: [String], from row: Int, _ columns: Int) -> [Line] {
    lines.enumerated().map { index, text in
      let padded = " \(text) "
      return Line(row: row + index, column: max(0, (columns - CellText.width(padded)) / 2), text: padded)
    }
  }

  /// Breaks between words, and within words that are longer than a line.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(whereSeparator: \.isNewline).prefix(limit) {
      var line = ""
      for word in CellText.printable(String(paragraph.prefix(2000))).split(separator: " ") {
        let longer = line.isEmpty ? String(word) : line + " " + word
        if CellText.width(longer) <= width {
          line = longer
          continue
        }
        if !line.isEmpty { lines.append(line) }
        line = ""
        for character in word {
          if CellText.width(line) + CellText.width(character) > width {
            lines.append(line)
            line = ""
          }
          line.append(character)
        }
      }
      if !line.isEmpty { lines.append(line) }
    }
    return lines
  }

  /// The terminal output of a line: white on black, independent of the video.
  static func bytes(_ line: Line, in rectangle: CellRectangle) -> [UInt8] {
    let place = ControlBytes.move(column: rectangle.column + line.column, row: rectangle.row + line.row)
    return Array((place + ControlBytes.caption + line.text + ControlBytes.plain).utf8)
  }
}
