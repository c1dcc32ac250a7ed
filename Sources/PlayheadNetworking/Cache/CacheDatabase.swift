import CPlayheadSQLite

/// A connection to the index of a cache. Used under its owner's lock.
final class CacheDatabase: @unchecked Sendable {
  // Sendable: the owner's lock serializes access.
  /// `noLibrary`: SQLite is not installed. `code`: SQLite's result code.
  enum Failure: Error { case noLibrary, code(Int32) }

  /// A parameter of a statement; nil means `NULL`.
  enum Value {
    /// A 64-bit integer.
    case integer(Int64?)
    /// Text in UTF-8, copied by SQLite.
    case text(String?)
  }

  /// SQLite's functions.
  private let library: SQLiteLibrary
  /// The connection, owned and closed by this object.
  private let handle: SQLiteLibrary.Handle

  /// Opens or creates the file. Another process may have it open too; a writer waits up to `busyTimeout` milliseconds
  /// for another one.
  init(path: String, busyTimeout: Int32) throws(Failure) {
    guard let library = SQLiteLibrary.shared else { throw .noLibrary }
    var opened: SQLiteLibrary.Handle?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
    let code = library.open(path, &opened, flags, nil)
    guard let handle = opened else { throw .code(code) }
    guard code == SQLITE_OK else {
      _ = library.close(handle)
      throw .code(code)
    }
    self.library = library
    self.handle = handle
    _ = library.busyTimeout(handle, busyTimeout)
  }

  deinit { _ = library.close(handle) }

  /// The identifier of the last inserted row.
  var lastRow: Int64 { library.lastRow(handle) }

  /// Executes a statement and passes its rows to `row`.
  ///
  /// - Parameters:
  ///   - text: One statement, with a question mark for each value.
  ///   - row: Called for each row; the row is valid only during the call.
  /// - Throws: `code` with the result of preparing or executing.
  func run(_ text: String, _ values: [Value] = [], row: (Row) -> Void = { _ in }) throws(Failure) {
    var made: SQLiteLibrary.Handle?
    let code = library.prepare(handle, text, -1, &made, nil)
    guard code == SQLITE_OK, let statement = made else { throw .code(code) }
    defer { _ = library.finalize(statement) }
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .integer(let number?): _ = library.bindInteger(statement, place, number)
      // −1 (`SQLITE_TRANSIENT`): SQLite copies the text.
      case .text(let text?): _ = library.bindText(statement, place, text, -1, UnsafeMutableRawPointer(bitPattern: -1))
      case .integer(nil), .text(nil): _ = library.bindNull(statement, place)
      }
    }
    while true {
      switch library.step(statement) {
      case SQLITE_ROW: row(Row(library: library, statement: statement))
      case SQLITE_DONE: return
      case let code: throw .code(code)
      }
    }
  }

  /// Executes `body` in a transaction, which is rolled back on failure.
  ///
  /// The transaction takes the write lock at once, so that it cannot fail later because another process writes.
  func transaction(_ body: () throws(Failure) -> Void) throws(Failure) {
    try run("BEGIN IMMEDIATE")
    do throws(Failure) {
      try body()
      try run("COMMIT")
    } catch {
      try? run("ROLLBACK")
      throw error
    }
  }

  /// The current row of a statement, valid until the next step.
  struct Row {
    /// SQLite's functions.
    fileprivate let library: SQLiteLibrary
    /// The statement, owned by `run`.
    fileprivate let statement: SQLiteLibrary.Handle

    /// The value of a column, counted from 0; nil for `NULL`.
    func integer(_ column: Int32) -> Int64? {
      library.columnType(statement, column) == SQLITE_NULL ? nil : library.columnInteger(statement, column)
    }

    /// A copy of the text of a column, counted from 0; nil for `NULL`.
    func text(_ column: Int32) -> String? {
      library.columnText(statement, column).map { String(cString: $0) }
    }
  }
}
