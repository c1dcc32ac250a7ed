/// A caption window of digital television: rows of characters and their placement.
struct CEA708Window: Equatable {
  var isVisible: Bool
  let priority: Int
  var justification: Int
  private let isRelative: Bool
  private let anchorVertical: Int
  private let anchorHorizontal: Int
  private let anchorPoint: Int
  private let rowCount: Int
  private let columnCount: Int
  private var rows: [[CueRun]]
  private var row = 0
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

  mutating func backspace() {
    guard let last = rows[row].indices.last else { return }
    rows[row][last].text.removeLast()
    if rows[row][last].text.isEmpty { rows[row].removeLast() }
  }

  mutating func clear() { (rows, row) = ([[]], 0) }
  mutating func clearLine() { rows[row] = [] }

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
  mutating func move(row wanted: Int, column: Int) {
    let wanted = min(wanted, rowCount - 1)
    while rows.count <= wanted { rows.append([]) }
    row = wanted
  }

  mutating func setPen(_ bytes: [UInt8]) {
    style.isItalic = bytes[1] & 0x80 != 0
    style.isUnderlined = bytes[1] & 0x40 != 0
  }

  /// Two bits each: opacity, red, green, blue.
  mutating func setColor(_ bytes: [UInt8]) {
    style.color = Self.color(bytes[0])
    style.background = Self.color(bytes[1])
  }

  private static func color(_ byte: UInt8) -> CueColor {
    // Solid, flashing, semi-transparent, transparent.
    let alpha: [UInt8] = [255, 255, 128, 0]
    func part(_ shift: UInt8) -> UInt8 { (byte >> shift & 3) * 85 }
    return CueColor(red: part(4), green: part(2), blue: part(0), alpha: alpha[Int(byte >> 6)])
  }

  var shown: CEA708Windows.Shown? {
    var runs: [CueRun] = []
    for line in rows where line.contains(where: { !$0.text.allSatisfy(\.isWhitespace) }) {
      if !runs.isEmpty { runs.append(CueRun("\n", style: line[0].style)) }
      runs += line
    }
    return runs.isEmpty ? nil : CEA708Windows.Shown(runs: runs, layout: layout)
  }

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
