/// One caption channel: processes its codes and holds the displayed memory (CEA-608-E § 6, 47 CFR 15.119).
struct CEA608Channel {
  /// The mode of writing. In `rollUp` the value is the number of visible rows, 2 to 4; `text` is a service that is
  /// ignored.
  private enum Mode: Equatable { case popOn, paintOn, rollUp(Int), text }

  /// The displayed memory: the characters on the screen.
  private(set) var shown = CEA608Screen()
  /// The non-displayed memory of pop-on captions, which the end-of-caption code swaps with `shown`.
  private var hidden = CEA608Screen()
  /// Pop-on by default: after joining in the middle of a caption, it is shown when its end-of-caption code arrives.
  private var mode = Mode.popOn
  /// The zero-based row of the cursor. In roll-up mode it is the base row, at the bottom of the window.
  private var row = CEA608Screen.rowCount - 1
  /// The zero-based column of the cursor. It may be 32 after the last column is written.
  private var column = 0
  /// The style of the next characters.
  private var pen = CEA608Screen.Pen()

  // MARK: Writing

  /// Changes the memory that the current mode writes to. Nothing changes in text mode.
  private mutating func write(_ body: (inout CEA608Screen) -> Void) {
    switch mode {
    case .popOn: body(&hidden)
    case .paintOn, .rollUp: body(&shown)
    case .text: break
    }
  }

  /// Writes a character at the cursor and moves it to the right.
  mutating func put(_ character: Character) {
    let (row, place, pen) = (row, min(column, CEA608Screen.columnCount - 1), pen)
    write { $0[row, place] = CEA608Screen.Cell(character: character, pen: pen) }
    // After the last column the cursor stays: the next character replaces the last one.
    column = place + 1
  }

  /// Replaces the previous character, which was sent as a fallback for simpler decoders, by an extended one.
  mutating func replaceLast(with character: Character) {
    column = max(0, column - 1)
    put(character)
  }

  // MARK: Codes

  /// Performs a miscellaneous control code, given its second byte.
  mutating func perform(_ code: UInt8) {
    switch code {
    case 0x20: mode = .popOn
    case 0x21: backspace()
    case 0x24:
      let (row, column) = (row, column)
      write { $0.clearRow(row, from: min(column, CEA608Screen.columnCount)) }
    case 0x25, 0x26, 0x27: beginRollUp(Int(code) - 0x23)
    case 0x29: mode = .paintOn
    case 0x2A, 0x2B: mode = .text
    case 0x2C: shown = CEA608Screen()
    case 0x2D: carriageReturn()
    case 0x2E: hidden = CEA608Screen()
    case 0x2F:
      swap(&shown, &hidden)
      mode = .popOn
      column = 0
      pen = CEA608Screen.Pen()
    default: break
    }
  }

  /// Erases the character before the cursor (0x21).
  private mutating func backspace() {
    column = max(0, column - 1)
    let (row, column) = (row, column)
    write { $0[row, column] = nil }
  }

  /// Begins roll-up captions with a number of rows. Coming from another mode, both memories are erased and the base row
  /// is the last one (47 CFR 15.119 (f)(1)).
  private mutating func beginRollUp(_ count: Int) {
    if case .rollUp = mode {
    } else {
      shown = CEA608Screen()
      hidden = CEA608Screen()
      row = CEA608Screen.rowCount - 1
    }
    mode = .rollUp(count)
    column = 0
    pen = CEA608Screen.Pen()
  }

  /// Scrolls the roll-up window by one row and returns to the first column. No effect in other modes.
  private mutating func carriageReturn() {
    guard case .rollUp(let count) = mode else { return }
    shown.rollUp(base: row, count: count)
    column = 0
    pen = CEA608Screen.Pen()
  }

  /// Moves the cursor by 1 to 3 columns, without erasing characters, at most to the last column.
  mutating func tab(_ count: Int) { column = min(column + count, CEA608Screen.columnCount - 1) }

  /// Handles a preamble address code: the position and style of the next characters.
  mutating func address(_ first: UInt8, _ second: UInt8) {
    let rows: [Int] = [11, 1, 3, 12, 14, 5, 7, 9]
    let group = Int(first & 7)
    let preferred = rows[group] + (group != 0 && second & 0x20 != 0 ? 1 : 0) - 1
    if case .rollUp(let count) = mode { shown.moveWindow(from: row, to: preferred, count: count) }
    row = preferred
    pen = CEA608Screen.Pen(isUnderlined: second & 1 != 0)
    let attribute = Int(second >> 1 & 0xF)
    switch attribute {
    case 0...6: (pen.color, column) = (attribute, 0)
    case 7: (pen.isItalic, column) = (true, 0)
    default: column = (attribute - 8) * 4
    }
  }

  /// Handles a mid-row code, which is displayed as a space.
  mutating func setStyle(_ second: UInt8) {
    let attribute = Int(second >> 1 & 7)
    if attribute == 7 { pen.isItalic = true } else { (pen.color, pen.isItalic) = (attribute, false) }
    pen.isUnderlined = second & 1 != 0
    put(" ")
  }

  /// Handles a background attribute, which replaces the preceding space, sent for simpler decoders, with a space of its
  /// own style (CEA-608-E § 6.2). Odd codes are semi-transparent.
  mutating func setBackground(_ second: UInt8) {
    replaceStyleOfSpace { $0.background = .color(Int(second >> 1 & 7), isHalfTransparent: second & 1 != 0) }
  }

  /// Handles a transparent background (0x2D) and black characters, plain (0x2E) or underlined (0x2F).
  mutating func setOptional(_ second: UInt8) {
    replaceStyleOfSpace { pen in
      if second == 0x2D { pen.background = .transparent } else { (pen.color, pen.isUnderlined) = (7, second == 0x2F) }
    }
  }

  /// Changes the pen, and replaces the character before the cursor by a space with that pen.
  private mutating func replaceStyleOfSpace(_ change: (inout CEA608Screen.Pen) -> Void) {
    change(&pen)
    replaceLast(with: " ")
  }
}
