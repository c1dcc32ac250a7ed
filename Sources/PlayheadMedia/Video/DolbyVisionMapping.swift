import PlayheadBasics

/// The conversion of samples to light that Dolby Vision's metadata describes (ETSI GS CCM 001).
///
/// The samples of a base layer without colours of its own (profile 5) are reshaped by a curve for each component, which
/// gives intensity and two colour differences. A matrix converts these to the responses of the three cones, coded with
/// PQ, and another one converts their light to red, green and blue with the primaries of ITU-R BT.2020.
///
/// Metadata changes with the scene. Equal metadata has equal values, whichever frame it comes from.
package final class DolbyVisionMapping: Sendable {
  /// The curves of the three components.
  private let curves: [Curve]
  /// Three rows of three factors, from reshaped components to coded responses of the cones.
  private let matrix: [Float]
  /// The reshaped components of black without colour.
  private let offset: SIMD3<Float>
  /// Three rows of three factors, from the light of the metadata's responses to that of the cones.
  private let crosstalk: [Float]
  /// Three rows of three factors, from the light of the metadata's responses to red, green and blue.
  private let primaries: [Float]
  /// The brightest light in cd/m², 1 to 10 000.
  package let peak: Int32

  /// Larger factors are invalid: a sum of products with them could exceed a number in single precision.
  private static let largestFactor: Float = 1_000_000
  /// The light of red, green and blue (ITU-R BT.2020) for the light of the cones, according to the matrix of Hunt,
  /// Pointer and Estevez for a white of D65.
  private static let conesToPrimaries: [Float] = [
    3.0644187, -2.1659768, 0.1015582, -0.6561211, 1.7855412, -0.1294376, 0.0173632, -0.0472515, 1.0300426,
  ]

  /// Creates a mapping; nil if a number is invalid.
  ///
  /// - Parameters:
  ///   - curves: The curves of the three components.
  ///   - matrix: Nine factors, from reshaped components to the metadata's responses, coded with PQ.
  ///   - offset: The three reshaped components of black without colour.
  ///   - crosstalk: Nine factors, from the light of the metadata's responses to that of the cones.
  ///   - peakValue: The PQ value of the brightest light, from 0 to 1. An implausible one means 1000 cd/m².
  package init?(curves: [Curve], matrix: [Float], offset: [Float], crosstalk: [Float], peakValue: Float) {
    guard curves.count == 3, matrix.count == 9, offset.count == 3, crosstalk.count == 9,
      Self.areValid(matrix), Self.areValid(offset), Self.areValid(crosstalk)
    else { return nil }
    self.curves = curves
    self.matrix = matrix
    self.offset = SIMD3(offset[0], offset[1], offset[2])
    self.crosstalk = crosstalk
    primaries = (0..<9).map { index in
      let (row, column) = (index / 3, index % 3)
      let factors = Self.conesToPrimaries
      return factors[3 * row] * crosstalk[column] + factors[3 * row + 1] * crosstalk[column + 3]
        + factors[3 * row + 2] * crosstalk[column + 6]
    }
    let isValue = peakValue > 0 && peakValue <= 1
    let light = isValue ? Int32(saturating: Double(PerceptualQuantizer.light(of: peakValue).rounded())) : 0
    peak = (1...10_000).contains(light) ? light : ColorMapping.Source.usualPeak
  }

  /// The responses, coded with PQ, for a sample with components from 0 to 1. They may be outside of 0…1.
  func responses(to sample: SIMD3<Float>) -> SIMD3<Float> {
    let terms = Curve.Terms(sample)
    let reshaped =
      SIMD3(
        curves[0].value(at: sample.x, terms), curves[1].value(at: sample.y, terms), curves[2].value(at: sample.z, terms)
      ) - offset
    return Self.product(matrix, reshaped)
  }

  /// Red, green and blue for the light of the responses.
  func light(of responses: SIMD3<Float>) -> SIMD3<Float> { Self.product(primaries, responses) }

  /// The product of a matrix of three rows and a vector.
  private static func product(_ rows: [Float], _ vector: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(
      rows[0] * vector.x + rows[1] * vector.y + rows[2] * vector.z,
      rows[3] * vector.x + rows[4] * vector.y + rows[5] * vector.z,
      rows[6] * vector.x + rows[7] * vector.y + rows[8] * vector.z)
  }

  /// Whether all factors are numbers of a plausible size.
  private static func areValid(_ factors: [Float]) -> Bool {
    factors.allSatisfy { $0.isFinite && abs($0) <= largestFactor }
  }
}

