import CPlayheadGTK
import Foundation
import PlayheadBasics
import PlayheadNetworking

/// The desktop's cache of thumbnails (freedesktop.org, Thumbnail Managing Standard 0.9), which file managers and
/// players share. Blocks for the disk: any thread but the main one.
struct ThumbnailCache: Sendable {
  /// A thumbnail in the cache.
  struct Entry: Equatable, Sendable {
    /// The path of the image file.
    var path: String
    /// The duration of the video in seconds, if the program that made the thumbnail has stored it.
    var duration: Double?
  }

  /// The folder of the images with at most 256 pixels.
  let folder: URL
  /// The largest width and height of an image in this folder.
  static let side = 256
  /// The largest number of bytes before the pixels of an image that are read for its texts.
  private static let headerLimit = 64 << 10

  /// The user's cache.
  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let home = environment["HOME"] ?? NSHomeDirectory()
    let cache = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.cache"
    folder = URL(fileURLWithPath: cache).appendingPathComponent("thumbnails/large")
  }

  /// The time of a regular file's last change and its size; nil for anything else, such as a pipe, which reading could
  /// block on.
  static func facts(ofFile path: String) -> (changed: Int, size: Int)? {
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
    return (information.st_mtim.tv_sec, Int(information.st_size))
  }

  /// The valid thumbnail of a file; nil if there is none, or if the file has changed since.
  func entry(ofFile path: String) -> Entry? {
    guard let facts = Self.facts(ofFile: path), let uri = Self.uri(of: path) else { return nil }
    let image = image(of: uri)
    guard let handle = try? FileHandle(forReadingFrom: image),
      let data = try? handle.read(upToCount: Self.headerLimit), let header = PNGHeader(data),
      header.width <= Self.side, header.height <= Self.side, header.texts["Thumb::URI"] == uri,
      header.texts["Thumb::MTime"].flatMap({ Int($0) }) == facts.changed
    else { return nil }
    let duration = header.texts["Thumb::Movie::Length"].flatMap { Double($0) }
    return Entry(path: image.path, duration: duration.flatMap { $0.isFinite && $0 > 0 ? $0 : nil })
  }

  /// Stores a thumbnail. nil if it cannot be written.
  ///
  /// - Parameters:
  ///   - png: The image as a PNG file of at most 256 pixels.
  ///   - duration: In seconds; nil if it is unknown.
  func store(_ png: Data, ofFile path: String, duration: Double?) -> Entry? {
    guard let facts = Self.facts(ofFile: path), let uri = Self.uri(of: path) else { return nil }
    var texts = [
      ("Thumb::URI", uri), ("Thumb::MTime", "\(facts.changed)"), ("Thumb::Size", "\(facts.size)"),
      ("Software", "Playhead"),
    ]
    if let duration { texts.append(("Thumb::Movie::Length", "\(Int(saturating: duration.rounded()))")) }
    let image = image(of: uri)
    guard let data = PNGHeader.adding(texts, to: png), (try? PrivateFile.write(data, to: image)) != nil else {
      return nil
    }
    return Entry(path: image.path, duration: duration)
  }

  /// The file of the image for an address.
  func image(of uri: String) -> URL {
    let digest = g_compute_checksum_for_string(G_CHECKSUM_MD5, uri, -1)
    defer { g_free(digest) }
    return folder.appendingPathComponent((digest.map { String(cString: $0) } ?? "") + ".png")
  }

  /// The address of a local file, in GLib's spelling, by which all programs find the same thumbnail.
  private static func uri(of path: String) -> String? {
    guard let text = g_filename_to_uri(path, nil, nil) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}

/// The size and the texts of a PNG file (ISO/IEC 15948).
struct PNGHeader {
  /// The width in pixels.
  let width: Int
  /// The height in pixels.
  let height: Int
  /// The texts before the pixels, by their keywords.
  private(set) var texts: [String: String] = [:]

  /// The bytes that begin each file.
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The end of the first chunk, which contains the size.
  private static let headerEnd = 33

  /// Reads the beginning of a file, up to its pixels or its end. nil if it is not a PNG file.
  init?(_ data: Data) {
    let bytes = [UInt8](data)
    guard bytes.count >= Self.headerEnd, Array(bytes[..<8]) == Self.signature else { return nil }
    (width, height) = (Self.number(bytes, at: 16), Self.number(bytes, at: 20))
    var position = 8
    while position + 8 <= bytes.count {
      let length = Self.number(bytes, at: position)
      let (start, type) = (position + 8, Array(bytes[(position + 4)..<(position + 8)]))
      guard type != Array("IDAT".utf8), length <= bytes.count - start else { return }
      if type == Array("tEXt".utf8), let end = bytes[start..<(start + length)].firstIndex(of: 0) {
        let value = bytes[(end + 1)..<(start + length)]
        texts[String(decoding: bytes[start..<end], as: UTF8.self)] = String(decoding: value, as: UTF8.self)
      }
      position = start + length + 4
    }
  }

  /// Inserts texts before the pixels of a file. nil if it is not a PNG file.
  static func adding(_ texts: [(keyword: String, text: String)], to png: Data) -> Data? {
    guard PNGHeader(png) != nil else { return nil }
    var result = Data(png.prefix(headerEnd))
    for (keyword, text) in texts {
      let content = Array("tEXt".utf8) + Array(keyword.utf8) + [0] + Array(text.utf8)
      result += bytes(UInt32(content.count - 4)) + content + bytes(checksum(content))
    }
    return result + png.dropFirst(headerEnd)
  }

  /// A number of four bytes, the high one first.
  private static func number(_ bytes: [UInt8], at position: Int) -> Int {
    bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The four bytes of a number, the high one first.
  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// The checksum of a chunk's type and content (CRC-32).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    return ~sum
  }
}
