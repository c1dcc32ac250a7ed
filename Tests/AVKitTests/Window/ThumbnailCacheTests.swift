import Foundation
import Testing

@testable import playhead_window

/// Thumbnails are found by the desktop's rules, and only while they are those of the file as it is now.
@Suite struct ThumbnailCacheTests {
  /// A PNG file with one gray pixel.
  private static let pixel = Data(
    base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==")

  /// Calls `body` with a cache in a folder of its own and a file beside it.
  private func withCache(_ body: (ThumbnailCache, URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("A Film ü.mkv")
    try Data("film".utf8).write(to: file)
    try body(ThumbnailCache(environment: ["XDG_CACHE_HOME": folder.path]), file)
  }

  /// The example of the standard.
  @Test func namesAreTheDigestsOfAddresses() {
    let cache = ThumbnailCache(environment: ["XDG_CACHE_HOME": "/c"])
    #expect(
      cache.image(of: "file:///home/jens/photos/me.png").path
        == "/c/thumbnails/large/c6ee772d9e49320e97ec29a7eb5b1697.png")
  }

  @Test func storedThumbnailIsFoundUntilTheFileChanges() throws {
    try withCache { cache, file in
      #expect(cache.entry(ofFile: file.path) == nil)
      let png = try #require(Self.pixel)
      let stored = try #require(cache.store(png, ofFile: file.path, duration: 61.6))
      // Whole seconds, as the standard has it.
      #expect(cache.entry(ofFile: file.path) == ThumbnailCache.Entry(path: stored.path, duration: 62))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
      #expect(cache.entry(ofFile: file.path) == nil)
    }
  }

  @Test func textsAreInsertedBeforeThePixels() throws {
    let png = try #require(Self.pixel)
    let changed = try #require(PNGHeader.adding([("Thumb::URI", "file:///a"), ("Software", "x")], to: png))
    let header = try #require(PNGHeader(changed))
    #expect(header.texts == ["Thumb::URI": "file:///a", "Software": "x"])
    #expect((header.width, header.height) == (1, 1))
    // The checksum that ImageMagick and libpng expect of a chunk tEXt with "Software", 0, "x".
    #expect(changed.suffix(png.count - 33) == png.dropFirst(33))
  }

  @Test func damagedImagesAreNotUsed() throws {
    try withCache { cache, file in
      let png = try #require(Self.pixel)
      let stored = try #require(cache.store(png, ofFile: file.path, duration: nil))
      for damaged in [
        Data(), Data("text".utf8), png, Data([0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 255, count: 99)),
      ] {
        try damaged.write(to: URL(fileURLWithPath: stored.path))
        #expect(cache.entry(ofFile: file.path) == nil)
      }
    }
  }

  @Test func foldersAndMissingFilesHaveNoThumbnail() throws {
    try withCache { cache, file in
      let png = try #require(Self.pixel)
      #expect(cache.store(png, ofFile: file.deletingLastPathComponent().path, duration: nil) == nil)
      #expect(cache.store(png, ofFile: file.path + "x", duration: nil) == nil)
      #expect(ThumbnailCache.facts(ofFile: "/dev/null") == nil)
    }
  }
}
