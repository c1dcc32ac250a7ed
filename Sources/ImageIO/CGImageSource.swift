import CoreGraphics
import Foundation
import PlayheadBasics
import PlayheadFFmpeg
import PlayheadMedia

/// Reads the images of a file: PNG, JPEG, WebP, AVIF, GIF, BMP, TIFF and what else FFmpeg decodes.
///
/// Images are decoded when they are requested, on the calling thread, and not cached. Any thread may call.
///
/// - Note: Difference from Apple: a source has all of its bytes from the start (no incremental sources), and metadata
///   other than sizes is not read.
public final class CGImageSource: Sendable {
  /// Larger files are refused.
  private static let limit = 1 << 30
  /// A file with more images counts as one with so many.
  private static let countLimit = 10_000

  /// The whole file, mapped into memory if it was read from a URL.
  private let data: Data

  /// nil for more than 1 GiB. The bytes are not examined yet.
  fileprivate init?(_ data: Data) {
    guard data.count <= Self.limit else { return nil }
    self.data = data
  }

  /// Nil where the bytes are no image.
  private func reader() -> ImageReader? { try? ImageReader(data) }

  /// The uniform type identifier by the codec of the first image; nil if it is not an image or of an unknown type.
  fileprivate var type: String? { reader().flatMap { ImageTypes.type(ofCodec: $0.codecName) } }

  /// The number of images; counting them reads the whole file, without decoding.
  fileprivate var count: Int { reader()?.count(limit: Self.countLimit) ?? 0 }

  /// Decodes the frame at `index`, and those before it; nil if it does not exist or cannot be decoded.
  fileprivate func frame(_ index: Int, pixelLimit: Int? = nil) -> VideoFrame? {
    guard index >= 0, index < Self.countLimit else { return nil }
    return try? reader()?.frame(index, pixelLimit: pixelLimit)
  }

  /// The sizes and the pixel format of a decoded frame; nil if it cannot be decoded.
  fileprivate func properties(_ index: Int) -> CFDictionary? {
    guard let frame = frame(index) else { return nil }
    return [
      kCGImagePropertyPixelWidth: frame.width, kCGImagePropertyPixelHeight: frame.height,
      kCGImagePropertyDepth: frame.pixelFormat.bitDepth, kCGImagePropertyHasAlpha: frame.pixelFormat.hasAlpha,
      kCGImagePropertyColorModel: kCGImagePropertyColorModelRGB,
    ]
  }

  /// - Parameters:
  ///   - side: The most pixels of the longer side; nil for the size of the image.
  ///   - pixelLimit: The most pixels of an image that is decoded; nil for no limit.
  ///
  /// Decodes a frame and converts it to RGBA, with straight alpha. nil if it cannot be decoded or if the result would
  /// exceed 1 GiB.
  fileprivate func image(_ index: Int, side: Int? = nil, pixelLimit: Int? = nil) -> CGImage? {
    guard let frame = frame(index, pixelLimit: pixelLimit) else { return nil }
    var (width, height) = (frame.width, frame.height)
    if let side, side < max(width, height) {
      let scale = Double(side) / Double(max(width, height))
      width = max(1, Int(saturating: (Double(width) * scale).rounded()))
      height = max(1, Int(saturating: (Double(height) * scale).rounded()))
    }
    let size = (width * 4).multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !size.overflow, size.partialValue <= Self.limit,
      let memory = NSMutableData(length: size.partialValue)
    else { return nil }
    do throws(FFmpegError) {
      try FrameScaler().draw(
        frame, into: memory.mutableBytes, bytesPerRow: width * 4, width: width, height: height, format: .rgba,
        isUpright: false)
    } catch {
      return nil
    }
    let alpha: CGImageAlphaInfo = frame.pixelFormat.hasAlpha ? .last : .noneSkipLast
    guard let provider = CGDataProvider(data: memory) else { return nil }
    return CGImage(
      width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: width * 4,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue), provider: provider,
      decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  }
}

/// Whether a source can be read.
public enum CGImageSourceStatus: Int32, Sendable {
  /// The bytes end before the image does.
  case statusUnexpectedEOF = -5
  /// The bytes are no image, or a broken one.
  case statusInvalidData = -4
  /// The type of the image is not known.
  case statusUnknownType = -3
  /// The header is being read. A source here has all of its bytes, so it never says this.
  case statusReadingHeader = -2
  /// More bytes are needed. A source here has all of its bytes, so it never says this.
  case statusIncomplete = -1
  /// The first image can be decoded.
  case statusComplete = 0
}

/// A source of the images in a file, or nil where the file cannot be read or is larger than 1 GiB.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  guard url.isFileURL, let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { return nil }
  return CGImageSource(data)
}

/// A source of the images in memory, or nil where these are more than 1 GiB.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(Data(referencing: data))
}

/// The uniform type identifier of the file, or nil where it is not known.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { isrc.type }

/// The number of images: those of an animation, else 1; 0 where the bytes are no image.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.count }

/// Whether the first image can be decoded.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus {
  isrc.frame(0) == nil ? .statusInvalidData : .statusComplete
}

/// The properties of an image: `kCGImagePropertyPixelWidth` and its siblings. nil where there is no such image.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? { isrc.properties(index) }

/// Decodes an image: 8 bits for each of red, green, blue and alpha, colours not multiplied by alpha. nil where it
/// cannot be decoded.
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? { isrc.image(index) }

/// Decodes an image and scales it down to `kCGImageSourceThumbnailMaxPixelSize`; it is never scaled up.
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  let side = (options?[kCGImageSourceThumbnailMaxPixelSize]).flatMap { value in
    (value as? Int) ?? (value as? Double).map { Int(saturating: $0) } ?? (value as? CGFloat).map { Int(saturating: $0) }
  }
  return isrc.image(index, side: side.map { max(1, $0) })
}

/// Decodes the first image of a file in memory, and scales it down to `side` pixels. nil where it cannot be decoded, or
/// has more pixels than covers have: a small file can have an image that needs gigabytes.
package func decodeCover(_ data: Data, side: Int) -> CGImage? {
  CGImageSource(data)?.image(0, side: max(1, side), pixelLimit: VideoDecoder.pictureLimit)
}
