import Foundation
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadNetworking

/// Two versions of one resource, the quota of entries in use, and damage to the index.
@Suite struct CacheVersionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func cache(_ name: String = "cache", capacity: Int64 = 1 << 30) throws -> DiskCache {
    try DiskCache(folder: folder.url.appendingPathComponent(name), capacity: capacity)
  }

  private let url = URL(string: "http://127.0.0.1/a") ?? URL(fileURLWithPath: "/")

  private static func write(_ value: UInt8, _ range: Range<Int64>, to entry: CacheEntry) {
    [UInt8](repeating: value, count: range.count).withUnsafeBytes { entry.write($0, at: range.lowerBound) }
  }

  @Test func readersOfTwoVersionsNeverMixBytes() throws {
    let cache = try cache()
    let old = try #require(cache.entry(for: url))
    #expect(old.update(CacheMetadata(size: 30, validator: "\"1\"")))
    Self.write(1, 0..<10, to: old)
    let shared = try #require(cache.entry(for: url))
    #expect(shared === old)
    let new = try #require(cache.entry(adopting: CacheMetadata(size: 30, validator: "\"2\""), for: shared))
    Self.write(2, 0..<10, to: new)
    // The reader of the old version continues, at positions that both have read and after them.
    Self.write(1, 0..<30, to: old)
    old.commit()
    #expect(new.loaded == [0..<10] && new.bytes(0..<10) == [UInt8](repeating: 2, count: 10))
    #expect(old.bytes(0..<10) == [UInt8](repeating: 1, count: 10))
    new.commit()
    cache.flush()
    let copy = folder.url.appendingPathComponent("copy")
    try FileManager.default.copyItem(at: cache.folder, to: copy)
    let later = try DiskCache(folder: copy, capacity: 1 << 30)
    let retained = try #require(later.known(url))
    #expect(retained.metadata.validator == "\"2\"" && retained.loaded == [0..<10])
    #expect(retained.bytes(0..<10) == [UInt8](repeating: 2, count: 10))
  }

  @Test func emptyAdoptedVersionIsNotReplaced() throws {
    let cache = try cache()
    let first = try #require(cache.entry(for: url))
    let one = try #require(cache.entry(adopting: CacheMetadata(size: 20, validator: "\"1\""), for: first))
    let two = try #require(cache.entry(adopting: CacheMetadata(size: 20, validator: "\"2\""), for: first))
    Self.write(1, 0..<20, to: one)
    Self.write(2, 0..<5, to: two)
    #expect(one !== two && two.loaded == [0..<5])
    #expect(cache.entry(for: url) === two)
  }

  @Test func usesVersionOfAnotherProcess() throws {
    let (mine, theirs) = (try cache(), try cache())
    let old = try #require(mine.entry(for: url))
    #expect(old.update(CacheMetadata(size: 20, validator: "\"1\"")))
    let new = CacheMetadata(size: 20, validator: "\"2\"")
    let shared = try #require(theirs.entry(for: url))
    let other = try #require(theirs.entry(adopting: new, for: shared))
    Self.write(2, 0..<20, to: other)
    theirs.flush()
    let adopted = try #require(mine.entry(adopting: new, for: old))
    #expect(adopted !== old)
    Self.write(2, 0..<20, to: adopted)
    mine.flush()
    #expect(try cache().known(url)?.bytes(nil) == [UInt8](repeating: 2, count: 20))
  }

  @Test func entriesInUseRespectCapacity() throws {
    let cache = try cache(capacity: 100_000)
    let entry = try #require(cache.entry(for: url))
    #expect(entry.update(CacheMetadata(size: 1_000_000, validator: "\"1\"")))
    for start in stride(from: Int64(0), to: 1_000_000, by: 10_000) { Self.write(7, start..<start + 10_000, to: entry) }
    cache.flush()
    #expect(entry.loaded == [0..<100_000])
    #expect(cache.byteCount == 100_000)
    let other = try #require(cache.entry(for: url.appendingPathComponent("b")))
    Self.write(7, 0..<1, to: other)
    #expect(other.loaded.isEmpty)
    // Bytes that are already cached need no capacity.
    cache.remove(url)
    Self.write(7, 0..<50_000, to: other)
    #expect(other.loaded == [0..<50_000])
  }

  @Test func lockedIndexIsNotDeleted() throws {
    let path = folder.url.appendingPathComponent("index.sqlite").path
    let holder = try SQLiteDatabase(path: path, busyTimeout: 0)
    try holder.run("CREATE TABLE mine (a INTEGER)")
    try holder.run("BEGIN EXCLUSIVE")
    #expect(throws: SQLiteDatabase.Failure.self) { try CacheIndex.open(path, busyTimeout: 0) }
    try holder.run("COMMIT")
    var count = 0
    try CacheIndex.open(path).run("SELECT 1 FROM sqlite_master WHERE name = 'mine'") { _ in count += 1 }
    #expect(count == 1)
  }

  /// https://www.sqlite.org/rescode.html: 11 and 26 are the file's own damage; 5 busy, 6 locked, 8 read-only, 10 I/O,
  /// 13 full, 14 cannot open, and 522 a short read.
  @Test func onlyDamageRecreatesIndex() {
    #expect([11, 26, 267, 523].allSatisfy { CacheIndex.isCorruption($0) })
    #expect(![1, 5, 6, 8, 10, 13, 14, 261, 522].contains { CacheIndex.isCorruption($0) })
  }

  @Test func recreatedIndexUsesNewIdentifiers() throws {
    let first = try cache()
    let old = try #require(first.entry(for: url))
    let copy = folder.url.appendingPathComponent("copy")
    try FileManager.default.copyItem(at: first.folder, to: copy)
    let path = copy.appendingPathComponent("index.sqlite")
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path.path + suffix) }
    try Data(repeating: 0x55, count: 8192).write(to: path)
    let second = try cache("copy")
    let new = try #require(second.entry(for: url))
    #expect(new.identifier > old.identifier)
    let third = try cache("copy")
    let opened = try #require(third.entry(for: url.appendingPathComponent("b")))
    #expect(opened.identifier == new.identifier + 1)
  }
}
