import PlayheadFFmpeg
import PlayheadMedia

/// Scales frames to the size of a view and converts them to packed sRGB, upright. Frames of a high dynamic range or
/// a wide gamut are mapped to what a standard screen shows.
///
/// Used by one thread at a time. Caches its conversion tables while sizes and formats do not change.
package final class DisplayScaler {
  /// The scaler of the media libraries.
  private let scaler = FrameScaler()

  /// Creates a scaler without tables.
  package init() {}

  /// Fills `width` × `height` pixels of `format`, a packed format of four bytes a pixel, with the whole frame. False if
  /// the conversion is not supported.
  ///
  /// The colours of a frame with alpha are multiplied by it: transparent areas are black where alpha is not used.
  /// Mapped frames are opaque.
  package func draw(
    _ frame: VideoFrame, into target: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int,
    format: PixelFormat
  ) -> Bool {
    let mapping = ColorMapping.Source(frame.color)
    let isTranslucent = frame.pixelFormat.hasAlpha && mapping == nil
    do throws(FFmpegError) {
      try scaler.draw(
        frame, into: target, bytesPerRow: bytesPerRow, width: width, height: height,
        format: isTranslucent && format == .bgrx ? .bgra : format, mapping: mapping)
    } catch {
      return false
    }
    if isTranslucent { Self.premultiply(target, bytesPerRow: bytesPerRow, width: width, height: height) }
    return true
  }

  /// Fills `width` × `height` pixels of `PixelFormat.x2rgb10` with the whole frame in its own primaries and transfer
  /// function. False if the conversion is not supported.
  package func drawTenBits(
    _ frame: VideoFrame, into target: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int
  ) -> Bool {
    do throws(FFmpegError) {
      try scaler.draw(
        frame, into: target, bytesPerRow: bytesPerRow, width: width, height: height, format: .x2rgb10)
      return true
    } catch {
      return false
    }
  }

  /// Multiplies the first three bytes of each pixel by the fourth, relative to 255.
  private static func premultiply(_ pixels: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int) {
    for y in 0..<height {
      let row = (pixels + y * bytesPerRow).assumingMemoryBound(to: UInt8.self)
      for x in stride(from: 0, to: width * 4, by: 4) where row[x + 3] != 255 {
        let alpha = UInt32(row[x + 3])
        for component in x..<x + 3 { row[component] = UInt8((UInt32(row[component]) * alpha + 127) / 255) }
      }
    }
  }
}
