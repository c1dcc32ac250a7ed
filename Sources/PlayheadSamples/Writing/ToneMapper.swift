import CoreVideo
import PlayheadFFmpeg
import PlayheadMedia

/// Converts frames of high dynamic range to BT.709 with standard dynamic range, for codecs whose players show no other.
/// Used by one thread at a time; caches its tables.
final class ToneMapper {
  private let scaler = FrameScaler()

  /// The colours of converted frames. sRGB and BT.709 are shown alike on desktops; the matrix is that of HD.
  private static let standard = ColorDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: true)

  /// The frame in standard dynamic range and another size; nil if memory is exhausted or the format is not supported.
  func standard(_ frame: VideoFrame, width: Int, height: Int) -> VideoFrame? {
    var made: CVPixelBuffer?
    guard width > 0, height > 0, CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &made) == 0,
      let buffer = made, let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)
    else { return nil }
    let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
    do throws(FFmpegError) {
      try scaler.draw(
        frame, into: base, bytesPerRow: bytesPerRow, width: width, height: height, format: .bgra, isUpright: false,
        mapping: ColorMapping.Source(frame.color))
    } catch {
      return nil
    }
    return VideoFrame.wrapping(
      planes: [(base, bytesPerRow)], width: width, height: height, format: .bgra, pixelAspect: frame.pixelAspect,
      color: Self.standard, presentationTime: frame.presentationTime, duration: frame.duration, owner: buffer)
  }
}
