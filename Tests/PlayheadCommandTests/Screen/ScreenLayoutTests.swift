import Testing

@testable import PlayheadCommand

@Suite struct ScreenLayoutTests {
  @Test(
    "fits video with aspect ratio",
    arguments: [
      // 16:9 in 80 by 22 cells of 1:2: the width is 22 · 2 · 16/9 = 78.2.
      (1280.0, 720.0, 80, 22, 0.5, CellRectangle(column: 1, row: 0, columns: 78, rows: 22)),
      // A tall terminal: 80 cells of width are 80 / 2 / (16/9) = 22.5 high.
      (1280, 720, 80, 60, 0.5, CellRectangle(column: 0, row: 18, columns: 80, rows: 23)),
      // Portrait.
      (720, 1280, 80, 22, 0.5, CellRectangle(column: 27, row: 0, columns: 25, rows: 22)),
      // Square cells.
      (100, 100, 80, 22, 1, CellRectangle(column: 29, row: 0, columns: 22, rows: 22)),
      // Extreme shapes stay visible.
      (10_000, 1, 80, 22, 0.5, CellRectangle(column: 0, row: 10, columns: 80, rows: 1)),
      (1, 10_000, 80, 22, 0.5, CellRectangle(column: 39, row: 0, columns: 1, rows: 22)),
      // No size: the whole area.
      (0, 0, 80, 22, 0.5, CellRectangle(column: 0, row: 0, columns: 80, rows: 22)),
      (.nan, 1, 80, 22, 0.5, CellRectangle(column: 0, row: 0, columns: 80, rows: 22)),
      (16, 9, 0, 0, 0.5, CellRectangle(column: 0, row: 0, columns: 1, rows: 1)),
    ])
  func fitsVideoWithAspectRatio(
    width: Double, height: Double, columns: Int, rows: Int, aspect: Double, expected: CellRectangle
  ) {
    #expect(
      CellRectangle.fitting(width: width, height: height, columns: columns, rows: rows, cellAspect: aspect) == expected)
  }

  @Test("layout fits every terminal size") func layoutFitsEveryTerminalSize() {
    for rows in 1...60 {
      for columns in [1, 7, 80, 300] {
        let layout = ScreenLayout(size: TerminalSize(columns: columns, rows: rows))
        #expect(layout.statusRow == rows - 1)
        #expect(layout.videoRows + (layout.messageRow == nil ? 1 : 2) == rows)
        guard let rectangle = layout.videoRectangle(width: 1920, height: 1080) else {
          #expect(layout.videoRows == 0)
          continue
        }
        #expect(rectangle.row >= 0 && rectangle.row + rectangle.rows <= layout.videoRows)
        #expect(rectangle.column >= 0 && rectangle.column + rectangle.columns <= columns)
      }
    }
  }

  @Test("uses cell aspect ratio") func usesCellAspectRatio() {
    #expect(TerminalSize(columns: 80, rows: 24).cellAspect == 0.5)
    #expect(TerminalSize(columns: 80, rows: 24, cellWidth: 9, cellHeight: 12).cellAspect == 0.75)
    #expect(TerminalSize(columns: 80, rows: 24, cellWidth: 0, cellHeight: 0).cellAspect == 0.5)
  }
}
