import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// Converts a frame to another pixel format, range and size in its stored orientation, without rotation.
///
/// Used by one thread at a time. Caches its conversion tables while sizes and formats do not change.
package final class FrameConverter {
  /// The scaler with its conversion tables; nil before the first frame.
  private var context: OpaquePointer?

  /// Creates a converter without tables.
  package init() {}

  deinit { playhead_scaler_free(context) }

  /// Fills `width` × `height` pixels of `format` with the frame, or with a region of it.
  ///
  /// - Parameters:
  ///   - planes: The address of the first byte and the bytes per row of each plane.
  ///   - isFullRange: Whether luma and chroma use 0…255 instead of 16…235; RGB is always full range.
  ///   - part: The region of the stored frame; nil for all of it.
  /// - Throws: `FFmpegError` if libswscale does not support the conversion.
  package func convert(
    _ frame: VideoFrame, to format: PixelFormat, width: Int, height: Int,
    planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int)], isFullRange: Bool, part: FrameRegion? = nil
  ) throws(FFmpegError) {
    guard width > 0, height > 0 else { return }
    let part = part ?? FrameRegion(x: 0, y: 0, width: frame.width, height: frame.height)
    let isScaled = width != part.width || height != part.height
    context = playhead_scaler_reuse(
      context, Int32(part.width), Int32(part.height), AVPixelFormat(rawValue: frame.raw.pointee.format), Int32(width),
      Int32(height),
      format.ffmpeg, isScaled ? PlayheadScalerQualityBilinear : PlayheadScalerQualityCopy)
    guard let context else { throw FFmpegError(.convertFrame, code: playhead_error_from_errno(EINVAL)) }
    let matrix = frame.color.scalerMatrix(height: frame.height)
    playhead_scaler_set_colors(
      context, matrix, frame.color.isFullRange ? 1 : 0, matrix, isFullRange || format.isRGB ? 1 : 0)
    var destination = planes.map { Optional($0.base.assumingMemoryBound(to: UInt8.self)) }
    var strides = planes.map { Int32($0.bytesPerRow) }
    // libswscale reads four entries of each array.
    destination += Array(repeating: nil, count: max(0, 4 - destination.count))
    strides += Array(repeating: 0, count: max(0, 4 - strides.count))
    var source = (0..<4).map { UnsafePointer(frame.baseAddress(ofPlane: $0, of: part)) }
    var lines = (0..<4).map { Int32(frame.bytesPerRow(ofPlane: $0)) }
    let code = playhead_scaler_scale(context, &source, &lines, Int32(part.height), &destination, &strides)
    guard code >= 0 else { throw FFmpegError(.convertFrame, code: code) }
  }
}

extension ColorDescription {
  /// libswscale's number for the matrix; chosen by the frame size where the stream does not declare one.
  func scalerMatrix(height: Int) -> Int32 {
    switch resolvedMatrix(height: height) {
    case 1: playhead_matrix_bt709
    case 4: playhead_matrix_fcc
    case 7: playhead_matrix_smpte240m
    case 9, 10: playhead_matrix_bt2020
    default: playhead_matrix_bt601
    }
  }
}
