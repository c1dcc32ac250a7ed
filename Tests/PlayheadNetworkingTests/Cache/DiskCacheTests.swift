import Foundation
import PlayheadItems
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadNetworking

/// Cached and uncached data.
@Suite("The disk cache")
struct DiskCacheTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func cache(capacity: Int64 = 1 << 30, _ name: String = "cache") throws -> DiskCache {
    try DiskCache(folder: folder.url.appendingPathComponent(name), capacity: capacity)
  }

  private func url(_ name: String) -> URL { URL(string: "http://127.0.0.1/\(name)") ?? folder.url }

  private static func fill(_ entry: CacheEntry, _ count: Int, at offset: Int64 = 0, size: Int64? = nil) {
    #expect(entry.update(CacheMetadata(size: size ?? Int64(count), validator: "\"1\"")))
    [UInt8](repeating: 7, count: count).withUnsafeBytes { entry.write($0, at: offset) }
    entry.commit()
  }

  private static func dump(_ url: URL, _ cache: DiskCache?) -> [String] {
    var options = RequestOptions()
    options.cache = cache
    var lines: [String] = []
    PlaybackDump.run(EngineItem(url: url, options: options)) { lines.append($0) }
    return lines
  }

  private static func read(_ url: URL, _ cache: DiskCache) throws -> Data {
    var options = RequestOptions()
    options.cache = cache
    let source = try StandardByteSourceProvider().source(for: url, options: options)
    try source.prepare()
    return try source.all()
  }

  /// The state found by the next start of a program, while this one's files are still open.
  private func copy(of cache: DiskCache) throws -> URL {
    let copy = folder.url.appendingPathComponent("copy")
    try FileManager.default.copyItem(at: cache.folder, to: copy)
    return copy
  }

  // MARK: Playback

  @Test(
    "a second playback without the network gives the same video and audio",
    arguments: ["h264-bframes.mp4", "vfr.mkv", "start-offset.ts", "audio.mp3"])
  func secondPlay(name: String) throws {
    let server = try FaultServer()
    server.serve("/\(name)", try ServedResource(file: Fixtures.url(name)))
    let expected = Self.dump(try Fixtures.url(name), nil)
    let first = try cache()
    #expect(Self.dump(server.url("/\(name)"), first) == expected)
    first.flush()
    server.stop()
    // Reopened, as by the next start of a program.
    #expect(Self.dump(server.url("/\(name)"), try cache()) == expected)
    #expect(expected.count > 100)
  }

  @Test("cached ranges are not requested again, and gaps are filled")
  func holes() throws {
    let data = try Data(contentsOf: Fixtures.url("h264-bframes.mp4"))
    let server = try FaultServer()
    server.serve("/a", ServedResource(.data(data)))
    let cache = try cache()
    let entry = try #require(cache.entry(for: server.url("/a")))
    #expect(entry.update(CacheMetadata(size: Int64(data.count), validator: "\"1\"")))
    let middle = 20_000..<data.count
    Data(data[middle]).withUnsafeBytes { entry.write($0, at: Int64(middle.lowerBound)) }
    #expect(try Self.read(server.url("/a"), cache) == data)
    #expect(server.requests.allSatisfy { ($0.firstByte ?? 0) == 0 })
    #expect(entry.isComplete)
    #expect(entry.bytes(nil).map { Data($0) } == data)
  }

  @Test("another version on the server is not mixed with the cached one")
  func otherVersion() throws {
    let server = try FaultServer()
    var resource = ServedResource(.data(Data(repeating: 1, count: 50_000)))
    server.serve("/a", resource)
    let cache = try cache()
    Self.fill(try #require(cache.entry(for: server.url("/a"))), 10_000, size: 50_000)
    resource.entityTag = "\"2\""
    server.serve("/a", resource)
    #expect(try Self.read(server.url("/a"), cache) == Data(repeating: 1, count: 50_000))
  }

  @Test("no-store responses are not cached")
  func noStore() throws {
    let server = try FaultServer()
    var resource = ServedResource(.data(Data(repeating: 1, count: 50_000)))
    resource.fields = ["Cache-Control": "private, no-store"]
    server.serve("/a", resource)
    let cache = try cache()
    #expect(try Self.read(server.url("/a"), cache).count == 50_000)
    var options = RequestOptions()
    options.cache = cache
    let load = StandardByteSourceProvider().load(ResourceRequest(url: server.url("/a"), options: options))
    #expect(try load.all().count == 50_000)
    cache.flush()
    #expect(cache.byteCount == 0)
  }

  // MARK: Capacity

  @Test("the least recently used entry is evicted first, and entries in use are retained")
  func eviction() throws {
    let cache = try cache(capacity: 250_000)
    var held = cache.entry(for: url("a"))
    if let held { Self.fill(held, 100_000) }
    for name in ["b", "c", "d"] {
      Self.fill(try #require(cache.entry(for: url(name))), 100_000)
      cache.flush()
    }
    // Now b, the least recently used entry not in use, is evicted, and c had to be evicted for d too.
    #expect(held?.isComplete == true)
    #expect(["a", "b", "c", "d"].map { cache.known(url($0)) != nil } == [true, false, false, true])
    #expect(cache.byteCount == 200_000)
    held = nil
    let files = try FileManager.default.contentsOfDirectory(atPath: cache.folder.path)
    #expect(files.filter { $0.hasSuffix(".bytes") }.count == 2)
  }

  @Test("one resource, or all, can be removed")
  func forgetting() throws {
    let cache = try cache()
    for name in ["a", "b", "c"] { Self.fill(try #require(cache.entry(for: url(name))), 1000) }
    cache.flush()
    cache.remove(url("b"))
    #expect(cache.byteCount == 2000)
    cache.removeAll()
    #expect(cache.byteCount == 0)
    #expect(cache.known(url("a")) == nil)
  }

  // MARK: Exits and crashes

  @Test("a crash leaves no index entry without its data")
  func crash() throws {
    let cache = try cache()
    let entry = try #require(cache.entry(for: url("a")))
    Self.fill(entry, 1000, size: 5000)
    cache.flush()
    // Written, but not in the index when the program ends: a copy of the folder is the state of the next start.
    [UInt8](repeating: 9, count: 1000).withUnsafeBytes { entry.write($0, at: 3000) }
    let copy = try copy(of: cache)
    try Data(repeating: 1, count: 10).write(to: copy.appendingPathComponent("99.bytes"))
    let later = try DiskCache(folder: copy, capacity: 1 << 30)
    #expect(later.entry(for: url("a"))?.loaded == [0..<1000])
    #expect(later.entry(for: url("a"))?.metadata == CacheMetadata(size: 5000, validator: "\"1\""))
    #expect(!FileManager.default.fileExists(atPath: copy.appendingPathComponent("99.bytes").path))
  }

  @Test("a truncated file contains no more than its length")
  func cutOff() throws {
    let cache = try cache()
    let entry = try #require(cache.entry(for: url("a")))
    Self.fill(entry, 1000)
    cache.flush()
    let copy = try copy(of: cache)
    try FileHandle(forWritingTo: copy.appendingPathComponent("\(entry.identifier).bytes")).truncate(atOffset: 400)
    #expect(try DiskCache(folder: copy, capacity: 1 << 30).entry(for: url("a"))?.loaded == [0..<400])
  }

  @Test("an unreadable index is recreated")
  func damaged() throws {
    let cache = try cache()
    let entry = try #require(cache.entry(for: url("a")))
    Self.fill(entry, 1000)
    cache.flush()
    let copy = try copy(of: cache)
    let index = copy.appendingPathComponent("index.sqlite")
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: index.path + suffix) }
    try Data(repeating: 0x5A, count: 40_000).write(to: index)
    let renewed = try DiskCache(folder: copy, capacity: 1 << 30)
    #expect(renewed.known(url("a")) == nil)
    #expect(!FileManager.default.fileExists(atPath: copy.appendingPathComponent("\(entry.identifier).bytes").path))
    Self.fill(try #require(renewed.entry(for: url("b"))), 1000)
    renewed.flush()
    #expect(renewed.byteCount == 1000)
  }

  @Test func insertedRangesMerge() {
    var ranges = ByteRanges()
    for range in [10..<20, 30..<40, 20..<25, 5..<8, 24..<31] as [Range<Int64>] { ranges.insert(range) }
    #expect(ranges.ranges == [5..<8, 10..<40])
    #expect(ranges.byteCount == 33)
    #expect(ranges.end(from: 12) == 40 && ranges.end(from: 8) == nil && ranges.end(from: 40) == nil)
    #expect(ranges.contains(10..<40) && !ranges.contains(9..<12) && ranges.contains(100..<100))
  }
}
