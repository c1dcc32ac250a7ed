/// Converts rows of luma and colour differences to red, green and blue of ten bits, without a change of primaries or
/// transfer function.
package struct TenBitRowConverter: Sendable {
  /// The parts of a sample of luma in red, green and blue.
  private let luma: SIMD4<Float>
  /// The parts of a sample of the blue colour difference.
  private let blue: SIMD4<Float>
  /// The parts of a sample of the red colour difference.
  private let red: SIMD4<Float>
  /// The constant parts.
  private let offset: SIMD4<Float>
  /// The largest code value of a sample.
  private let limit: UInt16

  /// The largest result.
  private static let top: Float = 1023

  /// The conversion of samples; nil if the matrix has no luma and two colour differences.
  ///
  /// - Parameters:
  ///   - height: Determines the matrix if none is declared.
  ///   - bitDepth: The significant bits of a sample.
  package init?(_ color: ColorDescription, height: Int, bitDepth: Int) {
    guard
      let matrix = ColorMatrix(
        matrix: color.resolvedMatrix(height: height), isFullRange: color.isFullRange, bitDepth: bitDepth, codeScale: 1)
    else { return nil }
    func column(_ index: Int) -> SIMD4<Float> {
      SIMD4(matrix.rows[index], matrix.rows[index + 3], matrix.rows[index + 6], 0) * Self.top
    }
    (luma, blue, red) = (column(0), column(1), column(2))
    offset = SIMD4(matrix.offset[0], matrix.offset[1], matrix.offset[2], 0) * Self.top
    limit = UInt16((1 << bitDepth) - 1)
  }

  /// Converts a row to pixels of `PixelFormat.x2rgb10`. The row of luma must have `count` samples, those of colour
  /// differences as many as `chromaShift`, their subsampling as a power of two, needs.
  package func convert(
    _ luma: UnsafePointer<UInt16>, _ blue: UnsafePointer<UInt16>, _ red: UnsafePointer<UInt16>, count: Int,
    chromaShift: Int, to target: UnsafeMutableRawPointer
  ) {
    let top = SIMD4<Float>(repeating: Self.top)
    for x in 0..<count {
      // Padding bits of a hostile stream are not zero.
      let chroma = x &>> chromaShift
      let (y, b, r) = (min(luma[x], limit), min(blue[chroma], limit), min(red[chroma], limit))
      let sum = self.luma * Float(y) + self.blue * Float(b) + self.red * Float(r) + offset
      let value = pointwiseMin(pointwiseMax(sum, SIMD4()), top)
      // In the sum with 2²³, the lowest bits of a number in single precision are its nearest integer (IEEE 754).
      let bits = unsafeBitCast(value + 8_388_608, to: SIMD4<UInt32>.self) & 1023
      let pixel = bits.x << 20 | bits.y << 10 | bits.z
      target.storeBytes(of: pixel.littleEndian, toByteOffset: x &* 4, as: UInt32.self)
    }
  }
}
