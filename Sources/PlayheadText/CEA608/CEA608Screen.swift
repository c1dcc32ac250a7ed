/// The screen of a CEA-608 decoder: fifteen rows of 32 characters, each with its style.
struct CEA608Screen: Equatable {
  enum Background: Equatable {
    /// Index of `colors`: 0 to 7, where 7 is black.
    case color(Int, isHalfTransparent: Bool)
    /// No background: the video is visible between the characters.
    case transparent

    /// The colour with its alpha: 128 if half transparent.
    var color: CueColor {
      switch self {
      case .color(let index, let isHalfTransparent):
        var color = Pen.colors[index]
        if isHalfTransparent { color.alpha = 128 }
        return color
      case .transparent: return CueColor(red: 0, green: 0, blue: 0, alpha: 0)
      }
    }
  }

  /// The attributes of written characters.
  struct Pen: Equatable {
    /// Index of `colors`: 0 to 7, where 7 is black.
    var color = 0
    /// Set by a mid-row or preamble code.
    var isItalic = false
    /// Set by the lowest bit of mid-row and preamble codes.
    var isUnderlined = false
    /// nil if not set.
    var background: Background?
  }

  /// One position of the grid with a character.
  struct Cell: Equatable {
    /// The character after mapping to Unicode.
    var character: Character
    /// The attributes at the time of writing.
    var pen: Pen
  }

  /// The number of rows of the grid, the safe area of television.
  static let rowCount = 15
  static let columnCount = 32

  /// The cells by row and column; nil where nothing is written, which is transparent.
  private(set) var rows: [[Cell?]] = Array(repeating: Array(repeating: nil, count: columnCount), count: rowCount)

  /// Whether no cell is written. A screen of spaces is not empty.
  var isEmpty: Bool { rows.allSatisfy { $0.allSatisfy { $0 == nil } } }

  /// Rows and columns are zero-based.
  subscript(row: Int, column: Int) -> Cell? {
    get { rows[row][column] }
    set { rows[row][column] = newValue }
  }

  /// Erases the cells of a row from a column to the right edge.
  mutating func clearRow(_ row: Int, from column: Int = 0) {
    for column in column..<Self.columnCount { rows[row][column] = nil }
  }

  /// Scrolls the `count` rows ending at `base` up by one; the topmost row and all rows outside are erased.
  mutating func rollUp(base: Int, count: Int) {
    let top = max(0, base - count + 1)
    for row in 0..<Self.rowCount {
      if row < top || row > base {
        clearRow(row)
      } else if row < base {
        rows[row] = rows[row + 1]
      }
    }
    clearRow(base)
  }

  /// Moves the rows ending at `old` so that they end at `new`.
  mutating func moveWindow(from old: Int, to new: Int, count: Int) {
    guard old != new else { return }
    let taken = (0..<count).map { old - $0 >= 0 ? rows[old - $0] : rows[0] }
    let height = min(count, old + 1)
    for row in 0..<Self.rowCount { clearRow(row) }
    for offset in 0..<height where new - offset >= 0 { rows[new - offset] = taken[offset] }
  }
}

extension CEA608Screen.Pen {
  /// White, green, blue, cyan, red, yellow, magenta, and black for backgrounds.
  static let colors: [CueColor] = [
    CueColor(red: 255, green: 255, blue: 255), CueColor(red: 0, green: 255, blue: 0),
    CueColor(red: 0, green: 0, blue: 255), CueColor(red: 0, green: 255, blue: 255),
    CueColor(red: 255, green: 0, blue: 0), CueColor(red: 255, green: 255, blue: 0),
    CueColor(red: 255, green: 0, blue: 255), CueColor(red: 0, green: 0, blue: 0),
  ]

  /// The style of a run in this pen. White remains undeclared, so that the viewer's colour applies; the default
  /// background is black.
  var style: CueStyle {
    var style = CueStyle()
    style.isItalic = isItalic
    style.isUnderlined = isUnderlined
    if color != 0 { style.color = Self.colors[color] }
    style.background = background?.color ?? Self.colors[7]
    return style
  }
}
