import Testing

@testable import PlayheadCommand

@Suite struct CellRowsTests {
  private func append(
    _ text: String, at rectangle: CellRectangle, _ captions: [CaptionCells.Line] = [], to rows: inout CellRows
  ) -> String {
    var output: [UInt8] = []
    Array(text.utf8).withUnsafeBufferPointer { rows.append($0, at: rectangle, captions: captions, to: &output) }
    return String(decoding: output, as: UTF8.self)
  }

  @Test("sends only changed rows") func sendsOnlyChangedRows() {
    var rows = CellRows()
    let rectangle = CellRectangle(column: 2, row: 1, columns: 3, rows: 3)
    #expect(append("aaa\nbbb\nccc", at: rectangle, to: &rows) == "\u{1B}[2;3Haaa\u{1B}[3;3Hbbb\u{1B}[4;3Hccc")
    #expect(append("aaa\nBBB\nccc", at: rectangle, to: &rows) == "\u{1B}[3;3HBBB")
    #expect(append("aaa\nBBB\nccc", at: rectangle, to: &rows) == "")
    let line = CaptionCells.Line(row: 1, column: 1, text: "x")
    let read = "\u{1B}[3;3HBBB\u{1B}[3;4H\u{1B}[0;97;40mx\u{1B}[0m"
    #expect(append("aaa\nBBB\nccc", at: rectangle, [line], to: &rows) == read)
    #expect(append("aaa\nBBB\nccc", at: rectangle, [line], to: &rows) == "")
    #expect(append("aaa\nBBB\nccc", at: rectangle, to: &rows) == "\u{1B}[3;3HBBB", "it disappears on the next redraw")
    let moved = CellRectangle(column: 0, row: 0, columns: 3, rows: 2)
    #expect(append("aaa\nBBB\nrest", at: moved, to: &rows) == "\u{1B}[1;1Haaa\u{1B}[2;1HBBB")
  }
}
