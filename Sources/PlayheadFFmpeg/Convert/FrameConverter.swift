import CPlayheadFFmpeg
import Glibc

/// Converts a picture to another pixel format, range and size as it lies in memory, without turning it.
///
/// Used by one thread at a time; keeps its tables while sizes and formats stay the same.
package final class FrameConverter {
  private var context: OpaquePointer?

  package init() {}

  deinit { playhead_scaler_free(context) }

  /// Fills `width` × `height` pixels of `format` with the whole picture.
  ///
  /// - Parameters:
  ///   - planes: The first byte of each plane and its bytes from row to row.
  ///   - isFullRange: Whether 0…255 or 16…235 is meant where `format` is luma and chroma; RGB is always full.
  package func convert(
    _ frame: VideoFrame, to format: PixelFormat, width: Int, height: Int,
    planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int)], isFullRange: Bool
  ) throws(FFmpegError) {
    guard width > 0, height > 0 else { return }
    let isScaled = width != frame.width || height != frame.height
    context = playhead_scaler_reuse(
      context, Int32(frame.width), Int32(frame.height), frame.pixelFormat.ffmpeg, Int32(width), Int32(height),
      format.ffmpeg, isScaled ? PlayheadScalerQualityBilinear : PlayheadScalerQualityCopy)
    guard let context else { throw FFmpegError(.convertPicture, code: playhead_error_from_errno(EINVAL)) }
    let matrix = frame.color.scalerMatrix(height: frame.height)
    playhead_scaler_set_colors(
      context, matrix, frame.color.isFullRange ? 1 : 0, matrix, isFullRange || format.isRGB ? 1 : 0)
    var destination = planes.map { Optional($0.base.assumingMemoryBound(to: UInt8.self)) }
    var strides = planes.map { Int32($0.bytesPerRow) }
    // libswscale reads four of each.
    destination += Array(repeating: nil, count: max(0, 4 - destination.count))
    strides += Array(repeating: 0, count: max(0, 4 - strides.count))
    let code = withUnsafeBytes(of: frame.raw.pointee.data) { data in
      withUnsafeBytes(of: frame.raw.pointee.linesize) { lines in
        playhead_scaler_scale(
          context, data.bindMemory(to: UnsafePointer<UInt8>?.self).baseAddress,
          lines.bindMemory(to: Int32.self).baseAddress, Int32(frame.height), &destination, &strides)
      }
    }
    guard code >= 0 else { throw FFmpegError(.convertPicture, code: code) }
  }
}

extension ColorDescription {
  /// libswscale's number for the matrix; where the stream is silent, the size decides.
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
