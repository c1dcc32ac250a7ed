import CPlayheadSQLite
import Glibc

/// Opens the index of a cache, and recreates a damaged one.
enum CacheIndex {
  /// Opens the index under a lock: two processes that find it damaged would each delete what the other has created. An
  /// index that is only locked, or on which disk I/O fails, is left unchanged, since another process may use it.
  ///
  /// - Parameter busyTimeout: Milliseconds to wait for the write lock of another process.
  static func open(_ path: String, busyTimeout: Int32 = 5000) throws(SQLiteDatabase.Failure) -> SQLiteDatabase {
    let lock = Glibc.open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { if lock >= 0 { close(lock) } }
    if lock >= 0 { while flock(lock, LOCK_EX) != 0, errno == EINTR {} }
    do throws(SQLiteDatabase.Failure) {
      return try connect(path, busyTimeout)
    } catch {
      guard case .code(let code) = error, isCorruption(code) else { throw error }
      for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
      return try connect(path, busyTimeout)
    }
  }

  /// Whether the file itself is damaged, in contrast to a temporary error.
  static func isCorruption(_ code: Int32) -> Bool { SQLiteDatabase.Failure.code(code).isDamage }

  /// Opens the index, creates missing tables, and checks its integrity.
  ///
  /// - Throws: `SQLITE_CORRUPT` for a damaged index and for one of an older version.
  private static func connect(_ path: String, _ busyTimeout: Int32) throws(SQLiteDatabase.Failure) -> SQLiteDatabase {
    // The index reveals what the user has watched: only its owner may read it. SQLite creates its other files with the
    // same mode.
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      _ = fchmod(descriptor, 0o600)
      close(descriptor)
    }
    let database = try SQLiteDatabase(path: path, busyTimeout: busyTimeout)
    try checkVersion(database)
    try database.run("PRAGMA journal_mode = WAL")
    try database.run("PRAGMA foreign_keys = ON")
    try database.run(
      """
      CREATE TABLE IF NOT EXISTS entry (
        id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL UNIQUE, size INTEGER, validator TEXT, location TEXT,
        bytes INTEGER NOT NULL DEFAULT 0, used INTEGER NOT NULL)
      """)
    try database.run(
      """
      CREATE TABLE IF NOT EXISTS range (
        entry INTEGER NOT NULL REFERENCES entry(id) ON DELETE CASCADE, first INTEGER NOT NULL, last INTEGER NOT NULL)
      """)
    try database.run("CREATE INDEX IF NOT EXISTS range_entry ON range (entry)")
    // Identifiers are file names. Those of a new index start in an unused range: a process with the old index still
    // open continues to count there.
    var hasCounter = false
    try database.run("SELECT 1 FROM sqlite_sequence WHERE name = 'entry'") { _ in hasCounter = true }
    if !hasCounter {
      try database.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('entry', ?)", [.integer(DiskCache.now)])
    }
    // Damaged pages are found here, not in the middle of playback.
    var verdict: String?
    try database.run("PRAGMA quick_check(1)") { verdict = $0.text(0) }
    guard verdict == "ok" else { throw .code(SQLITE_CORRUPT) }
    return database
  }

  /// Rejects an index from before URLs were stored without secrets: it is recreated like a damaged one.
  private static func checkVersion(_ database: SQLiteDatabase) throws(SQLiteDatabase.Failure) {
    var version: Int64 = 0
    try database.run("PRAGMA user_version") { version = $0.integer(0) ?? 0 }
    guard version < 1 else { return }
    var isOld = false
    try database.run("SELECT 1 FROM sqlite_master WHERE name = 'entry'") { _ in isOld = true }
    if isOld { throw .code(SQLITE_CORRUPT) }
    try database.run("PRAGMA user_version = 1")
  }
}
