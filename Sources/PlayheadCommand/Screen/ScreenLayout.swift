import PlayheadBasics

/// A rectangle of character cells; the top left cell is 0, 0.
struct CellRectangle: Equatable, Sendable {
  var column: Int
  var row: Int
  var columns: Int
  var rows: Int

  /// The largest rectangle of a picture's shape within `columns` × `rows` cells, in their middle. `cellAspect` is a cell's
  /// width over its height. It is never empty, however odd the shape.
  static func fitting(
    width: Double, height: Double, columns: Int, rows: Int, cellAspect: Double
  ) -> CellRectangle {
    let (columns, rows) = (max(1, columns), max(1, rows))
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      return CellRectangle(column: 0, row: 0, columns: columns, rows: rows)
    }
    // The picture's shape counted in cells.
    let shape = width / height / cellAspect
    var fitted = (columns: Double(columns), rows: Double(columns) / shape)
    if fitted.rows > Double(rows) { fitted = (Double(rows) * shape, Double(rows)) }
    let wide = max(1, min(columns, Int(saturating: fitted.columns.rounded())))
    let high = max(1, min(rows, Int(saturating: fitted.rows.rounded())))
    return CellRectangle(column: (columns - wide) / 2, row: (rows - high) / 2, columns: wide, rows: high)
  }
}

/// The size of a terminal in cells, and of a cell in pixels.
struct TerminalSize: Equatable, Sendable {
  var columns: Int
  var rows: Int
  /// nil where the terminal does not tell.
  var cellWidth: Int?
  var cellHeight: Int?

  /// Most fonts are about twice as high as wide.
  var cellAspect: Double {
    guard let cellWidth, let cellHeight, cellWidth > 0, cellHeight > 0 else { return 0.5 }
    return Double(cellWidth) / Double(cellHeight)
  }
}

/// Where things stand on the screen: the picture on top, then a line of text, then the status.
struct ScreenLayout: Equatable, Sendable {
  let size: TerminalSize
  /// Rows for the picture.
  let pictureRows: Int
  /// nil where the screen is too low: messages then take the status line's place.
  let messageRow: Int?
  let statusRow: Int

  init(size: TerminalSize) {
    self.size = size
    let rows = max(1, size.rows)
    statusRow = rows - 1
    messageRow = rows >= 8 ? rows - 2 : nil
    pictureRows = max(0, rows - (rows >= 8 ? 2 : 1))
  }

  /// nil where there is no room for a picture.
  func pictureRectangle(width: Double, height: Double) -> CellRectangle? {
    guard pictureRows > 0, size.columns > 0 else { return nil }
    return .fitting(
      width: width, height: height, columns: size.columns, rows: pictureRows, cellAspect: size.cellAspect)
  }
}
