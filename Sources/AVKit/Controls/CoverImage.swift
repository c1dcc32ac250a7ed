import CoreGraphics
import Foundation
import ImageIO

/// The cover of an audio file: the embedded one, or an image file beside it.
enum CoverImage {
  /// The names of image files that are covers, in lower case, the preferred first.
  static let names = ["cover.jpg", "cover.jpeg", "cover.png", "folder.jpg", "folder.jpeg", "folder.png", "front.jpg"]
  /// The largest encoded image that is decoded, in bytes.
  private static let sizeLimit = 32 << 20
  /// The largest width and height of a decoded cover in pixels.
  static let side = 1024
  /// The largest number of files in a folder that is searched.
  private static let folderLimit = 10_000

  /// Decodes a cover, scaled down to a number of pixels; nil if there is none that can be decoded. Blocks for the disk:
  /// any thread but the main one.
  ///
  /// - Parameters:
  ///   - embedded: The encoded image in the file; nil if it has none.
  ///   - url: The audio file. Images beside it are considered for local files only.
  static func load(embedded: Data?, url: URL?, side: Int = side) -> CGImage? {
    if let embedded, let image = decode(embedded, side) { return image }
    guard let url, url.isFileURL, let file = file(beside: url),
      let handle = try? FileHandle(forReadingFrom: file), let data = try? handle.read(upToCount: sizeLimit + 1)
    else { return nil }
    return decode(data, side)
  }

  /// The image file beside an audio file, regardless of upper and lower case.
  static func file(beside url: URL) -> URL? {
    let folder = url.deletingLastPathComponent()
    guard let found = try? FileManager.default.contentsOfDirectory(atPath: folder.path), found.count <= folderLimit
    else { return nil }
    for name in names {
      if let match = found.first(where: { $0.lowercased() == name }) { return folder.appendingPathComponent(match) }
    }
    return nil
  }

  /// Decodes and scales an image.
  private static func decode(_ data: Data, _ side: Int) -> CGImage? {
    data.count <= sizeLimit ? decodeCover(data, side: side) : nil
  }
}
