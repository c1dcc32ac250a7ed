/// How the pixels of a format lie in memory.
struct PixelFormat: Sendable {
  /// One plane of a format.
  struct Plane: Sendable {
    /// Bytes from one sample of the plane to the next; for packed 4:2:2, the average.
    var bytesPerPixel: Int

    /// How many columns of the picture share a sample.
    var horizontalStep = 1

    /// How many rows of the picture share a sample.
    var verticalStep = 1
  }

  /// The planes, luma first; exactly one for a packed format.
  var planes: [Plane]

  /// The format of a code, if it is known.
  static func named(_ code: OSType) -> PixelFormat? {
    table[code]
  }

  /// Whether the format keeps components in planes of their own.
  var isPlanar: Bool { planes.count > 1 }

  /// The samples of each plane for a picture of a size; an odd picture has half a sample more.
  func size(ofPlane index: Int, width: Int, height: Int) -> (width: Int, height: Int) {
    let plane = planes[index]
    return (
      (width + plane.horizontalStep - 1) / plane.horizontalStep, (height + plane.verticalStep - 1) / plane.verticalStep
    )
  }
}

/// Planar Y'CbCr as decoders put it out: planes Y, Cb and Cr, samples of more than 8 bits at the bottom of little-endian
/// 16-bit words.
///
/// Apple's codes name such formats in 4:2:0 with 8 bits only, so the others have codes of their own: `y` or `f` for video
/// or full range, the last digit of the subsampling, `p`, and the bit depth as a hexadecimal digit.
package struct PlanarYCbCr: Hashable, Sendable {
  /// How chroma is thinned out.
  package enum Subsampling: UInt8, CaseIterable, Sendable {
    /// Half width and height.
    case s420 = 0x30

    /// Half width.
    case s422 = 0x32

    /// Not at all.
    case s444 = 0x34
  }

  /// How chroma is thinned out.
  package var subsampling: Subsampling

  /// 8, 10 or 12.
  package var bitDepth: Int

  /// Whether luma runs over all numbers instead of video's range.
  package var isFullRange: Bool

  /// A format with these properties.
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

  /// The format of a code, or nil when it is not one of these.
  package init?(code: OSType) {
    guard let format = PlanarYCbCr.all.first(where: { $0.code == code }) else { return nil }
    self = format
  }

  /// Every combination.
  package static let all: [PlanarYCbCr] = Subsampling.allCases.flatMap { subsampling in
    [8, 10, 12].flatMap { depth in
      [false, true].map { PlanarYCbCr(subsampling: subsampling, bitDepth: depth, isFullRange: $0) }
    }
  }
}
