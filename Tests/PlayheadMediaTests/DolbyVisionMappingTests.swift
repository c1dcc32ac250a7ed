import Testing

@testable import PlayheadMedia

@Suite struct DolbyVisionMappingTests {
  typealias Curve = DolbyVisionMapping.Curve
  typealias Piece = DolbyVisionMapping.Piece

  private static let identity: [Float] = [1, 0, 0, 0, 1, 0, 0, 0, 1]

  private static func curve(_ numbers: [Float] = [0, 1], component: Int) -> Curve {
    Curve(pivots: [0, 1], pieces: [Piece(polynomial: numbers, ofComponent: component)!])!
  }

  private static func mapping(
    _ curves: [Curve] = (0..<3).map { curve(component: $0) }, matrix: [Float] = identity, offset: [Float] = [0, 0, 0],
    crosstalk: [Float] = identity, peakValue: Float = 0.75
  ) -> DolbyVisionMapping? {
    DolbyVisionMapping(curves: curves, matrix: matrix, offset: offset, crosstalk: crosstalk, peakValue: peakValue)
  }

  private static func isClose(_ first: SIMD3<Float>, _ second: SIMD3<Float>, by limit: Float = 0.0001) -> Bool {
    (0..<3).allSatisfy { abs(first[$0] - second[$0]) < limit }
  }

