/// A picture in a terminal's own bytes.
enum TerminalPicture {
  /// Rows of cells with a line feed between them. Each row sets its colours and resets them at its end.
  case cells(UnsafeBufferPointer<UInt8>, CellRectangle)
  /// One image, to be sent with the cursor at the rectangle's corner; `kittyImage` is its number in kitty's protocol.
  case image(UnsafeBufferPointer<UInt8>, CellRectangle, kittyImage: Int?)
}

/// The rows of the picture that is on the screen, so that only those that changed are sent again.
struct PictureRows {
  private var rectangle: CellRectangle?
  private var rows: [[UInt8]] = []

  /// Appends the rows that differ, each at its place.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at rectangle: CellRectangle, to output: inout [UInt8]) {
    if self.rectangle != rectangle {
      self.rectangle = rectangle
      rows = Array(repeating: [], count: rectangle.rows)
    }
    var rest = bytes[...]
    for row in rows.indices {
      let content = rest.prefix { $0 != 0x0A }
      rest = rest.dropFirst(content.count + 1)
      guard !rows[row].elementsEqual(content) else { continue }
      rows[row] = Array(content)
      output += ControlBytes.move(column: rectangle.column, row: rectangle.row + row).utf8
      output += content
    }
  }
}
