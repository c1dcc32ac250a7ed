import Dispatch
import Foundation
import PlayheadBasics
import PlayheadMedia

/// Tables that apply a `ColorAdjustment` to pixels in memory with three loads and two additions each.
struct ColorTable {
  /// The adjustment of the tables.
  let adjustment: ColorAdjustment
  /// The part of each value of blue, green and red in all three components, in that order: 256 entries each.
  private let parts: [SIMD4<Int32>]
  /// The component for each sum of parts, after the exponent.
  private let curve: [UInt8]

  /// The binary digits of a part after the point. Sums of three stay below 2³¹: the largest coefficient is below 8.
  private static let fraction: Int32 = 14
  /// The number of levels of `curve`, with which dark colors have no visible steps.
  private static let levels = 1024
  /// The number of rows that one thread processes at a time.
  private static let rowsInBlock = 64

  /// Computes the tables.
  init(_ adjustment: ColorAdjustment) {
    self.adjustment = adjustment
    let matrix = adjustment.matrix
    let unit = Float(Self.levels - 1) * Float(1 << Self.fraction)
    var parts: [SIMD4<Int32>] = []
    // Memory is in the order blue, green, red.
    for source in [2, 1, 0] {
      for value in 0..<256 {
        var part = SIMD4<Int32>()
        for (lane, component) in [2, 1, 0].enumerated() {
          // The offset is the same for all sources, and is added once.
          let offset = source == 0 ? matrix.offset[component] + 0.5 / Float(Self.levels - 1) : 0
          part[lane] = Int32(
            saturating: (matrix.rows[3 * component + source] * Float(value) / 255 + offset) * unit)
        }
        parts.append(part)
      }
    }
    self.parts = parts
    let exponent = Double(adjustment.exponent)
    curve = (0..<Self.levels).map { level in
      UInt8(
        saturating: (pow(Double(level) / Double(Self.levels - 1), exponent) * 255).rounded())
    }
  }

  /// Adjusts pixels with four bytes: blue, green, red, and one that is unchanged.
  func apply(to pixels: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int) {
    let blocks = (height + Self.rowsInBlock - 1) / Self.rowsInBlock
    parts.withUnsafeBufferPointer { parts in
      curve.withUnsafeBufferPointer { curve in
        nonisolated(unsafe) let (parts, curve, pixels) = (parts, curve, pixels)
        // The blocks have no pixel in common.
        DispatchQueue.concurrentPerform(iterations: blocks) { block in
          for row in block * Self.rowsInBlock..<min(height, (block + 1) * Self.rowsInBlock) {
            let line = (pixels + row * bytesPerRow).assumingMemoryBound(to: UInt8.self)
            Self.apply(to: line, width: width, parts, curve)
          }
        }
      }
    }
  }

  /// Adjusts one row.
  private static func apply(
    to line: UnsafeMutablePointer<UInt8>, width: Int, _ parts: UnsafeBufferPointer<SIMD4<Int32>>,
    _ curve: UnsafeBufferPointer<UInt8>
  ) {
    let top = SIMD4<Int32>(repeating: Int32(levels - 1))
    for index in stride(from: 0, to: width * 4, by: 4) {
      let sum =
        parts[Int(line[index])] &+ parts[256 + Int(line[index + 1])] &+ parts[512 + Int(line[index + 2])]
      let level = pointwiseMin(pointwiseMax(sum &>> fraction, SIMD4<Int32>()), top)
      line[index] = curve[Int(level.x)]
      line[index + 1] = curve[Int(level.y)]
      line[index + 2] = curve[Int(level.z)]
    }
  }
}
