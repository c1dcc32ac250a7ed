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
  package func draw(
    _ frame: VideoFrame, into target: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int,
    format: PixelFormat
  ) -> Bool {
    do throws(FFmpegError) {
      try scaler.draw(
        frame, into: target, bytesPerRow: bytesPerRow, width: width, height: height, format: format,
        mapping: ColorMapping.Source(frame.color))
      return true
    } catch {
      return false
    }
  }
}
