import PlayheadBasics

/// A rectangle of character cells; the top left cell is 0, 0.
struct CellRectangle: Equatable, Sendable {
  /// The leftmost column, from 0.
  var column: Int
  /// The topmost row, from 0.
  var row: Int
  /// The width in cells.
  var columns: Int
  /// The height in cells.
  var rows: Int

  /// The largest rectangle with a frame's aspect ratio within `columns` × `rows` cells, centred. `cellAspect` is the
  /// width of a cell divided by its height. Never empty.
  static func fitting(
    width: Double, height: Double, columns: Int, rows: Int, cellAspect: Double
  ) -> CellRectangle {
    let (columns, rows) = (max(1, columns), max(1, rows))
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      return CellRectangle(column: 0, row: 0, columns: columns, rows: rows)
    }
    // The aspect ratio of the frame in cells.
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
  /// The width in cells.
  var columns: Int
  /// The height in cells.
  var rows: Int
  /// nil if the terminal does not report it.
  var cellWidth: Int?
  /// The height of a cell in pixels; nil if the terminal does not report it.
  var cellHeight: Int?

  /// Most fonts are about twice as high as wide.
  var cellAspect: Double {
    guard let cellWidth, let cellHeight, cellWidth > 0, cellHeight > 0 else { return 0.5 }
    return Double(cellWidth) / Double(cellHeight)
  }
}

/// The layout of the screen: video at the top, then a message line, then the status line.
struct ScreenLayout: Equatable, Sendable {
  /// The size of the terminal that the layout is for.
  let size: TerminalSize
  /// The rows of the video.
  let videoRows: Int
  /// nil on a screen that is too low: messages then replace the status line.
  let messageRow: Int?
  /// The row of the status line, from 0: the last one.
  let statusRow: Int

  /// Divides the screen. The message line needs at least eight rows.
  init(size: TerminalSize) {
    self.size = size
    let rows = max(1, size.rows)
    statusRow = rows - 1
    messageRow = rows >= 8 ? rows - 2 : nil
    videoRows = max(0, rows - (rows >= 8 ? 2 : 1))
  }

  /// nil if there is no space for video.
  func videoRectangle(width: Double, height: Double) -> CellRectangle? {
    guard videoRows > 0, size.columns > 0 else { return nil }
    return .fitting(
      width: width, height: height, columns: size.columns, rows: videoRows, cellAspect: size.cellAspect)
  }
}