extension DolbyVisionMapping: Hashable {
  /// Compares the values.
  package static func == (first: DolbyVisionMapping, second: DolbyVisionMapping) -> Bool {
    first === second
      || first.curves == second.curves && first.matrix == second.matrix && first.offset == second.offset
        && first.crosstalk == second.crosstalk && first.peak == second.peak
  }

  /// Hashes the values that change most often.
  package func hash(into hasher: inout Hasher) { hasher.combine(curves) }
}

extension DolbyVisionMapping {
  /// The curve of a component: pieces of polynomials of that component, or of all three.
  package struct Curve: Sendable, Hashable {
    /// The most pieces of a curve.
    package static let pieceLimit = 8

    /// The ends of the pieces, in ascending order, from 0 to 1: one more than pieces. Values are limited to them.
    private let pivots: [Float]
    /// The pieces, in ascending order.
    private let pieces: [Piece]

    /// Creates a curve; nil if the ends are not ascending values from 0 to 1, one more than pieces.
    package init?(pivots: [Float], pieces: [Piece]) {
      guard (1...Self.pieceLimit).contains(pieces.count), pivots.count == pieces.count + 1,
        pivots.allSatisfy({ $0 >= 0 && $0 <= 1 }), zip(pivots, pivots.dropFirst()).allSatisfy({ $0 <= $1 })
      else { return nil }
      self.pivots = pivots
      self.pieces = pieces
    }

    /// The value for a component of a sample with these products.
    func value(at component: Float, _ terms: Terms) -> Float {
      var index = 0
      while index < pieces.count - 1, component >= pivots[index + 1] { index += 1 }
      return min(max(pieces[index].value(terms), pivots[0]), pivots[pieces.count])
    }
  }

  /// The constant and the factors of a polynomial.
  package struct Piece: Sendable, Hashable {
    /// The constant.
    private let constant: Float
    /// The factors of the products of components, of their squares, and of their cubes.
    private let (first, second, third): (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>)

    /// A polynomial of one component with its constant and the factors of its powers: two or three numbers. nil if one
    /// is invalid.
    package init?(polynomial numbers: [Float], ofComponent component: Int) {
      guard (2...3).contains(numbers.count), (0..<3).contains(component), DolbyVisionMapping.areValid(numbers) else {
        return nil
      }
      var (linear, square) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      linear[component] = numbers[1]
      if numbers.count == 3 { square[component] = numbers[2] }
      (constant, first, second, third) = (numbers[0], linear, square, .zero)
    }

    /// A polynomial of all components (multivariate multiple regression): the constant, and seven factors for each of
    /// one to three powers. nil if a number is invalid.
    package init?(regression constant: Float, factors: [Float]) {
      guard [7, 14, 21].contains(factors.count), DolbyVisionMapping.areValid(factors + [constant]) else { return nil }
      let powers = (0..<3).map { power in
        var numbers = SIMD8<Float>.zero
        if factors.count >= 7 * (power + 1) { for index in 0..<7 { numbers[index] = factors[7 * power + index] } }
        return numbers
      }
      (self.constant, first, second, third) = (constant, powers[0], powers[1], powers[2])
    }

    /// Compares the numbers.
    package static func == (one: Piece, other: Piece) -> Bool {
      one.constant == other.constant && one.first == other.first && one.second == other.second
        && one.third == other.third
    }

    /// Hashes the numbers.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(constant)
      hasher.combine(first)
      hasher.combine(second)
      hasher.combine(third)
    }

    /// The value for a sample with these products.
    func value(_ terms: Curve.Terms) -> Float {
      constant + (first * terms.products + second * terms.squares + third * terms.cubes).sum()
    }
  }
}

extension DolbyVisionMapping.Curve {
  /// The products of a sample's components, and their powers.
  struct Terms {
    /// The three components, the products of two of them, that of all, and 0.
    let products: SIMD8<Float>
    /// The squares of the products.
    let squares: SIMD8<Float>
    /// The cubes of the products.
    let cubes: SIMD8<Float>

    /// Computes the products.
    init(_ sample: SIMD3<Float>) {
      let (x, y, z) = (sample.x, sample.y, sample.z)
      products = SIMD8(x, y, z, x * y, x * z, y * z, x * y * z, 0)
      squares = products * products
      cubes = squares * products
    }
  }
}

/// The Dolby Vision metadata of a frame whose samples have no colours without it.
package enum DolbyVisionMetadata: Sendable, Hashable {
  /// Valid metadata.
  case mapping(DolbyVisionMapping)
  /// Invalid metadata. The frame is shown as without it.
  case invalid
}
