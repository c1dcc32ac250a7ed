/// The memory layout of a pixel format.
struct PixelFormat: Sendable {
  /// One plane of a format.
  struct Plane: Sendable {
    /// The bytes per sample of the plane; for packed 4:2:2 the average.
    var bytesPerPixel: Int

    /// The number of image columns per sample.
    var horizontalStep = 1

    /// The number of image rows per sample.
    var verticalStep = 1
  }

  /// The planes, luma first; exactly one for a packed format.
  var planes: [Plane]

  /// The format with a code; nil if it is unknown.
  static func named(_ code: OSType) -> PixelFormat? {
    table[code]
  }

  /// Whether the components are in separate planes.
  var isPlanar: Bool { planes.count > 1 }

  /// The size of a plane in samples for an image of a size, rounded up.
  func size(ofPlane index: Int, width: Int, height: Int) -> (width: Int, height: Int) {
    let plane = planes[index]
    return (
      (width + plane.horizontalStep - 1) / plane.horizontalStep, (height + plane.verticalStep - 1) / plane.verticalStep
    )
  }
}

/// Planar Y'CbCr as output by decoders: planes Y, Cb and Cr, with samples of more than 8 bits in the low bits of
/// little-endian 16-bit words.
///
/// Apple has codes of such formats for 8-bit 4:2:0 only, so the others have codes of this project: `y` or `f` for video
/// or full range, the last digit of the subsampling, `p`, and the bit depth as a hexadecimal digit.
package struct PlanarYCbCr: Hashable, Sendable {
  /// The chroma subsampling.
  package enum Subsampling: UInt8, CaseIterable, Sendable {
    /// Half width and height.
    case s420 = 0x30

    /// Half width.
    case s422 = 0x32

    /// No subsampling.
    case s444 = 0x34
  }

  /// The chroma subsampling.
  package var subsampling: Subsampling

  /// 8, 10 or 12.
  package var bitDepth: Int

  /// Whether luma has the full range instead of the video range.
  package var isFullRange: Bool

  /// Creates a format.
  package init(subsampling: Subsampling, bitDepth: Int, isFullRange: Bool) {
    self.subsampling = subsampling
    self.bitDepth = bitDepth
    self.isFullRange = isFullRange
  }

  /// The pixel format code.
  package var code: OSType {
    if subsampling == .s420, bitDepth == 8 {
      return isFullRange ? kCVPixelFormatType_420YpCbCr8PlanarFullRange : kCVPixelFormatType_420YpCbCr8Planar
    }
    let range: UInt8 = isFullRange ? 0x66 : 0x79
    let depth: UInt8 = bitDepth == 8 ? 0x38 : (bitDepth == 10 ? 0x41 : 0x43)
    return [range, subsampling.rawValue, 0x70, depth].reduce(0) { $0 << 8 | OSType($1) }
  }

  /// The format of a code; nil if it is not one of these.
  package init?(code: OSType) {
    guard let format = PlanarYCbCr.all.first(where: { $0.code == code }) else { return nil }
    self = format
  }

  /// All combinations.
  package static let all: [PlanarYCbCr] = Subsampling.allCases.flatMap { subsampling in
    [8, 10, 12].flatMap { depth in
      [false, true].map { PlanarYCbCr(subsampling: subsampling, bitDepth: depth, isFullRange: $0) }
    }
  }
}
