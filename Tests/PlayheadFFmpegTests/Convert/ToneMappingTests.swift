import CPlayheadFFmpeg
import Foundation
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// Frames of a high dynamic range or a wide gamut on a standard screen.
@Suite struct ToneMappingTests {
  /// A column of the reference.
  struct Column: Sendable, CustomTestStringConvertible {
    var name: String
    var index: Int
    var transfer: Int32
    var peak: Int32
    var testDescription: String { name }
  }

  static let columns = [
    Column(name: "PQ, 1000 cd/m²", index: 0, transfer: 16, peak: 1000),
    Column(name: "PQ, 4000 cd/m²", index: 1, transfer: 16, peak: 4000),
    Column(name: "HLG", index: 2, transfer: 18, peak: 0),
    Column(name: "BT.2020", index: 3, transfer: 14, peak: 0),
  ]

  static func color(_ column: Column) -> ColorDescription {
    var color = ColorDescription(primaries: 9, transfer: column.transfer, matrix: 9, isFullRange: false)
    color.peakLuminance = column.peak
    return color
  }

  /// The differences between the pixels of a drawn frame and the reference. The frame has an area of 16 by 16 samples
  /// for each row of the reference, side by side.
  static func differences(_ pixels: [UInt8], _ column: Column, width: Int, areaWidth: Int, y: Int) -> [Double] {
    ToneMappingReference.rows.enumerated().map { index, row in
      let pixel = (y * width + index * areaWidth + areaWidth / 2) * 4
      let color = [Int(pixels[pixel + 2]), Int(pixels[pixel + 1]), Int(pixels[pixel])]
      return ColorDifference.between(.init(color), .init(row.colors[column.index]))
    }
  }

  static func expectClose(_ differences: [Double], _ name: String) {
    let mean = differences.reduce(0, +) / Double(differences.count)
    #expect(mean <= 1, "\(name): \(mean)")
    #expect(differences.allSatisfy { $0 <= 4 }, "\(name): \(differences.max() ?? 0)")
  }

  static func frame(_ format: PixelFormat, _ column: Column, scale: (Int) -> Int = { $0 }) -> VideoFrame {
    let rows = ToneMappingReference.rows
    return VideoFrame.made(format, width: 16 * rows.count, height: 16, color: color(column)) { plane, x, _ in
      let shift = plane == 0 ? 0 : format.chromaShift.x
      return scale(rows[min(rows.count - 1, (x << shift) / 16)].sample[plane])
    }
  }

  static func draw(
    _ frame: VideoFrame, _ column: Column, width: Int, height: Int, format: PixelFormat = .bgra
  ) throws -> [UInt8] {
    var pixels = [UInt8](repeating: 77, count: width * height * 4)
    let source = try #require(ColorMapping.Source(color(column)))
    try pixels.withUnsafeMutableBytes {
      try FrameScaler().draw(
        frame, into: $0.baseAddress!, bytesPerRow: width * 4, width: width, height: height, format: format,
        mapping: source)
    }
    return pixels
  }

  @Test("Frames have the colors that libplacebo gives them", arguments: columns, [PixelFormat.yuv444p10, .yuv420p10])
  func matchesLibplacebo(column: Column, format: PixelFormat) throws {
    let frame = Self.frame(format, column)
    let pixels = try Self.draw(frame, column, width: frame.width, height: 16)
    Self.expectClose(Self.differences(pixels, column, width: frame.width, areaWidth: 16, y: 8), column.name)
    let alphas = stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] }
    #expect(alphas.allSatisfy { $0 == 255 })
  }

  @Test("Scaled frames have the same colors", arguments: columns)
  func scaledFrames(column: Column) throws {
    let frame = Self.frame(.yuv420p10, column)
    let pixels = try Self.draw(frame, column, width: frame.width / 2, height: 8)
    Self.expectClose(Self.differences(pixels, column, width: frame.width / 2, areaWidth: 8, y: 4), column.name)
  }

  /// The values of 12 bits are those of 10 bits times four (ITU-R BT.2100 table 9).
  @Test("Frames with 12 bits and with interleaved chroma have the same colors", arguments: columns)
  func otherFormats(column: Column) throws {
    let deep = PixelFormat(AV_PIX_FMT_YUV420P12LE)
    let frame = Self.frame(deep, column) { $0 * 4 }
    let pixels = try Self.draw(frame, column, width: frame.width, height: 16)
    Self.expectClose(Self.differences(pixels, column, width: frame.width, areaWidth: 16, y: 8), column.name)
  }

  @Test("The order of the bytes is that of the format") func byteOrder() throws {
    let frame = Self.frame(.yuv420p10, Self.columns[0])
    let blueFirst = try Self.draw(frame, Self.columns[0], width: frame.width, height: 16, format: .bgrx)
    let redFirst = try Self.draw(frame, Self.columns[0], width: frame.width, height: 16, format: .rgba)
    for pixel in stride(from: 0, to: blueFirst.count, by: 4) {
      let reversed = [redFirst[pixel + 2], redFirst[pixel + 1], redFirst[pixel]]
      #expect(Array(blueFirst[pixel..<pixel + 3]) == reversed)
    }
  }

  /// Words above the largest value of ten bits are invalid, and treated as the largest.
  @Test("Invalid samples are limited") func invalidSamples() throws {
    let color = Self.color(Self.columns[0])
    let invalid = VideoFrame.made(.yuv444p10, width: 16, height: 16, color: color) { _, _, _ in 65_535 }
    let largest = VideoFrame.made(.yuv444p10, width: 16, height: 16, color: color) { _, _, _ in 1023 }
    let pixels = try Self.draw(invalid, Self.columns[0], width: 16, height: 16)
    #expect(try Self.draw(largest, Self.columns[0], width: 16, height: 16) == pixels)
  }

  @Test("Frames that a standard screen shows are not mapped") func standardFrames() {
    for (primaries, transfer) in [(1, 1), (2, 2), (6, 6), (1, 13), (2, 1), (5, 4)] as [(Int32, Int32)] {
      let color = ColorDescription(primaries: primaries, transfer: transfer, matrix: 2, isFullRange: false)
      #expect(ColorMapping.Source(color) == nil)
    }
  }

  /// From table 1 of Sharma, Wu and Dalal, The CIEDE2000 Color-Difference Formula (2005).
  @Test("The measure of differences is CIEDE2000") func measure() {
    typealias Lab = ColorDifference.Lab
    let pairs: [(Lab, Lab, Double)] = [
      (Lab(50, 2.6772, -79.7751), Lab(50, 0, -82.7485), 2.0425),
      (Lab(50, -1.0000, 2.0000), Lab(50, 0, 0), 2.3669),
      (Lab(50, 2.5000, 0), Lab(61, -5.0000, 29.0000), 22.8977),
      (Lab(6.7747, -0.2908, -2.4247), Lab(5.8714, -0.0985, -2.2286), 0.6377),
    ]
    for (first, second, expected) in pairs {
      #expect(abs(ColorDifference.between(first, second) - expected) < 0.0001)
    }
  }
}
