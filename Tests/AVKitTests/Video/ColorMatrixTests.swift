import PlayheadMedia
import Testing

@testable import AVKit

@Suite("Samples to colors")
struct ColorMatrixTests {
  /// Code values of pure colours, from the tables of ITU-R BT.601, BT.709 and BT.2020 (narrow range).
  static let narrow: [(matrix: Int32, depth: Int, code: (Float, Float, Float), color: (Float, Float, Float))] = [
    (6, 8, (81, 90, 240), (1, 0, 0)), (6, 8, (145, 54, 34), (0, 1, 0)), (6, 8, (41, 240, 110), (0, 0, 1)),
    (1, 8, (63, 102, 240), (1, 0, 0)), (1, 8, (173, 42, 26), (0, 1, 0)), (1, 8, (32, 240, 118), (0, 0, 1)),
    (1, 8, (235, 128, 128), (1, 1, 1)), (1, 8, (16, 128, 128), (0, 0, 0)),
    (9, 10, (294, 387, 960), (1, 0, 0)), (9, 10, (658, 189, 100), (0, 1, 0)),
    (9, 10, (940, 512, 512), (1, 1, 1)), (9, 10, (64, 512, 512), (0, 0, 0)),
  ]

  @Test("Narrow range", arguments: narrow.indices)
  func narrowRange(index: Int) throws {
    let row = Self.narrow[index]
    let scale: Float = row.depth == 8 ? 255 : 65535
    let matrix = try #require(
      ColorMatrix(matrix: row.matrix, isFullRange: false, bitDepth: row.depth, codeScale: Double(scale)))
    let color = matrix.apply((row.code.0 / scale, row.code.1 / scale, row.code.2 / scale))
    // A code value is rounded to a whole number: half a step of chroma is a hundredth of a colour at eight bits.
    let tolerance: Float = row.depth == 8 ? 0.011 : 0.003
    #expect(abs(color.red - row.color.0) < tolerance)
    #expect(abs(color.green - row.color.1) < tolerance)
    #expect(abs(color.blue - row.color.2) < tolerance)
  }

  @Test("Full range: gray equals its code value")
  func fullRange() throws {
    let matrix = try #require(ColorMatrix(matrix: 1, isFullRange: true, bitDepth: 8, codeScale: 255))
    for code in [0, 1, 100, 255] as [Float] {
      let color = matrix.apply((code / 255, 128 / 255, 128 / 255))
      for channel in [color.red, color.green, color.blue] { #expect(abs(channel - code / 255) < 1e-5) }
    }
  }

  @Test("Ten bits in the high end of a word equal ten bits in the low end")
  func highBits() throws {
    let low = try #require(ColorMatrix(matrix: 9, isFullRange: false, bitDepth: 10, codeScale: 65535))
    let high = try #require(ColorMatrix(matrix: 9, isFullRange: false, bitDepth: 10, codeScale: 65535.0 / 64))
    let a = low.apply((700 / 65535, 300 / 65535, 600 / 65535))
    let b = high.apply((700 * 64 / 65535, 300 * 64 / 65535, 600 * 64 / 65535))
    #expect(abs(a.red - b.red) < 1e-4 && abs(a.green - b.green) < 1e-4 && abs(a.blue - b.blue) < 1e-4)
  }

  @Test("Unsupported matrices are left to the converter", arguments: [0, 2, 8, 11, 12, 14] as [Int32])
  func others(matrix: Int32) {
    #expect(ColorMatrix(matrix: matrix, isFullRange: false, bitDepth: 8, codeScale: 255) == nil)
  }

  @Test("Corners of the upright frame map to those of the stored frame")
  func corners() {
    // The stored position of the upright frame's top left corner, for clockwise rotations.
    let expected: [(DisplayTransform, (Float, Float))] = [
      (.identity, (0, 0)), (DisplayTransform(rotation: 90, isMirrored: false), (0, 1)),
      (DisplayTransform(rotation: 180, isMirrored: false), (1, 1)),
      (DisplayTransform(rotation: 270, isMirrored: false), (1, 0)),
      (DisplayTransform(rotation: 0, isMirrored: true), (1, 0)),
    ]
    for (transform, corner) in expected {
      let rows = transform.textureRows
      #expect(rows.count == 9)
      #expect((rows[2], rows[5]) == corner, "\(transform)")
    }
  }
}
