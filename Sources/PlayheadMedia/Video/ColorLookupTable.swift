import Dispatch
import PlayheadBasics
import Synchronization

/// A table that converts samples of luma and two colour differences to sRGB, for frames of a high dynamic range or a
/// wide gamut.
///
/// The points are evenly spaced over the code values in each of the three directions, with luma changing fastest. The
/// converted colour of a sample is interpolated between them; its mean difference from the exact colour is a quarter
/// of the difference that an observer sees (ΔE2000 0.25).
package final class ColorLookupTable: Sendable {
  /// The colours of samples, which determine the table.
  package struct Key: Sendable, Hashable {
    /// The colours that the samples stand for.
    package var source: ColorMapping.Source
    /// The matrix of the samples in code points of ITU-T H.273.
    package var matrix: Int32
    /// Whether samples use all code values.
    package var isFullRange: Bool
    /// The significant bits of a sample.
    package var bitDepth: Int

    /// The key for frames of a pixel format, with the matrix that is usual for the height if none is declared. Samples
    /// of Dolby Vision have neither matrix nor range.
    package init(_ source: ColorMapping.Source, _ color: ColorDescription, height: Int, bitDepth: Int) {
      self.source = source
      let hasMatrix = source.dolbyVision == nil
      matrix = hasMatrix ? color.resolvedMatrix(height: height) : 2
      isFullRange = color.isFullRange || !hasMatrix
      self.bitDepth = bitDepth
    }
  }

  /// The points in each direction: one more than a power of two, so that neutral colour differences are on a point.
  package static let side = 65

  /// The colours of the table.
  package let key: Key
  /// The converted colours: red, green, blue from 0 to 1, and 1.
  package let points: [SIMD4<Float>]

  /// The tables that were used last, of 4.4 MB each, retained without a user: the window, its thumbnails and its layers
  /// have the same colours, and images are often requested one by one. Two: those of two videos, or of two scenes of
  /// Dolby Vision.
  private static let recent = Mutex(RecentValues<Key, ColorLookupTable>(capacity: 2))

  /// The table for a key, computed unless it was used recently; nil if the matrix has no luma and two colour
  /// differences.
  package static func shared(_ key: Key) -> ColorLookupTable? {
    if let table = recent.withLock({ $0[key] }) { return table }
    // Computed without the lock: two threads may do so at the same time, with the same result.
    guard let table = ColorLookupTable(key) else { return nil }
    recent.withLock { $0[key] = table }
    return table
  }

  /// Computes a table; nil if the matrix has no luma and two colour differences.
  private init?(_ key: Key) {
    guard (8...16).contains(key.bitDepth) else { return nil }
    self.key = key
    let mapping = ColorMapping(key.source)
    // A sample of 1 is the code value above the largest one.
    let codes = Double(1 << key.bitDepth)
    if let dolbyVision = key.source.dolbyVision {
      let scale = Float(codes / (codes - 1))
      points = Self.points { mapping.convert(sample: $0 * scale, of: dolbyVision) }
    } else if let matrix = ColorMatrix(
      matrix: key.matrix, isFullRange: key.isFullRange, bitDepth: key.bitDepth, codeScale: codes)
    {
      points = Self.points { sample in
        let color = matrix.apply((sample.x, sample.y, sample.z))
        return mapping.convert(SIMD3(color.red, color.green, color.blue))
      }
    } else {
      return nil
    }
  }

  /// Computes the colours of all points with a function of luma and the two colour differences, on several threads.
  private static func points(_ color: @Sendable (SIMD3<Float>) -> SIMD3<Float>) -> [SIMD4<Float>] {
    [SIMD4<Float>](unsafeUninitializedCapacity: side * side * side) { points, count in
      // Sendable: the iterations write disjoint planes of constant red, and nothing reads before all have ended.
      nonisolated(unsafe) let points = points
      DispatchQueue.concurrentPerform(iterations: side) { red in
        let last = Float(side - 1)
        for blue in 0..<side {
          for luma in 0..<side {
            let sample = SIMD3(Float(luma) / last, Float(blue) / last, Float(red) / last)
            points[(red * side + blue) * side + luma] = SIMD4(color(sample), 1)
          }
        }
      }
      count = side * side * side
    }
  }

  /// Converts the rows of a planar frame with 16-bit words to rows of pixels with four bytes.
  package struct RowConverter {
    /// The table's points.
    let points: UnsafePointer<SIMD4<Float>>
    /// The bits of a code value below the index of its point: 2 to 10.
    let shift: Int32
    /// The largest code value.
    let limit: UInt16
    /// The number of luma samples for one sample of the colour differences, as a power of two.
    let chromaShift: Int
    /// Whether the bytes of a pixel are in the order blue, green, red.
    let isBlueFirst: Bool

    /// Converts a row. The rows of samples must have `count` samples, those of colour differences as many as
    /// `chromaShift` needs. The fourth byte of each pixel is 255.
    package func convert(
      _ luma: UnsafePointer<UInt16>, _ blue: UnsafePointer<UInt16>, _ red: UnsafePointer<UInt16>, count: Int,
      to target: UnsafeMutableRawPointer
    ) {
      let (redShift, blueShift): (UInt32, UInt32) = isBlueFirst ? (16, 0) : (0, 16)
      for x in 0..<count {
        // Padding bits of a hostile stream are not zero.
        let chroma = x &>> chromaShift
        let color = color(min(luma[x], limit), min(blue[chroma], limit), min(red[chroma], limit))
        // In the sum with 2²³, the lowest bits of a number in single precision are its nearest integer (IEEE 754).
        let bits = unsafeBitCast(color * 255 + 8_388_608, to: SIMD4<UInt32>.self) & 255
        let pixel = bits.x << redShift | bits.y << 8 | bits.z << blueShift | 0xFF00_0000
        target.storeBytes(of: pixel.littleEndian, toByteOffset: x &* 4, as: UInt32.self)
      }
    }

    /// The colour of a sample, interpolated in the tetrahedron of its cell that contains it.
    @inline(__always) private func color(_ luma: UInt16, _ blue: UInt16, _ red: UInt16) -> SIMD4<Float> {
      let side = ColorLookupTable.side
      let (lumaStep, blueStep, redStep) = (1, side, side * side)
      let (luma, blue, red) = (Int32(luma), Int32(blue), Int32(red))
      // The indices are below `side` − 1, so their products do not overflow.
      let index = (red &>> shift) &* Int32(redStep) &+ (blue &>> shift) &* Int32(blueStep) &+ luma &>> shift
      let base = points + Int(index)
      // The position in the cell, from 0 to 1.
      let unit: Int32 = 1 &<< shift
      let (mask, scale) = (unit &- 1, 1 / Float(unit))
      let (l, b, r) = (Float(luma & mask) * scale, Float(blue & mask) * scale, Float(red & mask) * scale)
      let (first, last) = (base[0], base[lumaStep + blueStep + redStep])
      // From the first corner to the last, along the edges of the coordinates in descending order.
      if l >= b {
        if b >= r {
          return first * (1 - l) + base[lumaStep] * (l - b) + base[lumaStep + blueStep] * (b - r) + last * r
        }
        if l >= r {
          return first * (1 - l) + base[lumaStep] * (l - r) + base[lumaStep + redStep] * (r - b) + last * b
        }
        return first * (1 - r) + base[redStep] * (r - l) + base[lumaStep + redStep] * (l - b) + last * b
      }
      if l >= r {
        return first * (1 - b) + base[blueStep] * (b - l) + base[lumaStep + blueStep] * (l - r) + last * r
      }
      if b >= r {
        return first * (1 - b) + base[blueStep] * (b - r) + base[blueStep + redStep] * (r - l) + last * l
      }
      return first * (1 - r) + base[redStep] * (r - b) + base[blueStep + redStep] * (b - l) + last * l
    }
  }

  /// Calls a function with a converter of rows, which is valid during the call.
  package func withRowConverter<Result>(
    chromaShift: Int, isBlueFirst: Bool, _ body: (RowConverter) -> Result
  ) -> Result? {
    points.withUnsafeBufferPointer { points in
      guard let base = points.baseAddress else { return nil }
      return body(
        RowConverter(
          points: base, shift: Int32(key.bitDepth - 6), limit: UInt16(truncatingIfNeeded: (1 << key.bitDepth) - 1),
          chromaShift: chromaShift, isBlueFirst: isBlueFirst))
    }
  }
}
