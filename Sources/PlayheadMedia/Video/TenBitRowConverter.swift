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
  /// The pixels that are converted at once: vector instructions take a quarter of the time of one at a time.
  private static let lanes = 8
  /// 2²³. In the sum with it, the lowest bits of a number in single precision are its nearest integer (IEEE 754).
  private static let integerOffset: Float = 8_388_608
  /// The bits of `integerOffset`.
  private static let integerBits: UInt32 = 0x4B00_0000

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
    var x = 0
    while x &+ Self.lanes <= count {
      let converted = pixels(
        UnsafeRawPointer(luma + x).loadUnaligned(as: SIMD8<UInt16>.self), samples(blue, at: x, chromaShift),
        samples(red, at: x, chromaShift))
      target.storeBytes(of: converted, toByteOffset: x &* 4, as: SIMD8<UInt32>.self)
      x &+= Self.lanes
    }
    while x < count {
      let chroma = x &>> chromaShift
      let converted = pixels(
        SIMD8(repeating: luma[x]), SIMD8(repeating: blue[chroma]), SIMD8(repeating: red[chroma]))
      target.storeBytes(of: converted[0], toByteOffset: x &* 4, as: UInt32.self)
      x &+= 1
    }
  }

  /// The samples of a colour difference at eight pixels from one on.
  @inline(__always) private func samples(
    _ row: UnsafePointer<UInt16>, at x: Int, _ chromaShift: Int
  ) -> SIMD8<UInt16> {
    guard chromaShift > 0 else { return UnsafeRawPointer(row + x).loadUnaligned(as: SIMD8<UInt16>.self) }
    var samples = SIMD8<UInt16>()
    for lane in 0..<Self.lanes { samples[lane] = row[(x &+ lane) &>> chromaShift] }
    return samples
  }

  /// Converts eight pixels, to numbers in the byte order of the machine: little-endian wherever Swift runs on Linux.
  @inline(__always) private func pixels(
    _ luma: SIMD8<UInt16>, _ blue: SIMD8<UInt16>, _ red: SIMD8<UInt16>
  ) -> SIMD8<UInt32> {
    let (y, b, r) = (values(luma), values(blue), values(red))
    let reds = codes(y * self.luma.x + b * self.blue.x + r * self.red.x + offset.x)
    let greens = codes(y * self.luma.y + b * self.blue.y + r * self.red.y + offset.y)
    let blues = codes(y * self.luma.z + b * self.blue.z + r * self.red.z + offset.z)
    return reds &<< 20 | greens &<< 10 | blues
  }

  /// The numbers of samples. Padding bits of a hostile stream are not zero.
  @inline(__always) private func values(_ samples: SIMD8<UInt16>) -> SIMD8<Float> {
    let bits = SIMD8<UInt32>(truncatingIfNeeded: samples & limit) | Self.integerBits
    return unsafeBitCast(bits, to: SIMD8<Float>.self) - Self.integerOffset
  }

  /// The nearest integers from 0 to the largest result.
  @inline(__always) private func codes(_ values: SIMD8<Float>) -> SIMD8<UInt32> {
    let positive = values.replacing(with: 0, where: values .< 0)
    let clipped = positive.replacing(with: Self.top, where: positive .> Self.top)
    return unsafeBitCast(clipped + Self.integerOffset, to: SIMD8<UInt32>.self) & 1023
  }
}
