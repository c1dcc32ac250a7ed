import CPlayheadFFmpeg
import Dispatch
import Glibc
import PlayheadMedia

/// Converts frames of a high dynamic range or a wide gamut to sRGB with four bytes a pixel, or to ten bits with their
/// own colours, and scales them.
///
/// Planar frames with 16-bit words are converted with a `ColorLookupTable`, unscaled ones without an intermediate copy;
/// others are first converted to such a frame, and frames in red, green and blue to 16-bit words for `ColorMapping`.
/// Used by one thread at a time; several threads convert the rows of one frame.
final class TableConverter {
  /// The table of the last frame.
  private var table: ColorLookupTable?
  /// The mapping of the last frame in red, green and blue.
  private var mapping: (source: ColorMapping.Source, value: ColorMapping)?
  /// Scales and converts to `intermediate`.
  private let converter = FrameConverter()
  /// The planes of a converted frame, reused between frames.
  private var intermediate: [UInt16] = []

  /// The rows that one thread converts at a time.
  private static let rowsInBlock = 32
  /// The samples after each plane that libswscale may write beyond its last row.
  private static let margin = 64

  /// The output: pixels of four bytes.
  struct Target {
    /// The first pixel.
    var base: UnsafeMutableRawPointer
    /// The distance of two rows in bytes.
    var bytesPerRow: Int
    /// The width in pixels.
    var width: Int
    /// The height in pixels.
    var height: Int
    /// Whether the bytes are in the order blue, green, red.
    var isBlueFirst: Bool
  }

  /// The planes of samples with 16-bit words.
  private struct Planes {
    var luma: UnsafeRawPointer
    var blue: UnsafeRawPointer
    var red: UnsafeRawPointer
    /// The distances of two rows in bytes.
    var strides: (luma: Int, blue: Int, red: Int)
    /// The subsampling of the colour differences, as powers of two.
    var chromaShift: (x: Int, y: Int)

    /// The planes of a region of a frame; nil if there are fewer than three.
    init?(_ frame: VideoFrame, _ part: FrameRegion) {
      guard let luma = frame.baseAddress(ofPlane: 0, of: part), let blue = frame.baseAddress(ofPlane: 1, of: part),
        let red = frame.baseAddress(ofPlane: 2, of: part)
      else { return nil }
      (self.luma, self.blue, self.red) = (UnsafeRawPointer(luma), UnsafeRawPointer(blue), UnsafeRawPointer(red))
      strides = (frame.bytesPerRow(ofPlane: 0), frame.bytesPerRow(ofPlane: 1), frame.bytesPerRow(ofPlane: 2))
      chromaShift = frame.pixelFormat.chromaShift
    }

    /// Planes without subsampling and with the same distance of rows.
    init(luma: UnsafeRawPointer, blue: UnsafeRawPointer, red: UnsafeRawPointer, bytesPerRow: Int) {
      (self.luma, self.blue, self.red) = (luma, blue, red)
      strides = (bytesPerRow, bytesPerRow, bytesPerRow)
      chromaShift = (0, 0)
    }
  }

  /// A conversion of all rows of the planes.
  private typealias Conversion = (Planes, Target) -> Void

  /// Creates a converter without tables.
  init() {}

  /// Converts a region of a frame.
  ///
  /// - Throws: `FFmpegError` if libswscale does not support the format.
  func convert(
    _ frame: VideoFrame, _ part: FrameRegion, from source: ColorMapping.Source, to target: Target
  ) throws(FFmpegError) {
    let planes = Self.directPlanes(of: frame, part, for: target)
    let depth = planes == nil ? PixelFormat.yuv444p10.bitDepth : frame.pixelFormat.bitDepth
    let key = ColorLookupTable.Key(source, frame.color, height: frame.height, bitDepth: depth)
    guard !frame.pixelFormat.isRGB, let table = table(for: key) else {
      return try convertRGB(frame, part, source, to: target)
    }
    if let planes {
      apply(table, to: planes, target)
    } else {
      try convertScaled(frame, part, to: target) { self.apply(table, to: $0, $1) }
    }
  }

  /// Converts a region of a frame to pixels of `PixelFormat.x2rgb10` with the frame's own primaries and transfer
  /// function.
  ///
  /// - Throws: `FFmpegError` if the frame has no luma and colour differences, or libswscale does not support the
  ///   format.
  func convertToTenBits(_ frame: VideoFrame, _ part: FrameRegion, to target: Target) throws(FFmpegError) {
    let planes = Self.directPlanes(of: frame, part, for: target)
    let depth = planes == nil ? PixelFormat.yuv444p10.bitDepth : frame.pixelFormat.bitDepth
    guard !frame.pixelFormat.isRGB,
      let row = TenBitRowConverter(frame.color, height: frame.height, bitDepth: depth)
    else { throw FFmpegError(.convertFrame, code: playhead_error_from_errno(EINVAL)) }
    if let planes {
      apply(row, to: planes, target)
    } else {
      try convertScaled(frame, part, to: target) { self.apply(row, to: $0, $1) }
    }
  }

