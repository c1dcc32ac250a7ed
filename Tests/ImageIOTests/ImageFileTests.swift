import CoreGraphics
import Foundation
import ImageIO
import TestSupport
import Testing

/// Images are written with the calls of Apple's ImageIO and read back by FFmpeg's program, and the other way round.
@Suite struct ImageFileTests {
  /// Four pixels: red, half transparent green, blue, white.
  private static let colors: [[UInt8]] = [
    [255, 0, 0, 255], [0, 255, 0, 128], [0, 0, 255, 255], [255, 255, 255, 255],
  ]

  private static func image(
    _ pixels: [[UInt8]], width: Int, alpha: CGImageAlphaInfo = .last, order: CGBitmapInfo = []
  ) throws -> CGImage {
    let provider = try #require(CGDataProvider(data: NSData(data: Data(pixels.flatMap { $0 }))))
    return try #require(
      CGImage(
        width: width, height: pixels.count / width, bitsPerComponent: 8, bitsPerPixel: pixels[0].count * 8,
        bytesPerRow: width * pixels[0].count, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue | order.rawValue), provider: provider, decode: nil,
        shouldInterpolate: false, intent: .defaultIntent))
  }

  /// Writes an image as a program does.
  private static func write(_ image: CGImage, _ type: String, to url: URL, quality: Double? = nil) -> Bool {
    guard let destination = CGImageDestinationCreateWithURL(url as CFURL, type as CFString, 1, nil) else {
      return false
    }
    let options = quality.map { [kCGImageDestinationLossyCompressionQuality: $0] as CFDictionary }
    CGImageDestinationAddImage(destination, image, options)
    return CGImageDestinationFinalize(destination)
  }

  /// The pixels of a file as the `ffmpeg` command decodes them: red, green, blue, alpha.
  private static func decoded(_ name: String, in folder: URL) throws -> [UInt8] {
    let raw = try MadeFile.ffmpeg("-i \(name) -f rawvideo -pix_fmt rgba \(name).raw", in: folder)
    return Array(try Data(contentsOf: raw))
  }

  @Test func pngPreservesColorsAndAlpha() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let image = try Self.image(Self.colors, width: 2)
    #expect(Self.write(image, "public.png", to: folder.appendingPathComponent("a.png")))
    #expect(try Self.decoded("a.png", in: folder) == Self.colors.flatMap { $0 })
  }

  @Test func writesPremultipliedPixelsAsStraight() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // Blue, green, red, alpha, the colours multiplied by alpha: what cairo's ARGB32 is on little-endian machines.
    let pixels: [[UInt8]] = [[0, 0, 255, 255], [0, 128, 0, 128], [255, 0, 0, 255], [255, 255, 255, 255]]
    let image = try Self.image(pixels, width: 2, alpha: .premultipliedFirst, order: .byteOrder32Little)
    #expect(Self.write(image, "public.png", to: folder.appendingPathComponent("a.png")))
    #expect(try Self.decoded("a.png", in: folder) == Self.colors.flatMap { $0 })
  }

  @Test func lowerQualityJPEGIsSmaller() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let noise = (0..<4096).map { [UInt8(truncatingIfNeeded: $0 &* 97), UInt8(truncatingIfNeeded: $0 &* 31), 90, 255] }
    let image = try Self.image(noise, width: 64, alpha: .noneSkipLast)
    for (name, quality) in [("low.jpg", 0.1), ("high.jpg", 0.95)] {
      #expect(Self.write(image, "public.jpeg", to: folder.appendingPathComponent(name), quality: quality))
    }
    let sizes = try ["low.jpg", "high.jpg"].map { try Data(contentsOf: folder.appendingPathComponent($0)).count }
    #expect(sizes[0] * 2 < sizes[1])
    #expect(try Self.decoded("high.jpg", in: folder).count == 64 * 64 * 4)
  }

  /// Whether this build of FFmpeg has an encoder for WebP. A closure within `@Test` would crash the compiler of Swift
  /// 6.0.
  private static let writesWebP = CGImageDestinationCopyTypeIdentifiers().contains {
    $0 as? String == "org.webmproject.webp"
  }

  @Test(.enabled(if: writesWebP, "FFmpeg has no encoder for WebP"))
  func bestQualityWebPIsLossless() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let image = try Self.image(Self.colors, width: 2)
    #expect(Self.write(image, "org.webmproject.webp", to: folder.appendingPathComponent("a.webp"), quality: 1))
    #expect(try Self.decoded("a.webp", in: folder) == Self.colors.flatMap { $0 })
  }

  @Test func sourceDecodesFFmpegFiles() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg("-f lavfi -i testsrc=s=64x48 -frames:v 1 a.png", in: folder)
    let source = try #require(CGImageSourceCreateWithURL(file as CFURL, nil))
    #expect(CGImageSourceGetType(source) == "public.png")
    #expect(CGImageSourceGetCount(source) == 1)
    #expect(CGImageSourceGetStatus(source) == .statusComplete)
    let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    #expect(properties[kCGImagePropertyPixelWidth] as? Int == 64)
    #expect(properties[kCGImagePropertyPixelHeight] as? Int == 48)
    #expect(properties[kCGImagePropertyHasAlpha] as? Bool == false)
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    let bytes = try #require(image.dataProvider?.data.map { Array(Data(referencing: $0)) })
    #expect(try bytes == Self.decoded("a.png", in: folder))
    #expect(CGImageSourceCreateImageAtIndex(source, 1, nil) == nil)
  }

  @Test func alphaRoundTrips() throws {
    let data = NSMutableData()
    let destination = try #require(
      CGImageDestinationCreateWithData(data as CFMutableData, "public.png" as CFString, 1, nil))
    CGImageDestinationAddImage(destination, try Self.image(Self.colors, width: 2), nil)
    #expect(CGImageDestinationFinalize(destination))
    let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(image.alphaInfo == .last)
    #expect(image.dataProvider?.data.map { Array(Data(referencing: $0)) } == Self.colors.flatMap { $0 })
  }

  @Test func thumbnailHasRequestedLongerSide() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg("-f lavfi -i testsrc=s=640x360 -frames:v 1 a.jpg", in: folder)
    let source = try #require(CGImageSourceCreateWithURL(file as CFURL, nil))
    let options =
      [kCGImageSourceThumbnailMaxPixelSize: 160, kCGImageSourceCreateThumbnailFromImageAlways: true] as CFDictionary
    let image = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options))
    #expect((image.width, image.height) == (160, 90))
  }

  @Test func coverAbovePixelLimitIsNotDecoded() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // One bit for each pixel: 8200 × 8200 are more than 2^26.
    for (side, isDecoded) in [(8192, true), (8200, false)] {
      let file = try MadeFile.ffmpeg(
        "-f lavfi -i color=c=white:s=\(side)x\(side) -frames:v 1 -pix_fmt monob \(side).png", in: folder)
      #expect((decodeCover(try Data(contentsOf: file), side: 8) != nil) == isDecoded)
    }
    // An image that a program asks for is decoded.
    let data = try Data(contentsOf: folder.appendingPathComponent("8200.png"))
    let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
    let options = [kCGImageSourceThumbnailMaxPixelSize: 8] as CFDictionary
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, options) != nil)
  }

  @Test func animationContainsAllImages() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg("-f lavfi -i testsrc=s=32x32:r=5:d=1 a.gif", in: folder)
    let source = try #require(CGImageSourceCreateWithURL(file as CFURL, nil))
    #expect(CGImageSourceGetType(source) == "com.compuserve.gif")
    #expect(CGImageSourceGetCount(source) == 5)
    #expect(CGImageSourceCreateImageAtIndex(source, 4, nil) != nil)
  }

  @Test func rejectsInvalidImageFiles() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("a.png")
    #expect(CGImageDestinationCreateWithURL(url, "public.heic-of-nothing", 1, nil) == nil)
    #expect(CGImageDestinationCreateWithURL(url, "public.png", 2, nil) == nil)
    let remote = try #require(URL(string: "https://example.org/a.png"))
    #expect(CGImageDestinationCreateWithURL(remote, "public.png", 1, nil) == nil)
    #expect(CGImageSourceCreateWithURL(remote, nil) == nil)
    let empty = try #require(CGImageDestinationCreateWithURL(url, "public.png", 1, nil))
    #expect(!CGImageDestinationFinalize(empty))
    let twice = try #require(CGImageDestinationCreateWithURL(url, "public.png", 1, nil))
    for _ in 0..<2 { CGImageDestinationAddImage(twice, try Self.image(Self.colors, width: 2), nil) }
    #expect(!CGImageDestinationFinalize(twice))
    let folderless = folder.appendingPathComponent("missing/a.png")
    #expect(!Self.write(try Self.image(Self.colors, width: 2), "public.png", to: folderless))
    let noise = try #require(CGImageSourceCreateWithData(NSData(data: Data("no image at all".utf8)), nil))
    #expect(CGImageSourceGetCount(noise) == 0)
    #expect(CGImageSourceGetStatus(noise) == .statusInvalidData)
    #expect(CGImageSourceCreateImageAtIndex(noise, 0, nil) == nil)
    #expect(CGImageSourceCreateImageAtIndex(noise, -1, nil) == nil)
  }
}
