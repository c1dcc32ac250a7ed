import Glibc
import PlayheadNetworking

/// The journal of an output folder: every source that was ever listed, with its state and its result line.
///
/// ```
///          listed                       result
///   (new) ────────► pending ──────────────────────────► done ─┐
///                    ▲   ▲  └─────────────────────────► failed │
///                    │   └── listed again ────────────────┘    │
///                    └────── listed again, and changed ────────┘
/// ```
/// A source that a killed run was processing is still pending. Used by one thread.
package final class BatchJournal {
  /// The states of a source. The numbers are stored.
  private enum State: Int64 { case pending = 0, done = 1, failed = 2 }

  /// A source that has to be processed.
  package struct Pending: Sendable, Equatable {
    /// The number of its row.
    package var id: Int64
    /// The location and identity.
    package var source: BatchSource
    /// The name of its outputs.
    package var name: String
    /// The hash that makes processing unnecessary; nil to process it in any case.
    package var expectedHash: String?
  }

  /// The result of a source.
  package struct Outcome {
    /// The row of the source.
    package var pending: Pending
    /// The result line.
    package var line: String
    /// The members of the line.
    package var header: ResultHeader
  }

  /// An error of the journal or of the result file.
  package enum Failure: Error, Equatable {
    /// SQLite's error.
    case database(SQLiteDatabase.Failure)
    /// The result file's error.
    case results(ResultFile.Failure)
    /// The journal was written by a newer version of this program.
    case newerVersion
  }

  /// The version of the tables.
  private static let version: Int64 = 1

  private let database: SQLiteDatabase
  private let results: ResultFile
  /// The number of the run.
  private let run: Int64

  /// Opens or creates the journal of an output folder, and makes the result file consistent with it. The caller has the
  /// folder's lock.
  ///
  /// - Parameter report: Receives a sentence about a damaged journal, which is moved aside; the results that exist in
  ///   the
  ///   result file are taken over.
  package init(folder: String, report: (String) -> Void) throws(Failure) {
    let path = folder + "/" + OutputName.reserved + "/journal.sqlite"
    results = ResultFile(folder: folder)
    var isNew = !Self.exists(path)
    do throws(Failure) {
      database = try Self.connect(path)
    } catch {
      guard case .database(let cause) = error, cause.isDamage else { throw error }
      let aside = Self.moveAside(path)
      report(
        "The journal was damaged and is now “\(aside)”. A new one has been created from the results in “\(ResultFile.name)”."
      )
      isNew = true
      database = try Self.connect(path)
    }
    let database = database
    var last: Int64 = 0
    try Self.wrap { () throws(SQLiteDatabase.Failure) in
      try database.run("SELECT value FROM meta WHERE name = 'run'") { last = $0.integer(0) ?? 0 }
    }
    run = last &+ 1
    if isNew { try takeOverResults() }
    try Self.wrap { () throws(SQLiteDatabase.Failure) in try store("run", run) }
    if try !isConsistent() { try rewriteResults() }
  }

  // MARK: Opening

  private static func exists(_ path: String) -> Bool { SystemPath.withBytes(of: path) { access($0, F_OK) } == 0 }

  private static func wrap<Value>(_ body: () throws(SQLiteDatabase.Failure) -> Value) throws(Failure) -> Value {
    do throws(SQLiteDatabase.Failure) { return try body() } catch { throw .database(error) }
  }

  private static func connect(_ path: String) throws(Failure) -> SQLiteDatabase {
    // Addresses in lists may contain passwords: only the owner may read the journal.
    let descriptor = SystemPath.withBytes(of: path) { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    if descriptor >= 0 { close(descriptor) }
    var version: Int64 = 0
    let database = try wrap { () throws(SQLiteDatabase.Failure) in
      // SQLite expects UTF-8; a path with other bytes is opened through the descriptor's folder.
      let database = try SQLiteDatabase(path: path, busyTimeout: 5000)
      try database.run("PRAGMA user_version") { version = $0.integer(0) ?? 0 }
      try database.run("PRAGMA journal_mode = WAL")
      // A kill loses nothing; after a power failure the last files may be processed again.
      try database.run("PRAGMA synchronous = NORMAL")
      try database.run("CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL)")
      try database.run(
        """
        CREATE TABLE IF NOT EXISTS file (
          id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE, location TEXT,
          run INTEGER NOT NULL, state INTEGER NOT NULL, size INTEGER, modified INTEGER, hash TEXT, settings TEXT,
          expected TEXT, line TEXT, written INTEGER NOT NULL DEFAULT 0, stale INTEGER NOT NULL DEFAULT 0)
        """)
      try database.run("CREATE INDEX IF NOT EXISTS pending ON file (run, id) WHERE state = 0")
      try database.run("CREATE INDEX IF NOT EXISTS stale ON file (id) WHERE stale = 1")
      var verdict: String?
      try database.run("PRAGMA quick_check(1)") { verdict = $0.text(0) }
      guard verdict == "ok" else { throw SQLiteDatabase.Failure.damaged }
      try database.run("PRAGMA user_version = \(max(version, Self.version))")
      return database
    }
    guard version <= Self.version else { throw .newerVersion }
    return database
  }

  /// Renames the files of a damaged journal, and returns the new name.
  private static func moveAside(_ path: String) -> String {
    var number = 1
    while exists("\(path).damaged-\(number)") { number += 1 }
    for suffix in ["", "-wal", "-shm"] where exists(path + suffix) {
      SystemPath.withBytes(of: path + suffix) { old in
        _ = SystemPath.withBytes(of: "\(path).damaged-\(number)\(suffix)") { rename(old, $0) }
      }
    }
    return "journal.sqlite.damaged-\(number)"
  }

  /// Creates rows for the lines of a result file whose journal was lost.
  private func takeOverResults() throws(Failure) {
    var headers: [(String, ResultHeader)] = []
    func store() throws(SQLiteDatabase.Failure) {
      try database.transaction { () throws(SQLiteDatabase.Failure) in
        for (line, header) in headers {
          let state: State = header.status == .done ? .done : .failed
          try database.run(
            """
            INSERT OR REPLACE INTO file (key, name, run, state, size, modified, hash, settings, line)
            VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?)
            """,
            [
              .text(header.identity), .text(header.name), .integer(state.rawValue), .integer(header.file?.size),
              .integer(header.file?.modified), .text(header.hash), .text(header.settings), .text(line),
            ])
        }
      }
      headers = []
    }
    var failure: SQLiteDatabase.Failure?
    do throws(ResultFile.Failure) {
      try results.readLines { bytes in
        guard failure == nil, let header = ResultHeader(line: bytes) else { return }
        headers.append((String(decoding: bytes, as: UTF8.self), header))
        guard headers.count >= 500 else { return }
        do throws(SQLiteDatabase.Failure) { try store() } catch { failure = error }
      }
    } catch {
      throw .results(error)
    }
    if let failure { throw .database(failure) }
    try Self.wrap { () throws(SQLiteDatabase.Failure) in try store() }
  }

  /// Whether the result file has exactly the lines of the journal. Opens it in that case.
  private func isConsistent() throws(Failure) -> Bool {
    var (inode, length, isStale): (Int64?, Int64, Bool) = (nil, 0, false)
    try Self.wrap { () throws(SQLiteDatabase.Failure) in
      try database.run("SELECT value FROM meta WHERE name = 'inode'") { inode = $0.integer(0) }
      try database.run("SELECT SUM(LENGTH(CAST(line AS BLOB)) + 1) FROM file WHERE written = 1") {
        length = $0.integer(0) ?? 0
      }
      try database.run("SELECT 1 FROM file WHERE stale = 1 LIMIT 1") { _ in isStale = true }
    }
    return !isStale && results.open(expected: inode.map { ($0, length) })
  }

  private func store(_ name: String, _ value: Int64) throws(SQLiteDatabase.Failure) {
    try database.run("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", [.text(name), .integer(value)])
  }

  // MARK: Planning

  /// Adds listed sources, in their order, and decides about each.
  ///
  /// - Parameter hasOutputs: Whether the outputs of a name still exist.
  /// - Returns: The number of new sources of the run, and of those whose result is still valid. A source that was
  ///   listed
  ///   before in the same run counts in neither.
  package func add(
    _ sources: [BatchSource], policy: SkipPolicy, hasOutputs: (String) -> Bool
  ) throws(Failure) -> (added: Int, unchanged: Int) {
    var (added, unchanged) = (0, 0)
    try Self.wrap { () throws(SQLiteDatabase.Failure) in
      try database.transaction { () throws(SQLiteDatabase.Failure) in
        for source in sources {
          guard let isSkipped = try add(source, policy, hasOutputs) else { continue }
          added += 1
          if isSkipped { unchanged += 1 }
        }
      }
    }
    return (added, unchanged)
  }

  /// Adds a source. Returns whether its result is still valid; nil if the run has the source already.
  private func add(
    _ source: BatchSource, _ policy: SkipPolicy, _ hasOutputs: (String) -> Bool
  ) throws(SQLiteDatabase.Failure) -> Bool? {
    var (row, name, knownRun): (Int64?, String, Int64) = (nil, source.name, 0)
    var known: SkipPolicy.Known?
    try database.run(
      "SELECT id, name, run, state, size, modified, hash, settings FROM file WHERE key = ?", [.text(source.key)]
    ) { columns in
      row = columns.integer(0)
      name = columns.text(1) ?? name
      knownRun = columns.integer(2) ?? 0
      var status: FileStatus?
      if let size = columns.integer(4), let time = columns.integer(5) {
        status = FileStatus(size: size, modified: time)
      }
      known = SkipPolicy.Known(
        isDone: columns.integer(3) == State.done.rawValue, status: status, hash: columns.text(6),
        settings: columns.text(7) ?? "")
    }
    guard knownRun != run else { return nil }
    let current = source.isRemote ? nil : try? FileStatus.read(source.location).get()
    let decision = policy.decision(
      known: known, current: current, isRemote: source.isRemote, hasOutputs: known == nil || hasOutputs(name))
    guard let row else {
      try insert(source)
      return false
    }
    switch decision {
    case .skip:
      try database.run("UPDATE file SET run = ? WHERE id = ?", [.integer(run), .integer(row)])
      return true
    case .process, .compare:
      var expected: String?
      if case .compare(let hash) = decision { expected = hash }
      try database.run(
        "UPDATE file SET run = ?, state = 0, location = ?, expected = ? WHERE id = ?",
        [.integer(run), .text(source.location), .text(expected), .integer(row)])
      return false
    }
  }

  /// Inserts a new source, under another name if its own belongs to another source.
  private func insert(_ source: BatchSource) throws(SQLiteDatabase.Failure) {
    var isTaken = false
    try database.run("SELECT 1 FROM file WHERE name = ?", [.text(source.name)]) { _ in isTaken = true }
    let name = isTaken ? OutputName.alternative(source.name, key: source.key) : source.name
    try database.run(
      "INSERT INTO file (key, name, location, run, state) VALUES (?, ?, ?, ?, 0)",
      [.text(source.key), .text(name), .text(source.location), .integer(run)])
  }

  /// The next pending sources of the run, in the order in which they were first listed.
  ///
  /// - Parameter last: The row behind which to continue; 0 for the start.
  package func pending(after last: Int64, limit: Int64) throws(Failure) -> [Pending] {
    var found: [Pending] = []
    try Self.wrap { () throws(SQLiteDatabase.Failure) in
      try database.run(
        "SELECT id, location, name, expected FROM file WHERE state = 0 AND run = ? AND id > ? ORDER BY id LIMIT ?",
        [.integer(run), .integer(last), .integer(limit)]
      ) { row in
        guard let id = row.integer(0), let location = row.text(1), let name = row.text(2) else { return }
        found.append(
          Pending(
            id: id, source: BatchSource(location, relativeTo: "/"), name: name, expectedHash: row.text(3)))
      }
    }
    return found
  }

  // MARK: Results

  /// Stores results in one transaction, and then appends their lines to the result file.
  package func commit(_ outcomes: [Outcome]) throws(Failure) {
    guard !outcomes.isEmpty else { return }
    var lines: [String] = []
    try Self.wrap { () throws(SQLiteDatabase.Failure) in
      try database.transaction { () throws(SQLiteDatabase.Failure) in
        for outcome in outcomes where try store(outcome) { lines.append(outcome.line) }
      }
    }
    do throws(ResultFile.Failure) { try results.append(lines) } catch { throw .results(error) }
  }

  /// Stores a result. Returns whether its line has to be appended to the result file.
  private func store(_ outcome: Outcome) throws(SQLiteDatabase.Failure) -> Bool {
    let (id, header) = (outcome.pending.id, outcome.header)
    guard header.status != .unchanged else {
      try database.run(
        "UPDATE file SET state = 1, modified = ?, hash = ?, location = NULL, expected = NULL WHERE id = ?",
        [.integer(header.file?.modified), .text(header.hash), .integer(id)])
      return false
    }
    let state: State = header.status == .done ? .done : .failed
    var isWritten = false
    try database.run("SELECT written FROM file WHERE id = ?", [.integer(id)]) { isWritten = $0.integer(0) == 1 }
    try database.run(
      """
      UPDATE file SET state = ?, size = ?, modified = ?, hash = ?, settings = ?, line = ?, location = NULL,
        expected = NULL, stale = ?, written = 1 WHERE id = ?
      """,
      [
        .integer(state.rawValue), .integer(header.file?.size), .integer(header.file?.modified), .text(header.hash),
        .text(header.settings), .text(outcome.line), .integer(isWritten ? 1 : 0), .integer(id),
      ])
    return !isWritten
  }

  /// Replaces old lines in the result file, at the end of a run.
  package func finish() throws(Failure) {
    var isStale = false
    try Self.wrap { () throws(SQLiteDatabase.Failure) in
      try database.run("SELECT 1 FROM file WHERE stale = 1 LIMIT 1") { _ in isStale = true }
    }
    if isStale { try rewriteResults() }
    try Self.wrap { () throws(SQLiteDatabase.Failure) in try database.run("PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  /// Writes the result file anew from the journal.
  private func rewriteResults() throws(Failure) {
    do throws(ResultFile.RewriteFailure<SQLiteDatabase.Failure>) {
      try results.rewrite { (add: (String) -> Void) throws(SQLiteDatabase.Failure) in
        try database.run("SELECT line FROM file WHERE line IS NOT NULL ORDER BY id") { $0.text(0).map(add) }
      } commit: { (inode: Int64) throws(SQLiteDatabase.Failure) in
        try database.transaction { () throws(SQLiteDatabase.Failure) in
          try database.run(
            """
            UPDATE file SET written = line IS NOT NULL, stale = 0
            WHERE stale = 1 OR written != (line IS NOT NULL)
            """)
          try store("inode", inode)
        }
      }
    } catch {
      switch error {
      case .file(let failure): throw .results(failure)
      case .journal(let failure): throw .database(failure)
      }
    }
  }
}
