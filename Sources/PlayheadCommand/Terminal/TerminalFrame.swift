/// A picture in a terminal's own bytes.
enum TerminalFrame {
  /// Rows of cells with a line feed between them, and what is to be read over them. Each row sets its colours and resets them at its
  /// end.
  case cells(UnsafeBufferPointer<UInt8>, CellRectangle, captions: [CaptionCells.Line])
  /// One image, to be sent with the cursor at the rectangle's corner; `kittyImage` is its number in kitty's protocol.
  case image(UnsafeBufferPointer<UInt8>, CellRectangle, kittyImage: Int?)
}

/// The rows of the picture that is on the screen, so that only those that changed are sent again.
struct CellRows {
  private var rectangle: CellRectangle?
  private var rows: [[UInt8]] = []

  /// Appends the rows that differ, each at its place.
  mutating func append(
    _ bytes: UnsafeBufferPointer<UInt8>, at rectangle: CellRectangle, captions: [CaptionCells.Line] = [],
    to output: inout [UInt8]
  ) {
    if self.rectangle != rectangle {
      self.rectangle = rectangle
      rows = Array(repeating: [], count: rectangle.rows)
    }
    var rest = bytes[...]
    for row in rows.indices {
      let content = rest.prefix { $0 != 0x0A }
      rest = rest.dropFirst(content.count + 1)
      var whole = Array(content)
      for line in captions where line.row == row { whole += CaptionCells.bytes(line, in: rectangle) }
      guard rows[row] != whole else { continue }
      output += ControlBytes.move(column: rectangle.column, row: rectangle.row + row).utf8
      output += whole
      rows[row] = whole
    }
  }
}
