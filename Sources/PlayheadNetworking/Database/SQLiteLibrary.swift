import CPlayheadSQLite

/// SQLite's functions, loaded when the first database is opened.
struct SQLiteLibrary: Sendable {
  /// A connection (`sqlite3 *`) or a statement (`sqlite3_stmt *`).
  typealias Handle = OpaquePointer
  typealias Open =
    @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Handle?>, Int32, UnsafePointer<CChar>?) -> Int32
  typealias SetNumber = @convention(c) (Handle, Int32) -> Int32
  typealias Prepare =
    @convention(c) (
      Handle, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<Handle?>, UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> Int32
  typealias BindInteger = @convention(c) (Handle, Int32, Int64) -> Int32
  typealias BindText = @convention(c) (Handle, Int32, UnsafePointer<CChar>, Int32, UnsafeMutableRawPointer?) -> Int32
  typealias ColumnInteger = @convention(c) (Handle, Int32) -> Int64
  typealias ColumnText = @convention(c) (Handle, Int32) -> UnsafePointer<UInt8>?
  typealias LastRow = @convention(c) (Handle) -> Int64
  typealias Simple = @convention(c) (Handle) -> Int32

  /// `sqlite3_open_v2`: path, connection, flags, and the name of a file system layer.
  let open: Open
  /// `sqlite3_close_v2`. The result is ignored: a connection closes after its last statement.
  let close: Simple
  /// `sqlite3_busy_timeout`, in milliseconds.
  let busyTimeout: SetNumber
  /// `sqlite3_prepare_v2`. The statement must be finalized.
  let prepare: Prepare
  /// `sqlite3_step`: executes a statement up to its next row.
  let step: Simple
  /// `sqlite3_finalize`: frees a statement.
  let finalize: Simple
  /// `sqlite3_bind_int64`. Parameters are counted from 1.
  let bindInteger: BindInteger
  /// `sqlite3_bind_null`. Parameters are counted from 1.
  let bindNull: SetNumber
  /// `sqlite3_bind_text`. The last argument determines the ownership of the text.
  let bindText: BindText
  /// `sqlite3_column_type`. Columns are counted from 0.
  let columnType: SetNumber
  /// `sqlite3_column_int64`.
  let columnInteger: ColumnInteger
  /// `sqlite3_column_text`. Valid until the next step of the statement.
  let columnText: ColumnText
  /// `sqlite3_last_insert_rowid`.
  let lastRow: LastRow

  /// nil if SQLite is not installed.
  static let shared = SQLiteLibrary(DynamicLibrary("sqlite3", version: 0))

  /// nil if the library or one of the functions is missing.
  private init?(_ library: DynamicLibrary?) {
    guard let library,
      let open = library.function("sqlite3_open_v2", as: Open.self),
      let close = library.function("sqlite3_close_v2", as: Simple.self),
      let busyTimeout = library.function("sqlite3_busy_timeout", as: SetNumber.self),
      let prepare = library.function("sqlite3_prepare_v2", as: Prepare.self),
      let step = library.function("sqlite3_step", as: Simple.self),
      let finalize = library.function("sqlite3_finalize", as: Simple.self),
      let bindInteger = library.function("sqlite3_bind_int64", as: BindInteger.self),
      let bindNull = library.function("sqlite3_bind_null", as: SetNumber.self),
      let bindText = library.function("sqlite3_bind_text", as: BindText.self),
      let columnType = library.function("sqlite3_column_type", as: SetNumber.self),
      let columnInteger = library.function("sqlite3_column_int64", as: ColumnInteger.self),
      let columnText = library.function("sqlite3_column_text", as: ColumnText.self),
      let lastRow = library.function("sqlite3_last_insert_rowid", as: LastRow.self)
    else { return nil }
    self.open = open
    self.close = close
    self.busyTimeout = busyTimeout
    self.prepare = prepare
    self.step = step
    self.finalize = finalize
    self.bindInteger = bindInteger
    self.bindNull = bindNull
    self.bindText = bindText
    self.columnType = columnType
    self.columnInteger = columnInteger
    self.columnText = columnText
    self.lastRow = lastRow
  }
}
