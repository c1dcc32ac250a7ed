/// A caption window of digital television: rows of characters and their placement.
struct CEA708Window: Equatable {
  /// Whether the window is shown. Commands may write to a hidden window and then show it.
  var isVisible: Bool
  /// 0 to 7, where 0 is the highest priority.
  let priority: Int
  /// 0 left, 1 right, 2 centre, 3 full, which is shown as left (CTA-708-E § 8.10.5.8).
  var justification: Int
  /// Whether the anchor is in percent of the safe area instead of grid units.
  private let isRelative: Bool
  /// The vertical position of the anchor: 0 to 74 grid units, or percent.
  private let anchorVertical: Int
  /// The horizontal position of the anchor: 0 to 209 grid units, or percent.
  private let anchorHorizontal: Int
  /// The point of the window at the anchor, 0 to 8: row by row from the upper left to the lower right.
  private let anchorPoint: Int
  /// The maximum number of rows, 1 to 15. Rows beyond it scroll up.
  private let rowCount: Int
  /// The maximum number of characters in a row, 1 to 42.
  private let columnCount: Int
  /// The runs of each row from the top. It has at least one row, and fewer than `rowCount` until they are written.
  private var rows: [[CueRun]]
  /// The index of the row that is written.
  private var row = 0
  /// The attributes of the next characters.
  private var style = CueStyle()

  /// Parses the six bytes of a definition. A window that is redefined identically retains its text.
  init(_ bytes: [UInt8], replacing old: CEA708Window?) {
    priority = Int(bytes[0] & 7)
    isRelative = bytes[1] & 0x80 != 0
    anchorVertical = Int(bytes[1] & 0x7F)
    anchorHorizontal = Int(bytes[2])
    anchorPoint = min(8, Int(bytes[3] >> 4))
    rowCount = min(15, Int(bytes[3] & 0xF) + 1)
    columnCount = min(42, Int(bytes[4] & 0x3F) + 1)
    isVisible = bytes[0] & 0x20 != 0
    justification = old?.justification ?? 0
    rows = old?.rows ?? [[]]
    row = old?.row ?? 0
    style = old?.style ?? CueStyle()
    if rows.count > rowCount { rows = Array(rows.suffix(rowCount)) }
    row = min(row, rows.count - 1)
  }

  /// Appends a character to the current row. A full row ignores it. The default background is opaque black.
  mutating func put(_ character: Character) {
    guard rows[row].reduce(0, { $0 + $1.text.count }) < columnCount else { return }
    var pen = style
    if pen.background == nil { pen.background = CueColor(red: 0, green: 0, blue: 0) }
    if let last = rows[row].indices.last, rows[row][last].style == pen {
      rows[row][last].text.append(character)
    } else {
      rows[row].append(CueRun(String(character), style: pen))
    }
  }

  /// Removes the last character of the current row; no effect on an empty row.
  mutating func backspace() {
    guard let last = rows[row].indices.last else { return }
    rows[row][last].text.removeLast()
    if rows[row][last].text.isEmpty { rows[row].removeLast() }
  }

  /// Erases all rows and moves to the first one.
  mutating func clear() { (rows, row) = ([[]], 0) }
  /// Erases the current row without leaving it.
  mutating func clearLine() { rows[row] = [] }

  /// Moves to the next row. In the last row, the first one is removed and the others scroll up.
  mutating func carriageReturn() {
    if row + 1 < rows.count {
      row += 1
    } else if rows.count < rowCount {
      rows.append([])
      row = rows.count - 1
    } else {
      rows.removeFirst()
      rows.append([])
    }
  }

  /// Rows count from the top. A row is written from its beginning: columns only determine its indentation.
  mutating func move(row preferred: Int, column: Int) {
    let preferred = min(preferred, rowCount - 1)
    while rows.count <= preferred { rows.append([]) }
    row = preferred
  }

  /// Sets italics and underlining from the two bytes of SetPenAttributes; size, font and edge are ignored.
  mutating func setPen(_ bytes: [UInt8]) {
    style.isItalic = bytes[1] & 0x80 != 0
    style.isUnderlined = bytes[1] & 0x40 != 0
  }

  /// Two bits each: opacity, red, green, blue.
  mutating func setColor(_ bytes: [UInt8]) {
    style.color = Self.color(bytes[0])
    style.background = Self.color(bytes[1])
  }

  /// A colour of a byte with two bits for each component, expanded to 8 bits.
  private static func color(_ byte: UInt8) -> CueColor {
    // Solid, flashing, semi-transparent, transparent.
    let alpha: [UInt8] = [255, 255, 128, 0]
    func part(_ shift: UInt8) -> UInt8 { (byte >> shift & 3) * 85 }
    return CueColor(red: part(4), green: part(2), blue: part(0), alpha: alpha[Int(byte >> 6)])
  }

  /// The visible content without blank rows; nil if there is none.
  var shown: CEA708Windows.Shown? {
    var runs: [CueRun] = []
    for line in rows where line.contains(where: { !$0.text.allSatisfy(\.isWhitespace) }) {
      if !runs.isEmpty { runs.append(CueRun("\n", style: line[0].style)) }
      runs += line
    }
    return runs.isEmpty ? nil : CEA708Windows.Shown(runs: runs, layout: layout)
  }

  /// The placement of the window, mapped to WebVTT's terms. The safe area is the central 80 % of the frame.
  private var layout: CueLayout {
    var layout = CueLayout()
    // A grid of 75 rows and 210 columns (160 in 4:3) within the safe area, or percentages.
    let down = isRelative ? Double(anchorVertical) : Double(min(anchorVertical, 74)) / 74 * 100
    let across = isRelative ? Double(anchorHorizontal) : Double(min(anchorHorizontal, 209)) / 209 * 100
    layout.line = .percent(10 + min(100, down) * 0.8)
    layout.position = 10 + min(100, across) * 0.8
    layout.lineAnchor = [CueLayout.Anchor.start, .center, .end][anchorPoint / 3]
    layout.positionAnchor = [CueLayout.Anchor.start, .center, .end][anchorPoint % 3]
    // 42 columns fill the safe width of a wide frame. Proportional fonts need somewhat more than monospaced columns.
    layout.size = min(80, max(10, Double(columnCount) / 42 * 80 * 1.1))
    layout.alignment = [CueLayout.Alignment.left, .right, .center, .left][justification]
    return layout
  }
}
