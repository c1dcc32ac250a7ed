import CPlayheadSQLite

/// A connection to an SQLite database: the index of a cache, the journal of a batch run. Used by one thread at a time.
package final class SQLiteDatabase: @unchecked Sendable {
  // Sendable: the owner serializes access, by a lock or by using it on one thread.
  /// `noLibrary`: SQLite is not installed. `code`: SQLite's result code.
  package enum Failure: Error, Equatable {
    case noLibrary
    case code(Int32)

    /// Whether the file itself is damaged, in contrast to a temporary error
    /// (https://www.sqlite.org/rescode.html).
    package var isDamage: Bool {
      guard case .code(let code) = self else { return false }
      return [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF)
    }

    /// Whether the disk has no space for the database.
    package var isDiskFull: Bool { self == .code(SQLITE_FULL) }

    /// The failure of a check of the contents.
    package static var damaged: Failure { .code(SQLITE_CORRUPT) }

    /// The cause, as the end of a sentence.
    package var reason: String {
      switch self {
      case .noLibrary: "SQLite is not installed"
      case .code(SQLITE_FULL): "the disk is full"
      case .code(let code) where isDamage: "it is damaged (SQLite's code \(code))"
      case .code(SQLITE_BUSY): "another program has locked it"
      case .code(SQLITE_READONLY): "it cannot be written"
      case .code(SQLITE_CANTOPEN): "it cannot be opened"
      case .code(let code): "SQLite failed with code \(code)"
      }
    }
  }

  /// A parameter of a statement; nil means `NULL`.
  package enum Value {
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
  package init(path: String, busyTimeout: Int32) throws(Failure) {
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
  package var lastRow: Int64 { library.lastRow(handle) }

  /// Executes a statement and passes its rows to `row`.
  ///
  /// - Parameters:
  ///   - text: One statement, with a question mark for each value.
  ///   - row: Called for each row; the row is valid only during the call.
  /// - Throws: `code` with the result of preparing or executing.
  package func run(_ text: String, _ values: [Value] = [], row: (Row) -> Void = { _ in }) throws(Failure) {
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
  package func transaction(_ body: () throws(Failure) -> Void) throws(Failure) {
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
  package struct Row {
    /// SQLite's functions.
    fileprivate let library: SQLiteLibrary
    /// The statement, owned by `run`.
    fileprivate let statement: SQLiteLibrary.Handle

    /// The value of a column, counted from 0; nil for `NULL`.
    package func integer(_ column: Int32) -> Int64? {
      library.columnType(statement, column) == SQLITE_NULL ? nil : library.columnInteger(statement, column)
    }

    /// A copy of the text of a column, counted from 0; nil for `NULL`.
    package func text(_ column: Int32) -> String? {
      library.columnText(statement, column).map { String(cString: $0) }
    }
  }
}
