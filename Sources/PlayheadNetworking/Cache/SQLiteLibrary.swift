import CPlayheadSQLite

/// SQLite's functions, loaded when the first cache is opened.
struct SQLiteLibrary: Sendable {
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

  let open: Open
  let close: Simple
  let busyTimeout: SetNumber
  let prepare: Prepare
  let step: Simple
  let finalize: Simple
  let bindInteger: BindInteger
  let bindNull: SetNumber
  let bindText: BindText
  let columnType: SetNumber
  let columnInteger: ColumnInteger
  let columnText: ColumnText
  let lastRow: LastRow

  /// nil if SQLite is not installed.
  static let shared = SQLiteLibrary(DynamicLibrary("sqlite3", version: 0))

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
