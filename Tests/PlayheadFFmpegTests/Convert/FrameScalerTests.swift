import PlayheadMedia
import Testing

@testable import PlayheadFFmpeg

@Suite struct FrameScalerTests {
  struct Matrix: Sendable, CustomTestStringConvertible {
    var name: String
    var number: Int32
    /// Weights of red and blue in luma: ITU-R BT.601-7 §2.5.1, BT.709-6 §3.2, BT.2020-2 table 4.
    var red: Double
    var blue: Double
    var testDescription: String { name }
  }
  static let matrices = [
    Matrix(name: "BT.601", number: 6, red: 0.299, blue: 0.114),
    Matrix(name: "BT.709", number: 1, red: 0.2126, blue: 0.0722),
    Matrix(name: "BT.2020", number: 9, red: 0.2627, blue: 0.0593),
  ]
  static let colors: [(Double, Double, Double)] = [
    (0, 0, 0), (1, 1, 1), (0.5, 0.5, 0.5), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1), (1, 0, 1),
    (0.75, 0.25, 0.5),
  ]

  /// Y′CbCr of a colour in 8 bits: BT.601-7 §2.5.3 for the limited range, ITU-T T.871 for the full one.
  static func encode(_ color: (Double, Double, Double), _ matrix: Matrix, full: Bool) -> [Int] {
    let luma = matrix.red * color.0 + (1 - matrix.red - matrix.blue) * color.1 + matrix.blue * color.2
    let (cb, cr) = ((color.2 - luma) / (2 * (1 - matrix.blue)), (color.0 - luma) / (2 * (1 - matrix.red)))
    let values =
      full ? [255 * luma, 255 * cb + 128, 255 * cr + 128] : [219 * luma + 16, 224 * cb + 128, 224 * cr + 128]
    return values.map { Int($0.rounded()) }
  }

  static func draw(
    _ frame: VideoFrame, width: Int, height: Int, format: PixelFormat = .bgra, padding: Int = 0
  ) throws -> [UInt8] {
    let row = width * format.bytesPerSample(ofPlane: 0) + padding
    var pixels = [UInt8](repeating: 77, count: row * height)
    let scaler = FrameScaler()
    try pixels.withUnsafeMutableBytes {
      try scaler.draw(frame, into: $0.baseAddress!, bytesPerRow: row, width: width, height: height, format: format)
    }
    return pixels
  }

  /// Rounding to 8 bits twice costs at most two steps.
  @Test(arguments: matrices, [false, true])
  func convertsKnownColors(matrix: Matrix, full: Bool) throws {
    for color in Self.colors {
      let sample = Self.encode(color, matrix, full: full)
      let frame = VideoFrame.made(
        .yuv444p, width: 32, height: 16,
        color: ColorDescription(primaries: 2, transfer: 2, matrix: matrix.number, isFullRange: full)
      ) { plane, _, _ in sample[plane] }
      let pixels = try Self.draw(frame, width: 32, height: 16)
      let middle = Array(pixels[(8 * 32 + 16) * 4..<(8 * 32 + 16) * 4 + 3])
      let expected = [color.2, color.1, color.0].map { Int(($0 * 255).rounded()) }
      #expect(zip(middle, expected).allSatisfy { abs(Int($0) - $1) <= 3 }, "\(color): \(middle), not \(expected)")
    }
  }

  /// Formats without alpha are replaced by libswscale with such that have it.
  @Test(arguments: [PixelFormat.bgrx, .bgra]) func colorsAreTheSameInEveryFrame(format: PixelFormat) throws {
    let color = ColorDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
    let frame = VideoFrame.made(.yuv420p, width: 64, height: 48, color: color) { plane, x, y in
      [60 + 2 * x + y, 90 + x, 170 - y][plane]
    }
    let scaler = FrameScaler()
    var frames: [[UInt8]] = []
    for _ in 0..<16 {
      var pixels = [UInt8](repeating: 0, count: 32 * 24 * 4)
      try pixels.withUnsafeMutableBytes {
        try scaler.draw(frame, into: $0.baseAddress!, bytesPerRow: 128, width: 32, height: 24, format: format)
      }
      frames.append(pixels)
    }
    #expect(Set(frames).count == 1)
    #expect(try frames[0] == Self.draw(frame, width: 32, height: 24, format: format))
  }

  /// A stream that does not name its matrix: by convention BT.601 below 720 lines, BT.709 from there on.
  @Test(arguments: [(576, 0), (720, 1)]) func choosesMatrixByHeightWhenUnspecified(height: Int, matrix: Int) throws {
    let sample = Self.encode((0, 1, 0), Self.matrices[matrix], full: false)
    let frame = VideoFrame.made(.yuv420p, width: 32, height: height) { plane, _, _ in sample[plane] }
    let pixels = try Self.draw(frame, width: 32, height: height)
    let middle = Array(pixels[8 * 128 + 64..<8 * 128 + 67])
    #expect(zip(middle, [0, 255, 0]).allSatisfy { abs(Int($0) - $1) <= 3 }, "\(middle)")
  }

  @Test func acceptsPaddedRows() throws {
    let frame = VideoFrame.made(.yuv420p, width: 16, height: 16) { plane, _, _ in plane == 0 ? 235 : 128 }
    let pixels = try Self.draw(frame, width: 8, height: 8, padding: 12)
    for y in 0..<8 {
      #expect(pixels[y * 44..<y * 44 + 32].allSatisfy { $0 >= 253 })
      #expect(pixels[y * 44 + 32..<y * 44 + 44].allSatisfy { $0 == 77 })
    }
  }

  /// Widths that are no multiple of a vector's: memory after the last pixel is unchanged.
  @Test(arguments: [17, 24, 40, 56, 568, 1080]) func writesNothingBehindImage(width: Int) throws {
    for rotation in [0, 180] {
      let frame = VideoFrame.made(
        .yuv420p, width: width, height: 8, transform: DisplayTransform(rotation: rotation, isMirrored: false)
      ) { plane, x, _ in plane == 0 ? 16 + x * 219 / width : 128 }
      var pixels = [UInt8](repeating: 77, count: width * 4 * 8 + 256)
      let scaler = FrameScaler()
      try pixels.withUnsafeMutableBytes {
        try scaler.draw(
          frame, into: $0.baseAddress!, bytesPerRow: width * 4, width: width, height: 8, format: .bgrx)
      }
      #expect(pixels.suffix(256).allSatisfy { $0 == 77 })
      // The image itself is complete to its last pixel: a ramp from black to white.
      let last = Int(pixels[width * 4 * 8 - 4])
      #expect(rotation == 0 ? last > 230 : last < 4)
    }
  }

  /// One bright row and one bright column distinguish all orientations. The expected position of a pixel: mirrored left
  /// to right first, then rotated clockwise by quarters, each of which maps (x, y) of an image of height h to (h − 1 −
  /// y, x).
  @Test(arguments: [0, 90, 180, 270], [false, true])
  func mapsEveryPixel(rotation: Int, isMirrored: Bool) throws {
    let (width, height) = (24, 16)
    func value(_ x: Int, _ y: Int) -> Int { 20 + 8 * y + 3 * x }
    let frame = VideoFrame.made(
      .yuv444p, width: width, height: height,
      color: ColorDescription(primaries: 2, transfer: 2, matrix: 6, isFullRange: true),
      transform: DisplayTransform(rotation: rotation, isMirrored: isMirrored)
    ) { plane, x, y in plane == 0 ? value(x, y) : 128 }
    let swapsAxes = rotation == 90 || rotation == 270
    let (outWidth, outHeight) = swapsAxes ? (height, width) : (width, height)
    let pixels = try Self.draw(frame, width: outWidth, height: outHeight)
    for y in 0..<height {
      for x in 0..<width {
        var place = (x: isMirrored ? width - 1 - x : x, y: y)
        var size = (width: width, height: height)
        for _ in 0..<rotation / 90 {
          place = (size.height - 1 - place.y, place.x)
          size = (size.height, size.width)
        }
        let pixel = Int(pixels[(place.y * outWidth + place.x) * 4 + 1])
        #expect(abs(pixel - value(x, y)) <= 2, "(\(x), \(y)) is \(pixel), not \(value(x, y))")
      }
    }
  }

  @Test func planeSizesOfOddFrame() {
    let frame = VideoFrame.made(.yuv420p, width: 17, height: 9) { _, _, _ in 0 }
    #expect(frame.size(ofPlane: 0) == (17, 9))
    #expect(frame.size(ofPlane: 1) == (9, 5))
    #expect(frame.planeCount == 3)
  }

  @Test func displaySizeOfAnamorphicOrRotatedFrame() {
    let turned = VideoFrame.made(
      .yuv420p, width: 240, height: 180, transform: DisplayTransform(rotation: -90, isMirrored: false)
    ) { _, _, _ in 0 }
    #expect(turned.transform.rotation == 270)
    #expect(turned.displaySize == (180, 240))
    #expect(PixelAspect(horizontal: 4, vertical: 3).ratio == 4.0 / 3)
    #expect(PixelAspect(horizontal: 0, vertical: 1) == .square)
    #expect(PixelAspect(horizontal: 4, vertical: -3) == .square)
  }
}
