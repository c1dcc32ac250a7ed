import Foundation
import TestSupport
import Testing

@testable import PlayheadNetworking

@Suite struct CacheSecretsTests {
  @Test func storesNoSecretsOnDisk() throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appendingPathComponent("cache")
    let url = try #require(URL(string: "http://ada:hunter-two@a.example/f.mp4?token=hunter-two"))
    let cache = try DiskCache(folder: place, capacity: 1 << 20)
    let entry = try #require(cache.entry(for: url))
    let isTaken = entry.update(
      CacheMetadata(size: 3, validator: "\"1\"", location: URL(string: "http://b.example/f.mp4?token=hunter-two")))
    #expect(isTaken)
    [UInt8]([1, 2, 3]).withUnsafeBytes { entry.write($0, at: 0) }
    cache.flush()
    #expect(cache.known(url) != nil)
    #expect(cache.known(try #require(URL(string: "http://a.example/f.mp4?token=other"))) == nil)
    for name in try FileManager.default.contentsOfDirectory(atPath: place.path) {
      let file = place.appendingPathComponent(name)
      #expect(try Data(contentsOf: file).range(of: Data("hunter".utf8)) == nil, "\(name)")
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
  }

  /// An index of an earlier version stores unredacted URLs.
  @Test func discardsIndexWithSecrets() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("index.sqlite").path
    do {
      let old = try SQLiteDatabase(path: path, busyTimeout: 5000)
      try old.run("CREATE TABLE entry (id INTEGER PRIMARY KEY, url TEXT, bytes INTEGER, used INTEGER)")
      try old.run("INSERT INTO entry VALUES (1, 'http://a.example/?token=hunter-two', 0, 0)")
    }
    let cache = try DiskCache(folder: folder.url, capacity: 1 << 20)
    #expect(cache.byteCount == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data("hunter".utf8)) == nil)
  }
}
