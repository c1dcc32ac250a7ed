import Testing

@testable import PlayheadMedia

@Suite("Graphics over HDR video, and frames of ten bits")
struct HDRGraphicsTests {
  @Test(
    "Graphics white has the values of Rep. ITU-R BT.2408 table 1: 58 % of PQ, 75 % of HLG",
    arguments: [(ColorMapping.Transfer.pq, Float(0.58)), (.hlg, 0.75)])
  func white(transfer: ColorMapping.Transfer, expected: Float) {
    let value = HDRGraphics(transfer).convert(255, 255, 255)
    for component in [value.x, value.y, value.z] { #expect(abs(component - expected) < 0.003) }
    // Less than half of a code value of ten bits.
    #expect(HDRGraphics(transfer).convert(0, 0, 0).max() < 0.0004)
  }

  @Test("Opaque graphics replace pixels, transparent ones keep them, half transparent ones mix both")
  func blending() {
    let graphics = HDRGraphics(.pq)
    let source: [UInt8] = [255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 51]
    var target: [UInt32] = [0, 0x1234_5678, 1000 << 20 | 500 << 10 | 100]
    source.withUnsafeBufferPointer { source in
      target.withUnsafeMutableBufferPointer { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        graphics.blend(source, over: target, count: 3)
      }
    }
    // 58 % of 1023 is 593.
    for shift in [0, 10, 20] { #expect(abs(Int(target[0] >> shift & 1023) - 594) <= 2) }
    #expect(target[1] == 0x1234_5678)
    #expect(target[2] == 800 << 20 | 400 << 10 | 80)
  }

  /// Converts one sample.
  private func convert(_ luma: UInt16, _ blue: UInt16, _ red: UInt16, isFullRange: Bool = false) throws -> [UInt32] {
    let color = ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: isFullRange)
    let row = try #require(TenBitRowConverter(color, height: 2160, bitDepth: 10))
    var pixel: UInt32 = 0
    withUnsafeMutableBytes(of: &pixel) { target in
      guard let target = target.baseAddress else { return }
      row.convert([luma], [blue], [red], count: 1, chromaShift: 0, to: target)
    }
    return [pixel >> 20, pixel >> 10 & 1023, pixel & 1023]
  }

  @Test("Limited luma and colour differences become full red, green and blue (Rec. ITU-R BT.2100 tables 6 and 9)")
  func tenBits() throws {
    #expect(try convert(64, 512, 512) == [0, 0, 0])
    #expect(try convert(940, 512, 512) == [1023, 1023, 1023])
    // Pure red: luma 0.2627, blue difference −0.2627 / 1.8814, red difference 0.5.
    for (value, expected) in zip(try convert(294, 387, 960), [1023, 0, 0]) { #expect(abs(Int(value) - expected) <= 1) }
    #expect(try convert(1023, 512, 512, isFullRange: true) == [1023, 1023, 1023])
    // Values outside the range are clipped.
    #expect(try convert(0xFFFF, 512, 512) == [1023, 1023, 1023])
  }

  @Test("Each pixel of a row has its own luma, and the colour differences of its place", arguments: [0, 1])
  func rows(chromaShift: Int) throws {
    let luma = (0..<19).map { UInt16(64 + $0 * 46) }
    let blue = (0..<19).map { UInt16(300 + $0 * 20) }
    let red = (0..<19).map { UInt16(700 - $0 * 20) }
    let color = ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
    let row = try #require(TenBitRowConverter(color, height: 2160, bitDepth: 10))
    var pixels = [UInt32](repeating: 7, count: 20)
    pixels.withUnsafeMutableBytes { target in
      guard let target = target.baseAddress else { return }
      row.convert(luma, blue, red, count: 19, chromaShift: chromaShift, to: target)
    }
    for x in 0..<19 {
      let pixel = pixels[x]
      let expected = try convert(luma[x], blue[x >> chromaShift], red[x >> chromaShift])
      #expect([pixel >> 20, pixel >> 10 & 1023, pixel & 1023] == expected)
    }
    #expect(pixels[19] == 7)
  }

  @Test("A matrix without luma has no conversion")
  func noLuma() {
    let color = ColorDescription(primaries: 9, transfer: 16, matrix: 0, isFullRange: true)
    #expect(TenBitRowConverter(color, height: 2160, bitDepth: 10) == nil)
  }
}
