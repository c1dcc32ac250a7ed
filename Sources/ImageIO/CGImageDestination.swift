import CoreGraphics
import Foundation
import PlayheadFFmpeg
import Synchronization

/// Writes an image to a file or into memory: PNG, JPEG, and WebP where FFmpeg has the encoder.
///
/// - Note: Difference from Apple: a file holds one image; metadata and other options than the quality are not written.
public final class CGImageDestination: Sendable {
  /// The place for the encoded file.
  fileprivate enum Target: @unchecked Sendable {
    // Sendable: the data belongs to the caller, who must not touch it until `CGImageDestinationFinalize` returns.
    /// A file URL, written atomically.
    case file(URL)
    /// The caller's data, to which the file is appended.
    case memory(NSMutableData)
  }

  /// The place that `finalize` writes to.
  private let target: Target
  /// The format that the type identifier names; FFmpeg has its encoder.
  private let format: ImageEncoder.Format
  /// The image to encode, its quality from 0 to 1 (nil: the encoder's default), and whether the destination is finished
  /// or invalid.
  private let added = Mutex<(image: CGImage?, quality: Double?, isOver: Bool)>((nil, nil, false))

  /// nil unless `count` is 1 and this build of FFmpeg can encode the type.
  fileprivate init?(_ target: Target, type: String, count: Int) {
    guard count == 1, let format = ImageTypes.encoder(of: type) else { return nil }
    self.target = target
    self.format = format
  }

  /// Stores an image, which is encoded by `finalize`. A second image makes the destination invalid.
  fileprivate func add(_ image: CGImage, _ properties: CFDictionary?) {
    let quality = (properties?[kCGImageDestinationLossyCompressionQuality]).flatMap { value in
      (value as? Double) ?? (value as? CGFloat).map(Double.init) ?? (value as? Float).map(Double.init)
        ?? (value as? Int).map(Double.init) ?? (value as? NSNumber)?.doubleValue
    }
    added.withLock { added in
      // A second image is refused when the file is finished.
      if added.image != nil { added.isOver = true }
      (added.image, added.quality) = (image, quality)
    }
  }

  /// Encodes the image on the calling thread and writes it. True if the whole file was written.
  fileprivate func finalize() -> Bool {
    let (image, quality, isOver) = added.withLock { added in
      defer { added.isOver = true }
      return added
    }
    guard !isOver, let image, let pixels = StraightPixels(image) else { return false }
    guard let bytes = try? ImageEncoder.encode(pixels.image, as: format, quality: quality) else { return false }
    switch target {
    case .memory(let data):
      data.append(Data(bytes))
      return true
    case .file(let url):
      return (try? Data(bytes).write(to: url, options: .atomic)) != nil
    }
  }
}

/// A destination that writes a file, or nil where the type cannot be written or `count` is not 1.
///
/// - Parameters:
///   - url: A file URL. The file is written by `CGImageDestinationFinalize`, at once or not at all.
///   - type: A uniform type identifier: `public.png`, `public.jpeg` or `org.webmproject.webp`.
///   - count: The number of images: 1.
///   - options: Ignored, as on Apple's systems.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  guard url.isFileURL else { return nil }
  return CGImageDestination(.file(url), type: type, count: count)
}

/// A destination that appends a file's bytes to `data`, or nil where the type cannot be written or `count` is not 1.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(.memory(data), type: type, count: count)
}

/// Sets the image that is written; its pixels have 8 or 16 bits a component of RGB or grey, of which 8 are written.
///
/// - Parameters:
///   - idst: The destination, which writes the image in `CGImageDestinationFinalize`.
///   - image: The image. A destination has exactly one.
///   - properties: `kCGImageDestinationLossyCompressionQuality`; other properties are ignored.
public func CGImageDestinationAddImage(
  _ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) { idst.add(image, properties) }

/// Encodes and writes. Returns false where no image or more than one was added, where its format is not supported, and
/// where the file cannot be written; a second call returns false. Blocks; any thread may call it.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { idst.finalize() }

/// The uniform type identifiers that can be written.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray { ImageTypes.writable }
