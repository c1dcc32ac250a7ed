import CoreVideo
import PlayheadFFmpeg
import PlayheadMedia

/// Converts frames of high dynamic range to BT.709 with standard dynamic range, for codecs whose players show no other.
/// Used by one thread at a time; caches its tables.
final class ToneMapper {
  private let scaler = FrameScaler()
  private var mapping: (source: ColorMapping.Source, mapping: ColorMapping)?
  /// The frame in 16-bit RGB, reused between frames.
  private var deep: [UInt64] = []

  /// Pixels behind the last row, beyond which libswscale may write whole vectors.
  private static let margin = 64

  /// The colours of converted frames. sRGB and BT.709 are shown alike on desktops; the matrix is that of HD.
  private static let standard = ColorDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: true)

  /// Whether the frame has a high dynamic range: PQ or HLG (ITU-T H.273).
  static func isNeeded(for color: ColorDescription) -> Bool { color.transfer == 16 || color.transfer == 18 }

  /// The frame in standard dynamic range and another size; nil if memory is exhausted or the format is not supported.
  func standard(_ frame: VideoFrame, width: Int, height: Int) -> VideoFrame? {
    var made: CVPixelBuffer?
    guard width > 0, height > 0, CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &made) == 0,
      let buffer = made, let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)
    else { return nil }
    let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
    let words = width * height + Self.margin
    if deep.count < words { deep = [UInt64](repeating: 0, count: words) }
    let mapping = mapping(of: frame.color)
    let isDone = deep.withUnsafeMutableBytes { bytes -> Bool in
      guard let pixels = bytes.baseAddress else { return false }
      do throws(FFmpegError) {
        try scaler.draw(
          frame, into: pixels, bytesPerRow: width * 8, width: width, height: height, format: .rgba64, isUpright: false)
      } catch {
        return false
      }
      for y in 0..<height {
        mapping.map(
          (pixels + y * width * 8).assumingMemoryBound(to: UInt16.self),
          to: (base + y * bytesPerRow).assumingMemoryBound(to: UInt8.self), count: width)
      }
      return true
    }
    guard isDone else { return nil }
    return VideoFrame.wrapping(
      planes: [(base, bytesPerRow)], width: width, height: height, format: .bgra, pixelAspect: frame.pixelAspect,
      color: Self.standard, presentationTime: frame.presentationTime, duration: frame.duration, owner: buffer)
  }

  /// The tables for the colours of a frame. HDR without declared primaries is assumed to use those of BT.2100.
  private func mapping(of color: ColorDescription) -> ColorMapping {
    let source = ColorMapping.Source(
      primaries: color.primaries == 12 ? .p3 : color.primaries == 1 ? .bt709 : .bt2020,
      transfer: color.transfer == 16 ? .pq : .hlg)
    if let mapping, mapping.source == source { return mapping.mapping }
    let made = ColorMapping(source)
    mapping = (source, made)
    return made
  }
}
