/// A frame as terminal output.
enum TerminalFrame {
  /// Rows of cells separated by line feeds, and captions over them. Each row sets its colours and resets them at its
  /// end.
  case cells(UnsafeBufferPointer<UInt8>, CellRectangle, captions: [CaptionCells.Line])
  /// One image, sent with the cursor at the rectangle's corner; `kittyImage` is its number in kitty's protocol.
  case image(UnsafeBufferPointer<UInt8>, CellRectangle, kittyImage: Int?)
}

/// The rows of the frame on the screen, so that only changed rows are sent.
struct CellRows {
  /// The position of the rows; a frame elsewhere sends all rows.
  private var rectangle: CellRectangle?
  /// The bytes of each row, with its captions. Empty before the first frame.
  private var rows: [[UInt8]] = []

  /// Appends the changed rows with their positions.
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
