import CPlayheadFFmpeg
import CoreGraphics
import CoreMedia
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadFFmpeg
@testable import PlayheadImages

@Suite struct ImageColorTests {
  typealias Color = (red: Double, green: Double, blue: Double)

  private static func map(_ color: Color, _ source: ColorMapping.Source) -> [Int] {
    let words = [color.red, color.green, color.blue, 1].map { UInt16(($0 * 65_535).rounded()) }
    var bytes = [UInt8](repeating: 0, count: 4)
    ColorMapping(source).map(words, to: &bytes, count: 1)
    return [Int(bytes[2]), Int(bytes[1]), Int(bytes[0])]
  }

  private static func expect(_ color: Color, _ source: ColorMapping.Source, _ expected: [Int]) {
    let mapped = map(color, source)
    #expect(zip(mapped, expected).allSatisfy { abs($0 - $1) <= 2 }, "\(color): \(mapped), not \(expected)")
  }

  /// From the formulas of Rec. ITU-R BT.2100, BT.2390 §5.4.1 with black of 0.203 cd/m² and the knee of libplacebo,
  /// BT.2087 and IEC 61966-2-1, worked out in Python.
  @Test func mapsHDRToSRGB() {
    let pq = ColorMapping.Source(primaries: .bt2020, transfer: .pq)
    Self.expect((0, 0, 0), pq, [0, 0, 0])
    Self.expect((0.3, 0.3, 0.3), pq, [67, 67, 67])
    Self.expect((0.5, 0.5, 0.5), pq, [171, 171, 171])
    Self.expect((0.58, 0.58, 0.58), pq, [212, 212, 212])
    Self.expect((0.75, 0.75, 0.75), pq, [255, 255, 255])
    Self.expect((1, 1, 1), pq, [255, 255, 255])
    Self.expect((0.58, 0.3, 0.3), pq, [255, 0, 39])
    Self.expect((0.3, 0.5, 0.4), pq, [0, 180, 96])
    Self.expect((0.45, 0.45, 0.5), pq, [132, 135, 175])
    let hlg = ColorMapping.Source(primaries: .bt2020, transfer: .hlg)
    Self.expect((0, 0, 0), hlg, [0, 0, 0])
    Self.expect((0.25, 0.25, 0.25), hlg, [65, 65, 65])
    Self.expect((0.5, 0.5, 0.5), hlg, [137, 137, 137])
    Self.expect((0.75, 0.75, 0.75), hlg, [213, 213, 213])
    Self.expect((1, 1, 1), hlg, [255, 255, 255])
    Self.expect((0.75, 0.4, 0.4), hlg, [246, 70, 94])
    Self.expect((0.4, 0.5, 0.45), hlg, [90, 139, 122])
  }

  @Test func mapsWideColorsToSRGB() {
    let wide = ColorMapping.Source(primaries: .bt2020, transfer: .gamma)
    Self.expect((1, 1, 1), wide, [255, 255, 255])
    Self.expect((0.5, 0.5, 0.5), wide, [128, 128, 128])
    Self.expect((0.75, 0.25, 0.5), wide, [234, 0, 130])
    Self.expect((0.2, 0.8, 0.3), wide, [0, 215, 39])
    Self.expect((0.6, 0.5, 0.4), wide, [168, 124, 98])
    let p3 = ColorMapping.Source(primaries: .p3, transfer: .gamma)
    Self.expect((0.75, 0.25, 0.5), p3, [208, 49, 129])
    Self.expect((0.6, 0.5, 0.4), p3, [158, 126, 98])
  }

  @Test func choosesColorSpace() {
    func colors(_ primaries: Int32, _ transfer: Int32, _ request: ImageRequest.Colors = .standardRange) -> ImageColors {
      ImageColors(
        ColorDescription(primaries: primaries, transfer: transfer, matrix: 2, isFullRange: false), request: request)
    }
    #expect(colors(1, 1) == .plain(CGColorSpace.itur_709))
    #expect(colors(2, 2) == .plain(CGColorSpace.itur_709))
    #expect(colors(6, 6) == .plain(CGColorSpace.itur_709))
    #expect(colors(1, 13) == .plain(CGColorSpace.sRGB))
    #expect(colors(9, 14) == .plain(CGColorSpace.itur_2020))
    #expect(colors(12, 1) == .plain(CGColorSpace.displayP3))
    #expect(colors(9, 16) == .mapped(ColorMapping.Source(primaries: .bt2020, transfer: .pq)))
    #expect(colors(2, 18) == .mapped(ColorMapping.Source(primaries: .bt2020, transfer: .hlg)))
    #expect(colors(9, 16, .source) == .deep(CGColorSpace.itur_2100_PQ))
    #expect(colors(9, 18, .source) == .deep(CGColorSpace.itur_2100_HLG))
    #expect(colors(12, 18, .source) == .deep(CGColorSpace.displayP3_HLG))
    #expect(colors(1, 1, .sRGB) == .plain(CGColorSpace.sRGB))
    #expect(colors(9, 14, .sRGB) == .mapped(ColorMapping.Source(primaries: .bt2020, transfer: .gamma)))
  }