  /// A line below 0.25, and a square above.
  @Test("A component has the value of its piece, limited to the ends of the curve") func pieces() throws {
    let pieces = [Piece(polynomial: [0.1, 0.5], ofComponent: 0), Piece(polynomial: [0, 0, 2], ofComponent: 0)]
    let curve = try #require(Curve(pivots: [0.05, 0.25, 0.9], pieces: pieces.compactMap { $0 }))
    let mapping = try #require(
      Self.mapping([curve, Self.curve(component: 1), Self.curve(component: 2)], offset: [0, 0.5, 0.25]))
    for (x, expected) in [(0, 0.1), (0.2, 0.2), (0.25, 0.125), (0.5, 0.5), (0.7, 0.9), (1, 0.9)] as [(Float, Float)] {
      #expect(Self.isClose(mapping.responses(to: SIMD3(x, 0.5, 1)), SIMD3(expected, 0, 0.75)))
    }
  }

  /// 0.1 + 0.2 x + 0.3 y z + 0.4 (x y z)² + 0.5 z³ at (0.5, 0.4, 0.2): 0.1 + 0.1 + 0.024 + 0.00064 + 0.004.
  @Test("A regression combines all components and their powers") func regressions() throws {
    var factors = [Float](repeating: 0, count: 21)
    (factors[0], factors[5], factors[13], factors[16]) = (0.2, 0.3, 0.4, 0.5)
    let piece = try #require(Piece(regression: 0.1, factors: factors))
    let curve = try #require(Curve(pivots: [0, 1], pieces: [piece]))
    let mapping = try #require(Self.mapping([Self.curve(component: 0), curve, Self.curve(component: 2)]))
    #expect(Self.isClose(mapping.responses(to: SIMD3(0.5, 0.4, 0.2)), SIMD3(0.5, 0.22864, 0.2)))
  }

  /// The rows of the matrix from the cones to red, green and blue have the sum 1: equal responses are gray.
  @Test("Matrices are applied to components and to light") func matrices() throws {
    let matrix: [Float] = [1, 0.5, 0, 0, 1, 0, 0.25, 0, 1]
    let mapping = try #require(Self.mapping(matrix: matrix, crosstalk: Self.identity.map { $0 * 2 }))
    #expect(Self.isClose(mapping.responses(to: SIMD3(0.4, 0.2, 0.1)), SIMD3(0.5, 0.2, 0.2)))
    #expect(Self.isClose(mapping.light(of: SIMD3(repeating: 10)) / 20, SIMD3(repeating: 1), by: 0.001))
  }

  /// SMPTE ST 2084: 0.7518 is 1000 cd/m², 0.9026 is 4000.
  @Test("The peak is that of the metadata where it is plausible") func peaks() throws {
    for (value, peak) in [(3079, 1000), (3696, 4000), (4095, 10_000)] as [(Float, Float)] {
      let found = try #require(Self.mapping(peakValue: value / 4095)).peak
      #expect(abs(Float(found) / peak - 1) < 0.01, "\(found)")
    }
    for value in [0, -1, 0.001, 1.5, .nan, .infinity] as [Float] {
      #expect(Self.mapping(peakValue: value)?.peak == 1000)
    }
  }

  @Test(
    "Invalid curves are rejected",
    arguments: [
      [0], [], [0, 0.5], [0, 0.6, 0.5, 1], [-0.1, 0.5, 0.7, 1], [0, 0.5, 0.7, 1.1], [0, .nan, 0.7, 1],
    ] as [[Float]])
  func invalidPivots(pivots: [Float]) throws {
    let piece = try #require(Piece(polynomial: [0, 1], ofComponent: 0))
    #expect(Curve(pivots: pivots, pieces: [piece, piece, piece]) == nil)
    #expect(Curve(pivots: [Float](repeating: 0.5, count: 10), pieces: [Piece](repeating: piece, count: 9)) == nil)
    #expect(Curve(pivots: [Float](repeating: 0.5, count: 9), pieces: [Piece](repeating: piece, count: 8)) != nil)
  }

  @Test("Invalid numbers are rejected", arguments: [.nan, .infinity, -.infinity, 2_000_000] as [Float])
  func invalidNumbers(number: Float) {
    #expect(Piece(polynomial: [0, number], ofComponent: 0) == nil)
    #expect(Piece(regression: number, factors: [Float](repeating: 0, count: 7)) == nil)
    #expect(Piece(regression: 0, factors: [number] + [Float](repeating: 0, count: 20)) == nil)
    var numbers = Self.identity
    numbers[4] = number
    #expect(Self.mapping(matrix: numbers) == nil)
    #expect(Self.mapping(crosstalk: numbers) == nil)
    #expect(Self.mapping(offset: [0, number, 0]) == nil)
  }

  @Test("Numbers of the wrong count are rejected") func invalidCounts() {
    for count in [0, 1, 4] {
      #expect(Piece(polynomial: [Float](repeating: 0, count: count), ofComponent: 0) == nil)
    }
    for count in [0, 6, 8, 28] {
      #expect(Piece(regression: 0, factors: [Float](repeating: 0, count: count)) == nil)
    }
    #expect(Piece(polynomial: [0, 1], ofComponent: 3) == nil)
    #expect(Self.mapping([Self.curve(component: 0)]) == nil)
    #expect(Self.mapping(matrix: [1]) == nil)
    #expect(Self.mapping(offset: []) == nil)
    #expect(Self.mapping(crosstalk: [1]) == nil)
  }

  /// The largest numbers that are accepted, in all places.
  @Test("Extreme metadata gives colors") func extremes() throws {
    let largest: Float = 1_000_000
    for sign in [-1, 1] as [Float] {
      let factors = [Float](repeating: sign * largest, count: 21)
      let piece = try #require(Piece(regression: -sign * largest, factors: factors))
      let curve = try #require(Curve(pivots: [0, 1], pieces: [piece]))
      let numbers = [Float](repeating: sign * largest, count: 9)
      let mapping = try #require(
        Self.mapping([curve, curve, curve], matrix: numbers, offset: Array(numbers[..<3]), crosstalk: numbers))
      let source = try #require(ColorMapping.Source(Self.color(.mapping(mapping))))
      let converter = ColorMapping(source)
      for sample in [0, 0.3, 1] as [Float] {
        let color = converter.convert(sample: SIMD3(repeating: sample), of: mapping)
        #expect((0..<3).allSatisfy { (0...1).contains(color[$0]) }, "\(color)")
      }
    }
  }

  @Test("Equal metadata has one table") func equality() throws {
    let (first, second) = (try #require(Self.mapping()), try #require(Self.mapping()))
    let third = try #require(Self.mapping(peakValue: 0.9))
    #expect(first == second && first !== second && first.hashValue == second.hashValue && first != third)
    func key(_ mapping: DolbyVisionMapping, matrix: Int32) throws -> ColorLookupTable.Key {
      var color = Self.color(.mapping(mapping))
      color.matrix = matrix
      return .init(try #require(ColorMapping.Source(color)), color, height: 720, bitDepth: 10)
    }
    #expect(try key(first, matrix: 2) == key(second, matrix: 9))
    #expect(try key(first, matrix: 2) != key(third, matrix: 2))
  }

  @Test("Invalid metadata is not used") func invalidMetadata() {
    #expect(ColorMapping.Source(Self.color(.invalid)) == nil)
    #expect(!Self.color(.invalid).isHDR)
    #expect(Self.mapping().map { Self.color(.mapping($0)).isHDR } == true)
  }

  @Test("Profiles have their usual names") func names() {
    func profile(_ profile: Int, _ compatibility: Int) -> DolbyVisionProfile {
      DolbyVisionProfile(profile: profile, level: 6, compatibility: compatibility)
    }
    #expect(profile(5, 0).name == "Dolby Vision 5" && profile(5, 0).needsMetadata)
    #expect(profile(7, 6).name == "Dolby Vision 7" && !profile(7, 6).needsMetadata)
    #expect(profile(8, 4).name == "Dolby Vision 8.4" && !profile(8, 4).needsMetadata)
    #expect(profile(10, 0).name == "Dolby Vision 10.0" && profile(10, 0).needsMetadata)
    #expect(!profile(10, 1).needsMetadata)
  }

  private static func color(_ metadata: DolbyVisionMetadata) -> ColorDescription {
    var color = ColorDescription.unspecified
    color.dolbyVision = metadata
    return color
  }
}
