import CoreGraphics
import Foundation
import Glibc

/// Writes artwork to files, because MPRIS passes it as a file URL.
enum ArtworkFile {
  /// The largest side in pixels: the size in panels on high-density screens.
  private static let largest = 512.0
  /// The number of files so far and their folder.
  private static let count = Counter()

  /// The state of the writer, changed only on the artwork queue.
  private final class Counter: @unchecked Sendable {
    // Sendable: used on the artwork queue only.
    var value = 0
    /// The folder of this process; nil before the first file.
    var folder: URL?
  }

  /// Writes the artwork into the session's runtime folder; nil if there is no image or it cannot be written. On the
  /// artwork queue.
  static func write(_ artwork: MPMediaItemArtwork) -> URL? {
    if let encoded = artwork.encoded { return write(encoded, ending: "img") }
    let size = artwork.bounds.size
    let scale = min(1, largest / max(1, Double(max(size.width, size.height))))
    guard
      let image = artwork.image(at: CGSize(width: Double(size.width) * scale, height: Double(size.height) * scale)),
      let bitmap = Bitmap.data(image)
    else { return nil }
    return write(bitmap, ending: "bmp")
  }

  /// Writes a new file, with a name that has not been used before.
  ///
  /// - Parameter ending: The extension of the file name, without a dot.
  private static func write(_ data: Data, ending: String) -> URL? {
    count.value += 1
    guard let folder = count.folder ?? makeFolder() else { return nil }
    count.folder = folder
    let url = folder.appendingPathComponent("\(count.value).\(ending)")
    do {
      try data.write(to: url, options: .withoutOverwriting)
      return url
    } catch {
      return nil
    }
  }

  /// Creates a folder of this process with an unpredictable name and access for its owner only, in `XDG_RUNTIME_DIR`,
  /// which the system empties at the end of the session, or in the shared temporary folder.
  private static func makeFolder() -> URL? {
    let parent =
      ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"].map { URL(fileURLWithPath: $0, isDirectory: true) }
      ?? FileManager.default.temporaryDirectory
    var template = Array(parent.appendingPathComponent("playhead-art-XXXXXX").path.utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return URL(fileURLWithPath: path, isDirectory: true)
  }
}

/// Encodes images as BMP, which every desktop reads and which needs no compression.
enum Bitmap {
  /// nil for pixel formats other than those of image generators and decoders: 8 or 16 bits per channel in 32 or 64
  /// bits.
  static func data(_ image: CGImage) -> Data? {
    let isDeep = image.bitsPerComponent == 16
    guard let source = image.dataProvider?.data.map({ Data(referencing: $0) }), image.width > 0, image.height > 0,
      image.bitsPerPixel == (isDeep ? 64 : 32), isDeep || image.bitsPerComponent == 8,
      source.count >= image.bytesPerRow * (image.height - 1) + image.width * (isDeep ? 8 : 4)
    else { return nil }
    var data = header(width: image.width, height: image.height)
    let order = channels(of: image, isDeep: isDeep)
    source.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      // BMP stores the bottom row first.
      for y in (0..<image.height).reversed() {
        for x in 0..<image.width {
          let place = y * image.bytesPerRow + x * (isDeep ? 8 : 4)
          data.append(contentsOf: [bytes[place + order.2], bytes[place + order.1], bytes[place + order.0], 255])
        }
      }
    }
    return data
  }

  /// The byte offsets of red, green and blue (of their high bytes if deep).
  private static func channels(of image: CGImage, isDeep: Bool) -> (Int, Int, Int) {
    if isDeep { return image.byteOrderInfo == .order16Little ? (1, 3, 5) : (0, 2, 4) }
    let isFirst = [.first, .premultipliedFirst, .noneSkipFirst].contains(image.alphaInfo)
    if image.byteOrderInfo == .order32Little { return isFirst ? (2, 1, 0) : (3, 2, 1) }
    return isFirst ? (1, 2, 3) : (0, 1, 2)
  }

  /// The file header and a `BITMAPINFOHEADER` for 32-bit pixels without compression, 54 bytes in all.
  private static func header(width: Int, height: Int) -> Data {
    var data = Data("BM".utf8)
    func add32(_ value: Int) { withUnsafeBytes(of: UInt32(value).littleEndian) { data.append(contentsOf: $0) } }
    func add16(_ value: Int) { withUnsafeBytes(of: UInt16(value).littleEndian) { data.append(contentsOf: $0) } }
    for value in [54 + width * height * 4, 0, 54, 40, width, height] { add32(value) }
    for value in [1, 32] { add16(value) }
    for value in [0, width * height * 4, 2835, 2835, 0, 0] { add32(value) }
    return data
  }
}
