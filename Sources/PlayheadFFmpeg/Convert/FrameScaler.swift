import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// Scales a frame and converts it to packed RGB in one step, with the correct matrix and range, and optionally upright
/// and mapped to sRGB.
///
/// Used by one thread at a time. Caches its conversion tables while sizes and formats do not change.
package final class FrameScaler {
  /// The scaler with its conversion tables; nil before the first frame.
  private var context: OpaquePointer?
  /// The parameters of `context`. libswscale's own cache (`sws_getCachedContext`) compares formats that it has replaced
  /// internally, so it may return a new context without colour settings at the address of the old one.
  private var task: Task?
  /// The colour settings of `context`; nil if none were applied.
  private var colors: (matrix: Int32, isFullRange: Bool)?
  /// The scaled pixels before rotation, reused between frames. The elements have the size of the largest pixel.
  private var unrotated: [UInt64] = []
  /// The pixels with padded rows, reused between frames.
  private var padded: [UInt64] = []
  /// The region of the current frame, in samples.
  private var part = FrameRegion(x: 0, y: 0, width: 0, height: 0)

  /// The colours that the current frame is mapped from; nil if it keeps its colours.
  private var mapping: ColorMapping.Source?
  /// Maps frames to sRGB.
  private let tables = TableConverter()

  /// Creates a scaler without tables.
  package init() {}

  deinit { playhead_scaler_free(context) }

  /// Fills `width` × `height` pixels of `format`, a packed format of three, four or eight bytes a pixel, with the whole
  /// frame.
  ///
  /// Frames with luma and colour differences are converted to `x2rgb10` with their own primaries and transfer function.
  ///
  /// - Parameters:
  ///   - isUpright: Whether the track's display transform is applied; formats of three bytes are never rotated.
  ///   - part: The region of the stored frame to draw; nil for all of it.
  ///   - mapping: The colours that are mapped to sRGB, only for formats of four bytes; nil to keep the colours.
  /// - Throws: `FFmpegError` if libswscale does not support the conversion.
  package func draw(
    _ frame: VideoFrame, into target: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int,
    format: PixelFormat, isUpright: Bool = true, part: FrameRegion? = nil, mapping: ColorMapping.Source? = nil
  ) throws(FFmpegError) {
    guard width > 0, height > 0 else { return }
    self.part = part ?? FrameRegion(x: 0, y: 0, width: frame.width, height: frame.height)
    let pixel = format.bytesPerSample(ofPlane: 0)
    self.mapping = pixel == 4 ? mapping : nil
    guard isUpright, frame.transform != .identity, pixel == 4 || pixel == 8 else {
      return try scale(frame, into: target, bytesPerRow: bytesPerRow, width: width, height: height, format: format)
    }
    // libswscale cannot rotate: scale in the stored orientation, then copy the pixels to their place.
    let (unrotatedWidth, unrotatedHeight) = frame.transform.swapsSides ? (height, width) : (width, height)
    let words = (width * height * pixel + 7) / 8
    if unrotated.count < words { unrotated = [UInt64](repeating: 0, count: words) }
    var failure: FFmpegError?
    unrotated.withUnsafeMutableBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      do throws(FFmpegError) {
        try scale(
          frame, into: base, bytesPerRow: unrotatedWidth * pixel, width: unrotatedWidth, height: unrotatedHeight,
          format: format)
      } catch {
        failure = error
        return
      }
      if pixel == 4 {
        orient(
          base.assumingMemoryBound(to: UInt32.self), width: unrotatedWidth, height: unrotatedHeight,
          by: frame.transform,
          into: target, bytesPerRow: bytesPerRow)
      } else {
        orient(
          base.assumingMemoryBound(to: UInt64.self), width: unrotatedWidth, height: unrotatedHeight,
          by: frame.transform,
          into: target, bytesPerRow: bytesPerRow)
      }
    }
    if let failure { throw failure }
  }

  /// libswscale's unscaled converters write whole vectors: up to 32 bytes beyond the last pixel of a row whose width is
  /// not a multiple of sixteen. Beyond the last row that memory belongs to another owner.
  private func scale(
    _ frame: VideoFrame, into target: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int,
    format: PixelFormat
  ) throws(FFmpegError) {
    let output = TableConverter.Target(
      base: target, bytesPerRow: bytesPerRow, width: width, height: height, isBlueFirst: format != .rgba)
    if format == .x2rgb10 { return try tables.convertToTenBits(frame, part, to: output) }
    if let mapping { return try tables.convert(frame, part, from: mapping, to: output) }
    guard width % 16 != 0, width == part.width, height == part.height else {
      return try convert(
        frame, into: target, bytesPerRow: bytesPerRow, width: width, height: height, format: format)
    }
    let visible = width * format.bytesPerSample(ofPlane: 0)
    let row = (visible + 127) / 64 * 64
    if padded.count < row * height / 8 { padded = [UInt64](repeating: 0, count: row * height / 8) }
    var failure: FFmpegError?
    padded.withUnsafeMutableBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      do throws(FFmpegError) {
        try convert(frame, into: base, bytesPerRow: row, width: width, height: height, format: format)
      } catch {
        failure = error
        return
      }
      for y in 0..<height { memcpy(target + y * bytesPerRow, base + y * row, visible) }
    }
    if let failure { throw failure }
  }

  /// Converts and scales the region into memory whose rows may be written beyond their end.
  private func convert(
    _ frame: VideoFrame, into target: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int,
    format: PixelFormat
  ) throws(FFmpegError) {
    let isScaled = width != part.width || height != part.height
    let quality = isScaled ? PlayheadScalerQualityBilinear : PlayheadScalerQualityCopy
    let context = try context(
      for: Task(
        from: frame.pixelFormat, width: part.width, height: part.height, to: format, newWidth: width, newHeight: height,
        quality: quality))
    if !frame.pixelFormat.isRGB { applyColors(of: frame, to: context) }
    var destination: [UnsafeMutablePointer<UInt8>?] = [target.assumingMemoryBound(to: UInt8.self), nil, nil, nil]
    var strides: [Int32] = [Int32(bytesPerRow), 0, 0, 0]
    var source = (0..<4).map { UnsafePointer(frame.baseAddress(ofPlane: $0, of: part)) }
    var lines = (0..<4).map { Int32(frame.bytesPerRow(ofPlane: $0)) }
    let code = playhead_scaler_scale(context, &source, &lines, Int32(part.height), &destination, &strides)
    guard code >= 0 else { throw FFmpegError(.convertFrame, code: code) }
    if format == .rgba64 && !frame.pixelFormat.isRGB {
      stretch(target, bytesPerRow: bytesPerRow, width: width, height: height)
    }
  }

  /// The parameters of a conversion: a change requires another context.
  private struct Task: Equatable {
    /// The stored format.
    var from: PixelFormat
    /// The width of the region in samples.
    var width: Int
    /// The height of the region in samples.
    var height: Int
    /// The packed output format.
    var to: PixelFormat
    /// The width of the output in pixels.
    var newWidth: Int
    /// The height of the output in pixels.
    var newHeight: Int
    /// Bilinear if the size changes, otherwise an exact copy of the samples.
    var quality: PlayheadScalerQuality
  }

  /// The context for a conversion, created if the parameters differ from those of the current one.
  private func context(for requested: Task) throws(FFmpegError) -> OpaquePointer {
    if let context, task == requested { return context }
    playhead_scaler_free(context)
    context = playhead_scaler_make(
      Int32(requested.width), Int32(requested.height), requested.from.ffmpeg, Int32(requested.newWidth),
      Int32(requested.newHeight),
      requested.to.ffmpeg, requested.quality)
    (task, colors) = (requested, nil)
    guard let context else { throw FFmpegError(.convertFrame, code: playhead_error_from_errno(EINVAL)) }
    return context
  }

  /// Extends 16-bit RGB to the full range: libswscale converts white to 65283, black to 0.
  private func stretch(_ target: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int) {
    for y in 0..<height {
      let row = target.advanced(by: y * bytesPerRow).assumingMemoryBound(to: UInt16.self)
      for x in 0..<4 * width {
        let value = UInt32(row[x])
        row[x] = UInt16(min(65_535, value + ((value * 253) >> 16)))
      }
    }
  }

  /// Applies the frame's matrix and range; the output is full-range RGB.
  private func applyColors(of frame: VideoFrame, to context: OpaquePointer) {
    let requested = (matrix: frame.color.resolvedMatrix(height: frame.height), isFullRange: frame.color.isFullRange)
    if let colors, colors == requested { return }
    playhead_scaler_set_colors(
      context, frame.color.scalerMatrix(height: frame.height), requested.isFullRange ? 1 : 0, playhead_matrix_bt709, 1)
    colors = requested
  }

  /// Copies the pixels from the stored to the display orientation: mirrored first, then rotated clockwise.
  private func orient<Pixel: FixedWidthInteger>(
    _ source: UnsafePointer<Pixel>, width: Int, height: Int, by transform: DisplayTransform,
    into target: UnsafeMutableRawPointer,
    bytesPerRow: Int
  ) {
    let (outWidth, outHeight) = transform.swapsSides ? (height, width) : (width, height)
    for y in 0..<outHeight {
      let row = target.advanced(by: y * bytesPerRow).assumingMemoryBound(to: Pixel.self)
      for x in 0..<outWidth {
        var (sx, sy) =
          switch transform.rotation {
          case 90: (y, height - 1 - x)
          case 180: (width - 1 - x, height - 1 - y)
          case 270: (width - 1 - y, x)
          default: (x, y)
          }
        if transform.isMirrored { sx = width - 1 - sx }
        sy = max(0, min(height - 1, sy))
        row[x] = source[sy * width + max(0, min(width - 1, sx))]
      }
    }
  }
}

extension VideoFrame {
  /// The address of the first sample of a region in a plane. A subsampled chroma plane begins with the sample that
  /// covers the corner.
  func baseAddress(ofPlane plane: Int, of part: FrameRegion) -> UnsafeMutablePointer<UInt8>? {
    guard let base = baseAddress(ofPlane: plane), part.x > 0 || part.y > 0, plane < planeCount else {
      return baseAddress(ofPlane: plane)
    }
    let shift = plane == 1 || plane == 2 ? pixelFormat.chromaShift : (0, 0)
    return base + (part.y >> shift.1) * bytesPerRow(ofPlane: plane)
      + (part.x >> shift.0) * pixelFormat.bytesPerSample(ofPlane: plane)
  }
}
