import CoreGraphics
import Foundation
import Testing

/// The pixels of an image as words: alpha in the highest byte, then red, green, blue.
func words(of image: CGImage?) -> [[UInt32]] {
  guard let image, let data = image.dataProvider?.data else { return [] }
  return (0..<image.height).map { y in
    (0..<image.width).map { x in
      (data.bytes + y * image.bytesPerRow + x * 4).loadUnaligned(as: UInt32.self)
    }
  }
}

/// Drawing into a bitmap. The expected pixels are computed by hand: shapes on whole pixels have no antialiased edges.
@Suite struct ContextTests {
  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  private let r: UInt32 = 0xFFFF_0000
  private let g: UInt32 = 0xFF00_FF00
  private let b: UInt32 = 0xFF00_00FF
  private let o: UInt32 = 0

  private func context(
    _ width: Int = 4, _ height: Int = 3, alpha: CGImageAlphaInfo = .premultipliedFirst
  ) throws -> CGContext {
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let info = CGBitmapInfo(rawValue: alpha.rawValue).union(.byteOrder32Little)
    return try #require(
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
        bitmapInfo: info.rawValue))
  }

  @Test func originIsBottomLeft() throws {
    let context = try context()
    context.setFillColor(red)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(words(of: context.makeImage()) == [[o, o, o, o], [o, o, o, o], [r, o, o, o]])
    #expect(context.ctm == .identity)
  }

  @Test func transformsApplyToPointsAddedLater() throws {
    let context = try context()
    context.setFillColor(red)
    context.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
    context.translateBy(x: 1, y: 1)
    context.scaleBy(x: 2, y: 1)
    context.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(context.boundingBoxOfPath == CGRect(x: -0.5, y: -1, width: 1.5, height: 2))
    context.fillPath()
    #expect(words(of: context.makeImage()) == [[o, o, o, o], [o, r, r, o], [r, o, o, o]])
    #expect(context.isPathEmpty)
  }

  @Test func evenOddRuleLeavesInnerRectangleEmpty() throws {
    for (rule, inner) in [(CGPathFillRule.winding, r), (.evenOdd, o)] {
      let context = try context(3, 3)
      context.setFillColor(red)
      context.addRects([CGRect(x: 0, y: 0, width: 3, height: 3), CGRect(x: 1, y: 1, width: 1, height: 1)])
      context.fillPath(using: rule)
      #expect(words(of: context.makeImage()) == [[r, r, r], [r, inner, r], [r, r, r]])
    }
  }

  @Test func strokeHasWidthCapAndDashes() throws {
    let context = try context(6, 3)
    context.setStrokeColor(red)
    context.setLineDash(phase: 0, lengths: [1, 2])
    context.strokeLineSegments(between: [CGPoint(x: 0, y: 0.5), CGPoint(x: 6, y: 0.5)])
    context.setLineDash(phase: 0, lengths: [])
    context.setLineWidth(2)
    context.setLineCap(.square)
    context.strokeLineSegments(between: [CGPoint(x: 2, y: 2), CGPoint(x: 3, y: 2)])
    #expect(words(of: context.makeImage()) == [[o, r, r, r, o, o], [o, r, r, r, o, o], [r, o, o, r, o, o]])
  }

  @Test func clipEndsWithItsState() throws {
    let context = try context(3, 1)
    context.setFillColor(red)
    context.saveGState()
    context.clip(to: [CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 2, y: 0, width: 1, height: 1)])
    context.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 3, height: 1))
    context.restoreGState()
    context.restoreGState()
    context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    #expect(words(of: context.makeImage()) == [[g, r, g]])
  }

  @Test func blendModesChangeNothingOutsideTheShape() throws {
    let shape = CGRect(x: 1, y: 0, width: 1, height: 1)
    let expected: [(CGBlendMode, UInt32)] = [
      (.normal, r), (.multiply, 0xFF00_0000), (.screen, 0xFFFF_FF00), (.clear, o), (.copy, r), (.sourceIn, r),
      (.sourceOut, o), (.destinationIn, g), (.destinationOut, o), (.destinationOver, g), (.xor, o),
      (.plusLighter, 0xFFFF_FF00), (.difference, 0xFFFF_FF00),
    ]
    for (mode, word) in expected {
      let context = try context(3, 1)
      context.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 3, height: 1))
      context.setBlendMode(mode)
      context.setFillColor(red)
      context.fill(shape)
      #expect(words(of: context.makeImage()) == [[g, word, g]], "\(mode)")
    }
  }

  @Test func alphaOfContextAndColorMultiply() throws {
    let context = try context(1, 1, alpha: .noneSkipFirst)
    context.setFillColor(gray: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    context.setAlpha(0.5)
    context.setFillColor(gray: 0, alpha: 0.5)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    let gray = try #require(words(of: context.makeImage()).first?.first) & 0xFF
    #expect((190...192).contains(gray))
  }

  @Test func imageStandsOnItsRectangle() throws {
    let source = try context(1, 2)
    source.setFillColor(red)
    source.fill(CGRect(x: 0, y: 1, width: 1, height: 1))
    source.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
    source.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    let image = try #require(source.makeImage())
    let context = try context(3, 4)
    context.interpolationQuality = .none
    context.draw(image, in: CGRect(x: 1, y: 0, width: 2, height: 4))
    #expect(words(of: context.makeImage()) == [[o, r, r], [o, r, r], [o, b, b], [o, b, b]])
  }

  @Test func ellipseFillsItsMiddleAndNotItsCorners() throws {
    let context = try context(9, 9)
    context.setFillColor(red)
    context.fillEllipse(in: CGRect(x: 0, y: 0, width: 9, height: 9))
    let rows = words(of: context.makeImage())
    #expect(rows[4] == [r, r, r, r, r, r, r, r, r] || rows[4][1...7].allSatisfy { $0 == r })
    #expect(rows[0][0] == o && rows[8][8] == o && rows[0][8] == o)
    // The area of the circle, by the sum of coverage.
    let area = rows.joined().reduce(0.0) { $0 + Double($1 >> 24) / 255 }
    #expect(abs(area - .pi * 4.5 * 4.5) < 0.5)
  }

  @Test func invalidNumbersDrawNothingAndLaterDrawingWorks() throws {
    let context = try context(2, 1)
    context.setFillColor(red)
    context.setLineDash(phase: .nan, lengths: [1])
    context.setLineDash(phase: 0, lengths: [-1, 2])
    context.setLineDash(phase: 0, lengths: [0, 0])
    context.setLineWidth(-1)
    context.setMiterLimit(.infinity)
    context.fill(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1))
    context.saveGState()
    context.scaleBy(x: 0, y: .infinity)
    context.stroke(CGRect(x: 0, y: 0, width: 2, height: 1))
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
    if let image = context.makeImage() { context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 1)) }
    context.restoreGState()
    #expect(words(of: context.makeImage()) == [[o, o]])
    context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    #expect(words(of: context.makeImage()) == [[o, r]])
  }

  @Test func unsupportedBitmapsFail() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let gray = CGColorSpaceCreateDeviceGray()
    let native = CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
    func make(
      _ width: Int, _ height: Int, bits: Int = 8, row: Int = 0, space: CGColorSpace, info: UInt32,
      data: UnsafeMutableRawPointer? = nil
    ) -> CGContext? {
      CGContext(
        data: data, width: width, height: height, bitsPerComponent: bits, bytesPerRow: row, space: space,
        bitmapInfo: info)
    }
    #expect(make(0, 1, space: space, info: native) == nil)
    #expect(make(-1, 1, space: space, info: native) == nil)
    #expect(make(.max, .max, space: space, info: native) == nil)
    #expect(make(32_000, 32_000, space: space, info: native) == nil)
    #expect(make(1, 1, bits: 16, space: space, info: native) == nil)
    #expect(make(1, 1, space: gray, info: native) == nil)
    #expect(make(1, 1, space: space, info: CGImageAlphaInfo.first.rawValue) == nil)
    var bytes = [UInt32](repeating: 0, count: 4)
    bytes.withUnsafeMutableBytes { memory in
      #expect(make(3, 1, row: 8, space: space, info: native, data: memory.baseAddress) == nil)
      #expect(make(1, 1, row: 6, space: space, info: native, data: memory.baseAddress) == nil)
    }
  }

  @Test func memoryOfCallerIsDrawnInto() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let native = CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
    var pixels = [UInt32](repeating: 7, count: 3)
    try pixels.withUnsafeMutableBytes { memory in
      let context = try #require(
        CGContext(
          data: memory.baseAddress, width: 2, height: 1, bitsPerComponent: 8, bytesPerRow: 8, space: space,
          bitmapInfo: native))
      context.setFillColor(red)
      context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
      #expect(context.data == memory.baseAddress)
    }
    #expect(pixels == [r, r, 7])
  }
}
