import CoreGraphics
import Foundation
import Synchronization
import Testing

@Suite struct CGImageTests {
  /// An image of 4 by 3 pixels whose bytes count up.
  private func pixels(bytesPerRow: Int = 16, byteCount: Int = 48, bitmapInfo: UInt32 = 2 | 0x2000) -> CGImage? {
    guard let provider = CGDataProvider(data: Data((0..<UInt8(byteCount)).map { $0 }) as CFData) else { return nil }
    return CGImage(
      width: 4, height: 3, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: bytesPerRow,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: bitmapInfo), provider: provider,
      decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  }

  @Test func reportsItsProperties() throws {
    let image = try #require(pixels())
    #expect(image.width == 4 && image.height == 3 && image.bytesPerRow == 16 && image.bitsPerPixel == 32)
    #expect(image.alphaInfo == .premultipliedFirst && image.byteOrderInfo == .order32Little)
    #expect(image.colorSpace == CGColorSpaceCreateDeviceRGB() && image.shouldInterpolate)
    #expect(CFDataGetLength(image.dataProvider?.data) == 48)
    #expect(CFDataGetBytePtr(image.dataProvider?.data)[47] == 47)
  }

  @Test func rejectsImpossibleLayouts() {
    #expect(pixels(bytesPerRow: 15) == nil)
    #expect(pixels(byteCount: 47) == nil)
    #expect(pixels(bytesPerRow: .max) == nil)
    #expect(pixels(bitmapInfo: 9) == nil)
  }

  @Test func croppingSharesPixels() throws {
    let image = try #require(pixels())
    let part = try #require(image.cropping(to: CGRect(x: 1, y: 1, width: 2, height: 2)))
    #expect(part.width == 2 && part.height == 2 && part.bytesPerRow == 16)
    let whole = try #require(image.dataProvider?.data)
    let bytes = try #require(part.dataProvider?.data)
    #expect(bytes.bytes == whole.bytes + 20 && bytes.length == 24)
  }

  @Test func croppingClampsToImage() throws {
    let image = try #require(pixels())
    let corner = try #require(image.cropping(to: CGRect(x: 2.5, y: 1.5, width: 100, height: 100)))
    #expect(corner.width == 2 && corner.height == 2)
    #expect(image.cropping(to: CGRect(x: 4, y: 0, width: 1, height: 1)) == nil)
    #expect(image.cropping(to: CGRect(x: Double.nan, y: 0, width: 1, height: 1)) == nil)
    #expect(image.cropping(to: .null) == nil)
    #expect(image.cropping(to: .infinite)?.width == 4)
  }

  @Test func croppedImageRetainsProviderData() throws {
    let released = Mutex(0)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 48, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 7, count: 48)
    var part: CGImage?
    do {
      let provider = try #require(
        CGDataProvider(dataInfo: nil, data: memory, size: 48) { _, data, size in
          #expect(data == UnsafeRawPointer(memory) && size == 48)
          released.withLock { $0 += 1 }
          memory.deallocate()
        })
      let image = try #require(
        CGImage(
          width: 4, height: 3, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 16,
          space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: 2), provider: provider, decode: nil,
          shouldInterpolate: false, intent: .defaultIntent))
      part = image.cropping(to: CGRect(x: 0, y: 2, width: 1, height: 1))
    }
    #expect(released.withLock { $0 } == 0)
    #expect(CFDataGetBytePtr(part?.dataProvider?.data)[3] == 7)
    part = nil
    #expect(released.withLock { $0 } == 1)
  }

  @Test func namedColorSpaces() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    #expect(space.isHDR && space.isWideGamutRGB && space.numberOfComponents == 3)
    #expect(CGColorSpace(name: CGColorSpace.sRGB) == CGColorSpace(name: "kCGColorSpaceSRGB"))
    #expect(CGColorSpace(name: CGColorSpace.sRGB)?.isWideGamutRGB == false)
    #expect(CGColorSpace(name: CGColorSpace.linearGray)?.model == .monochrome)
    #expect(CGColorSpace(name: "no such space") == nil)
  }
}