  /// No colour space has the colours of the samples.
  @Test func mapsDolbyVision() throws {
    let curves = try (0..<3).map { component in
      let piece = try #require(DolbyVisionMapping.Piece(polynomial: [0, 1], ofComponent: component))
      return try #require(DolbyVisionMapping.Curve(pivots: [0, 1], pieces: [piece]))
    }
    let matrix: [Float] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    let mapping = try #require(
      DolbyVisionMapping(curves: curves, matrix: matrix, offset: [0, 0, 0], crosstalk: matrix, peakValue: 0.7))
    var color = ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: true)
    color.dolbyVision = .mapping(mapping)
    let expected = ImageColors.mapped(try #require(ColorMapping.Source(color)))
    for request in [.source, .sRGB, .standardRange] as [ImageRequest.Colors] {
      #expect(ImageColors(color, request: request) == expected)
    }
    color.dolbyVision = .invalid
    #expect(ImageColors(color, request: .source) == .deep(CGColorSpace.itur_2100_PQ))
  }

  /// A 4:2:0 frame of 16 by 16 samples of one brightness: 10-bit PQ gray.
  private static func frame(luma: UInt16) -> VideoFrame {
    let raw = av_frame_alloc()!
    raw.pointee.format = AV_PIX_FMT_YUV420P10LE.rawValue
    raw.pointee.width = 16
    raw.pointee.height = 16
    raw.pointee.color_primaries = AVCOL_PRI_BT2020
    raw.pointee.color_trc = AVCOL_TRC_SMPTE2084
    raw.pointee.colorspace = AVCOL_SPC_BT2020_NCL
    raw.pointee.color_range = AVCOL_RANGE_MPEG
    precondition(av_frame_get_buffer(raw, 0) >= 0)
    let frame = VideoFrame(taking: raw, presentationTime: .zero, duration: .zero, transform: .identity)
    for plane in 0..<3 {
      let size = frame.size(ofPlane: plane)
      for y in 0..<size.height {
        let row = (frame.baseAddress(ofPlane: plane)! + y * frame.bytesPerRow(ofPlane: plane))
        row.withMemoryRebound(to: UInt16.self, capacity: size.width) { row in
          for x in 0..<size.width { row[x] = plane == 0 ? luma : 512 }
        }
      }
    }
    return frame
  }

  /// 10-bit PQ of 0.58 (203 cd/m²) in limited range: 64 + 876 × 0.58 = 572.
  @Test func mapsHDRFrame() throws {
    let frame = Self.frame(luma: 572)
    let mapped = try #require(try ImageConverter(ImageRequest()).image(of: frame))
    #expect(mapped.bitsPerComponent == 8 && mapped.colorSpace?.name == CGColorSpace.sRGB)
    let bytes = try #require(mapped.dataProvider?.data?.bytes).assumingMemoryBound(to: UInt8.self)
    #expect((0..<3).allSatisfy { abs(Int(bytes[8 * mapped.bytesPerRow + 32 + $0]) - 212) <= 2 })
    var request = ImageRequest()
    request.colors = .source
    let deep = try #require(try ImageConverter(request).image(of: frame))
    #expect(
      deep.bitsPerComponent == 16 && deep.bitsPerPixel == 64 && deep.colorSpace?.name == CGColorSpace.itur_2100_PQ)
    let words = try #require(deep.dataProvider?.data?.bytes).advanced(by: 8 * deep.bytesPerRow)
      .assumingMemoryBound(to: UInt16.self)
    #expect((0..<3).allSatisfy { abs(Double(words[$0]) / 65_535 - 0.58) < 0.002 }, "\(words[0]) \(words[1])")
  }
}
