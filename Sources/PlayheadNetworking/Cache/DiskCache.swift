import Foundation
import Glibc
import Synchronization

/// A disk cache of server resources: a folder with an index (SQLite) and a file for each resource. May be used from any
/// thread, and by several processes at once.
///
/// Beyond `capacity`, the least recently used resources are evicted first. Resources in use are retained, and stop
/// growing when they fill the capacity by themselves. A damaged index is recreated, and everything in the folder is
/// discarded with it.
package final class DiskCache: Sendable {
  /// The reason why a cache cannot be opened.
  package enum Failure: Error, Sendable, Equatable {
    /// SQLite is not installed.
    case noLibrary
    /// The folder cannot be created.
    case folder(errno: Int32)
    /// The index cannot be opened; `code` is SQLite's result code.
    case index(code: Int32)
  }

  /// The state behind the lock: the index and the entries in use.
  private struct State {
    /// The connection to the index, used under the lock only.
    var database: SQLiteDatabase
    /// The entries by cache key, as long as they are in use.
    var entries: [String: Weak] = [:]
  }

  /// A weak reference: users own the entries.
  private struct Weak {
    /// nil after the last user has released the entry.
    weak var entry: CacheEntry?
  }

  /// The folder of the index and the files.
  package let folder: URL
  /// The maximum total size in bytes.
  package let capacity: Int64
  /// The queue for index updates, because syncing to disk takes time.
  let queue = DispatchQueue(label: "playhead.cache", qos: .utility)
  /// Held during statements of the index, never while resources are read or written.
  private let state: Mutex<State>
  /// The total bytes of the entries in use.
  private let usedBytes = Atomic<Int64>(0)

  /// `capacity` is in bytes.
  ///
  /// Creates the folder if necessary, and removes orphaned files.
  ///
  /// - Throws: `folder`, `noLibrary` or `index`.
  package init(folder: URL, capacity: Int64) throws(Failure) {
    self.folder = folder
    self.capacity = max(0, capacity)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .folder(errno: Glibc.errno)
    }
    let path = folder.appendingPathComponent("index.sqlite").path
    do throws(SQLiteDatabase.Failure) {
      state = Mutex(State(database: try CacheIndex.open(path)))
    } catch {
      switch error {
      case .noLibrary: throw .noLibrary
      case .code(let code): throw .index(code: code)
      }
    }
    removeOrphans()
  }

  // MARK: Quota of entries in use

  /// Adds to the bytes of the entries in use; negative when they are released.
  func use(_ bytes: Int64) { usedBytes.add(bytes, ordering: .relaxed) }
  /// Whether the entries in use may grow by so many bytes.
  func hasCapacity(for bytes: Int64) -> Bool { usedBytes.load(ordering: .relaxed) + bytes <= capacity }

  // MARK: Resources

  /// The entry of a URL, created if necessary; nil if the disk rejects it.
  ///
  /// Waits for pending index updates; not to be called on the cache's own queue.
  package func entry(for url: URL) -> CacheEntry? {
    let name = Self.name(url)
    if let entry = state.withLock({ $0.entries[name]?.entry }) { return entry }
    // Wait until pending index updates of the previous user are written.
    queue.sync {}
    return openEntry(for: url)
  }

  /// The entry of a URL, in use or from the index, without waiting for pending updates, so that the cache's own queue
  /// may call it.
  func openEntry(for url: URL) -> CacheEntry? {
    let name = Self.name(url)
    return state.withLock { state -> CacheEntry? in
      if let entry = state.entries[name]?.entry { return entry }
      guard let entry = try? makeEntry(name, state.database) else { return nil }
      state.entries = state.entries.filter { $0.value.entry != nil }
      state.entries[name] = Weak(entry: entry)
      return entry
    }
  }

  /// The entry for a server's version of a resource: the same one, or a new one with its own file if the version
  /// differs. Readers of the old version can read its bytes but add none. nil if the disk rejects a new one.
  func entry(adopting metadata: CacheMetadata, for entry: CacheEntry) -> CacheEntry? {
    if entry.update(metadata) { return entry }
    let adopted = state.withLock { state -> CacheEntry? in
      let name = entry.url
      // Another reader may have replaced the entry, in this process or in another one.
      let other = state.entries.removeValue(forKey: name)?.entry
      if let other, other.update(metadata) {
        state.entries[name] = Weak(entry: other)
        return other
      }
      other?.forget()
      remove([entry.identifier] + (other.map { [$0.identifier] } ?? []), &state)
      for _ in 0..<2 {
        guard let made = try? makeEntry(name, state.database) else { return nil }
        if made.update(metadata) {
          state.entries[name] = Weak(entry: made)
          return made
        }
        made.forget()
        remove([made.identifier], &state)
      }
      return nil
    }
    entry.forget()
    return adopted
  }

  /// The entry of a URL, if anything of it is cached.
  package func known(_ url: URL) -> CacheEntry? {
    let name = Self.name(url)
    let isThere = state.withLock { state -> Bool in
      if state.entries[name]?.entry != nil { return true }
      var isThere = false
      try? state.database.run("SELECT 1 FROM entry WHERE url = ?", [.text(name)]) { _ in isThere = true }
      return isThere
    }
    return isThere ? entry(for: url) : nil
  }

  /// The cache key: the URL without secrets and without the fragment, which servers never see.
  private static func name(_ url: URL) -> String {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    parts?.fragment = nil
    return StoredURL.text(parts?.url ?? url)
  }

  /// Opens the file and the ranges of a key, or creates its row. Called with the lock held.
  ///
  /// - Returns: nil if the file cannot be opened.
  private func makeEntry(_ name: String, _ database: SQLiteDatabase) throws(SQLiteDatabase.Failure) -> CacheEntry? {
    var identifier: Int64?
    var metadata = CacheMetadata()
    try database.run("SELECT id, size, validator, location FROM entry WHERE url = ?", [.text(name)]) { row in
      identifier = row.integer(0)
      metadata = CacheMetadata(
        size: row.integer(1).flatMap { $0 >= 0 ? $0 : nil }, validator: row.text(2),
        location: row.text(3).flatMap { URL(string: $0) })
    }
    var ranges: [Range<Int64>] = []
    if let identifier {
      try database.run("UPDATE entry SET used = ? WHERE id = ?", [.integer(Self.now), .integer(identifier)])
      try database.run("SELECT first, last FROM range WHERE entry = ?", [.integer(identifier)]) { row in
        if let first = row.integer(0), let last = row.integer(1), first < last { ranges.append(first..<last) }
      }
    } else {
      try database.run("INSERT INTO entry (url, used) VALUES (?, ?)", [.text(name), .integer(Self.now)])
    }
    let number = identifier ?? database.lastRow
    let descriptor = Glibc.open(path(number), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    // Bytes beyond the end of a truncated file are gone.
    var status = stat()
    let length = fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    ranges = ranges.compactMap { $0.lowerBound < length ? $0.clamped(to: 0..<length) : nil }
    return CacheEntry(
      identifier: number, url: name, descriptor: descriptor, metadata: metadata, ranges: ByteRanges(ranges), cache: self
    )
  }

  /// The path of an entry's file.
  private func path(_ identifier: Int64) -> String { folder.appendingPathComponent("\(identifier).bytes").path }

  /// Microseconds of the system clock; only their order matters.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  // MARK: Index

  /// Records the cached bytes of an entry, and evicts others beyond the capacity.
  ///
  /// Called on the cache's own queue, after the bytes were synced to disk. Errors are ignored: the bytes then count as
  /// missing after a restart.
  func record(_ identifier: Int64, _ metadata: CacheMetadata, _ ranges: ByteRanges) {
    state.withLock { state in
      let database = state.database
      try? database.transaction { () throws(SQLiteDatabase.Failure) in
        var isThere = false
        try database.run("SELECT 1 FROM entry WHERE id = ?", [.integer(identifier)]) { _ in isThere = true }
        // Another process has evicted it.
        guard isThere else { return }
        try database.run(
          "UPDATE entry SET size = ?, validator = ?, location = ?, bytes = ?, used = ? WHERE id = ?",
          [
            .integer(metadata.size), .text(metadata.validator), .text(metadata.location?.withoutSecrets.absoluteString),
            .integer(ranges.byteCount), .integer(Self.now), .integer(identifier),
          ])
        try database.run("DELETE FROM range WHERE entry = ?", [.integer(identifier)])
        for range in ranges.ranges {
          try database.run(
            "INSERT INTO range VALUES (?, ?, ?)",
            [.integer(identifier), .integer(range.lowerBound), .integer(range.upperBound)])
        }
      }
      evictExcess(&state)
    }
  }

  /// Evicts the least recently used entries that are not in use until the total is within the capacity.
  private func evictExcess(_ state: inout State) {
    var excess = Self.byteCount(state.database) - capacity
    guard excess > 0 else { return }
    let inUse = Set(state.entries.values.compactMap { $0.entry?.identifier })
    var evictions: [Int64] = []
    try? state.database.run("SELECT id, bytes FROM entry ORDER BY used") { row in
      guard excess > 0, let identifier = row.integer(0), !inUse.contains(identifier) else { return }
      evictions.append(identifier)
      excess -= row.integer(1) ?? 0
    }
    remove(evictions, &state)
  }

  /// Deletes first from the index, then from the disk: an interruption in between leaves a file that the next start
  /// removes.
  private func remove(_ identifiers: [Int64], _ state: inout State) {
    for identifier in identifiers {
      guard (try? state.database.run("DELETE FROM entry WHERE id = ?", [.integer(identifier)])) != nil else { continue }
      unlink(path(identifier))
    }
  }

  /// The total bytes of all entries in the index; 0 if it cannot be read.
  private static func byteCount(_ database: SQLiteDatabase) -> Int64 {
    var count: Int64 = 0
    try? database.run("SELECT SUM(bytes) FROM entry") { count = $0.integer(0) ?? 0 }
    return count
  }

  /// Removes orphaned cache files: on disk but not in the index.
  private func removeOrphans() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    state.withLock { state in
      var known: Set<Int64> = []
      guard (try? state.database.run("SELECT id FROM entry", row: { known.insert($0.integer(0) ?? 0) })) != nil else {
        return
      }
      for name in names where name.hasSuffix(".bytes") {
        if let identifier = Int64(name.dropLast(6)), !known.contains(identifier) { unlink(path(identifier)) }
      }
    }
  }

  // MARK: Application interface

  /// The cached bytes, as recorded in the index.
  package var byteCount: Int64 { state.withLock { Self.byteCount($0.database) } }

  /// Waits until everything fetched so far is recorded in the index.
  ///
  /// Blocks until the disk has synced; not to be called on the cache's own queue.
  package func flush() {
    for entry in state.withLock({ $0.entries.values.compactMap(\.entry) }) { entry.commit() }
    queue.sync {}
  }

  /// Removes a resource; current readers continue.
  package func remove(_ url: URL) {
    let name = Self.name(url)
    state.withLock { forget(name, &$0) }
  }

  /// Deletes a resource from the index and the disk, and detaches its entry. Called with the lock held.
  private func forget(_ name: String, _ state: inout State) {
    var found: [Int64] = []
    try? state.database.run("SELECT id FROM entry WHERE url = ?", [.text(name)]) { found += [$0.integer(0) ?? 0] }
    state.entries.removeValue(forKey: name)?.entry?.forget()
    remove(found, &state)
  }

  /// Removes all resources.
  package func removeAll() {
    state.withLock { state in
      var found: [Int64] = []
      try? state.database.run("SELECT id FROM entry") { found += [$0.integer(0) ?? 0] }
      for entry in state.entries.values { entry.entry?.forget() }
      state.entries = [:]
      remove(found, &state)
    }
  }
}
