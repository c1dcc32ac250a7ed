/// The conversion of texture samples, 0 to 1, to red, green and blue: `rows · sample + offset`. ITU-T H.273 §8.3.
package struct ColorMatrix: Equatable, Sendable {
  /// Nine coefficients, row by row.
  package var rows: [Float]
  /// Three constants, added to the rows.
  package var offset: [Float]

  /// For samples that are red, green and blue already.
  package static let identity = ColorMatrix(rows: [1, 0, 0, 0, 1, 0, 0, 0, 1], offset: [0, 0, 0])

  /// The weights of red and blue in luma for an H.273 matrix number; nil for matrices without luma weights.
  private static func weights(_ matrix: Int32) -> (red: Double, blue: Double)? {
    switch matrix {
    case 1: (0.2126, 0.0722)
    case 4: (0.30, 0.11)
    case 5, 6: (0.299, 0.114)
    case 7: (0.212, 0.087)
    case 9, 10: (0.2627, 0.0593)
    default: nil
    }
  }

  /// - Parameters:
  ///   - matrix: The H.273 matrix number, resolved.
  ///   - bitDepth: Significant bits of a sample.
  ///   - codeScale: The sample value that a texture value of 1 represents: 255 for bytes, 65535 for words with the
  ///     value in the low bits, less for words with the value in the high bits.
  package init?(matrix: Int32, isFullRange: Bool, bitDepth: Int, codeScale: Double) {
    guard let (red, blue) = Self.weights(matrix), (8...16).contains(bitDepth) else { return nil }
    let green = 1 - red - blue
    let step = Double(1 << (bitDepth - 8))
    let top = Double(1 << bitDepth) - 1
    let black = isFullRange ? 0 : 16 * step
    let middle = 128 * step
    let luma = codeScale / (isFullRange ? top : 219 * step)
    let chroma = codeScale / (isFullRange ? top : 224 * step)
    let table = [
      [luma, 0, 2 * (1 - red) * chroma],
      [luma, -2 * blue * (1 - blue) / green * chroma, -2 * red * (1 - red) / green * chroma],
      [luma, 2 * (1 - blue) * chroma, 0],
    ]
    rows = table.flatMap { $0.map(Float.init) }
    offset = table.map { row in Float(-(row[0] * black + (row[1] + row[2]) * middle) / codeScale) }
  }

  /// Creates a matrix from its coefficients: nine and three.
  package init(rows: [Float], offset: [Float]) {
    self.rows = rows
    self.offset = offset
  }

  /// This conversion followed by another one.
  package func followed(by next: ColorMatrix) -> ColorMatrix {
    var product = ColorMatrix(rows: [], offset: [])
    for row in 0..<3 {
      let factors = next.rows[3 * row..<3 * row + 3]
      for column in 0..<3 {
        let entries = [rows[column], rows[column + 3], rows[column + 6]]
        product.rows.append(Self.sum(factors, entries))
      }
      product.offset.append(next.offset[row] + Self.sum(factors, offset))
    }
    return product
  }

  /// The sum of the products of factors and values.
  private static func sum(_ factors: ArraySlice<Float>, _ values: [Float]) -> Float {
    var sum: Float = 0
    for (factor, value) in zip(factors, values) { sum += factor * value }
    return sum
  }

  /// Converts one sample; each component is 0 to 1 before clamping.
  package func apply(_ sample: (Float, Float, Float)) -> (red: Float, green: Float, blue: Float) {
    func row(_ index: Int) -> Float {
      let first = rows[3 * index] * sample.0
      let second = rows[3 * index + 1] * sample.1
      let third = rows[3 * index + 2] * sample.2
      return first + second + third + offset[index]
    }
    return (row(0), row(1), row(2))
  }
}