  /// The planes of a frame that is not scaled and has 16-bit words of more than 8 bits; nil for other frames.
  private static func directPlanes(of frame: VideoFrame, _ part: FrameRegion, for target: Target) -> Planes? {
    let format = frame.pixelFormat
    guard part.width == target.width, part.height == target.height, format.isPlanarYUV,
      format.bytesPerSample(ofPlane: 0) == 2, format.bitDepth > 8, format.isLittleEndianOrBytes
    else { return nil }
    return Planes(frame, part)
  }

  /// Converts a frame to planes of 10 bits in the size of the target, and converts these.
  private func convertScaled(
    _ frame: VideoFrame, _ part: FrameRegion, to target: Target, _ conversion: Conversion
  ) throws(FFmpegError) {
    let stride = (target.width + 31) & ~31
    let size = stride * target.height + Self.margin
    if intermediate.count < 3 * size { intermediate = [UInt16](repeating: 0, count: 3 * size) }
    var failure: FFmpegError?
    intermediate.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let planes = (0..<3).map { (base: base + $0 * size * 2, bytesPerRow: stride * 2) }
      do throws(FFmpegError) {
        try converter.convert(
          frame, to: .yuv444p10, width: target.width, height: target.height, planes: planes,
          isFullRange: frame.color.isFullRange, part: part)
      } catch {
        failure = error
        return
      }
      conversion(
        Planes(luma: planes[0].base, blue: planes[1].base, red: planes[2].base, bytesPerRow: stride * 2), target)
    }
    if let failure { throw failure }
  }

  /// Applies a table to all rows, on several threads.
  private func apply(_ table: ColorLookupTable, to planes: Planes, _ target: Target) {
    let shift = planes.chromaShift
    _ = table.withRowConverter(chromaShift: shift.x, isBlueFirst: target.isBlueFirst) { row in
      // The rows have no pixel in common.
      nonisolated(unsafe) let row = row
      let width = target.width
      Self.forEachRow(of: planes, target) { luma, blue, red, output in
        row.convert(luma, blue, red, count: width, to: output)
      }
    }
  }

  /// Converts all rows to ten bits, on several threads.
  private func apply(_ row: TenBitRowConverter, to planes: Planes, _ target: Target) {
    let (width, shift) = (target.width, planes.chromaShift.x)
    Self.forEachRow(of: planes, target) { luma, blue, red, output in
      row.convert(luma, blue, red, count: width, chromaShift: shift, to: output)
    }
  }

  /// Converts a row of luma and its rows of colour differences.
  private typealias RowConversion =
    @Sendable (
      UnsafePointer<UInt16>, UnsafePointer<UInt16>, UnsafePointer<UInt16>, UnsafeMutableRawPointer
    ) -> Void

  /// Calls a conversion for all rows, on several threads.
  private static func forEachRow(of planes: Planes, _ target: Target, _ convert: RowConversion) {
    // The blocks have no row in common.
    nonisolated(unsafe) let (planes, target) = (planes, target)
    let shift = planes.chromaShift.y
    let blocks = (target.height + rowsInBlock - 1) / rowsInBlock
    DispatchQueue.concurrentPerform(iterations: blocks) { block in
      for y in block * rowsInBlock..<min(target.height, (block + 1) * rowsInBlock) {
        convert(
          (planes.luma + y * planes.strides.luma).assumingMemoryBound(to: UInt16.self),
          (planes.blue + (y >> shift) * planes.strides.blue).assumingMemoryBound(to: UInt16.self),
          (planes.red + (y >> shift) * planes.strides.red).assumingMemoryBound(to: UInt16.self),
          target.base + y * target.bytesPerRow)
      }
    }
  }

  /// Converts a frame to 16-bit red, green and blue in the size of the target, and maps each pixel.
  private func convertRGB(
    _ frame: VideoFrame, _ part: FrameRegion, _ source: ColorMapping.Source, to target: Target
  ) throws(FFmpegError) {
    let words = 4 * (target.width * target.height + Self.margin)
    if intermediate.count < words { intermediate = [UInt16](repeating: 0, count: words) }
    let mapping = mapping(of: source)
    var failure: FFmpegError?
    intermediate.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      do throws(FFmpegError) {
        try converter.convert(
          frame, to: .rgba64, width: target.width, height: target.height,
          planes: [(base: base, bytesPerRow: target.width * 8)], isFullRange: true, part: part)
      } catch {
        failure = error
        return
      }
      for y in 0..<target.height {
        mapping.map(
          (base + y * target.width * 8).assumingMemoryBound(to: UInt16.self),
          to: (target.base + y * target.bytesPerRow).assumingMemoryBound(to: UInt8.self), count: target.width,
          isBlueFirst: target.isBlueFirst)
      }
    }
    if let failure { throw failure }
  }

  /// The table for a key, computed when it changes.
  private func table(for key: ColorLookupTable.Key) -> ColorLookupTable? {
    if let table, table.key == key { return table }
    table = ColorLookupTable.shared(key)
    return table
  }

  /// The mapping from a source, computed when it changes.
  private func mapping(of source: ColorMapping.Source) -> ColorMapping {
    if let mapping, mapping.source == source { return mapping.value }
    let made = ColorMapping(source)
    mapping = (source, made)
    return made
  }
}
