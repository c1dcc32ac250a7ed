import CoreGraphics
import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadNetworking
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// Image files: the encoder's output is read back by the decoders, which are independent of its input.
@Suite struct ImageEncoderTests {
  /// An image whose colors change slowly, so that 4:2:0 preserves them: R, G, B at a position.
  private static func color(_ x: Int, _ y: Int) -> [Int] { [40 + x, 200 - y, 60 + (x + y) / 2] }

  private static func image(
    _ width: Int, _ height: Int, info: CGImageAlphaInfo = .noneSkipFirst, order: CGBitmapInfo = .byteOrder32Little
  ) throws -> CGImage {
    let row = width * 4 + 12
    var bytes = [UInt8](repeating: 9, count: row * height)
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x, y).map { UInt8($0) }
        let pixel = info == .noneSkipFirst ? [color[2], color[1], color[0], 0] : [color[0], color[1], color[2], 0]
        bytes.replaceSubrange(y * row + x * 4..<y * row + x * 4 + 4, with: pixel)
      }
    }
    let provider = try #require(CGDataProvider(data: NSData(data: Data(bytes))))
    return try #require(
      CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: row,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: info.rawValue).union(order),
        provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent))
  }

  /// The only frame of an image file.
  private static func read(_ bytes: [UInt8], _ name: String) throws -> VideoFrame {
    let folder = try TemporaryFolder()
    let file = try folder.file(name, Data(bytes))
    var demuxer = try Demuxer(source: FileByteSource(path: file.path), probesFully: true)
    let stream = demuxer.parameters(ofStream: 0)
    var decoder = try VideoDecoder(#require(stream), threads: 1)
    let packet = try demuxer.readPacket()
    _ = try decoder.send(#require(packet), skipsNonReference: false)
    decoder.drain()
    let frame = try decoder.receive()
    return try #require(frame)
  }

  @Test(arguments: [(64, 48), (63, 47), (1, 1), (17, 90)]) func pngIsExact(width: Int, height: Int) throws {
    for (info, order) in [(CGImageAlphaInfo.noneSkipFirst, CGBitmapInfo.byteOrder32Little), (.noneSkipLast, [])] {
      let bytes = try ImageEncoder.encode(Self.image(width, height, info: info, order: order), as: .png)
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      let frame = try Self.read(bytes, "image.png")
      #expect((frame.width, frame.height) == (width, height))
      #expect(frame.pixelFormat == .rgb24)
      let base = try #require(frame.baseAddress(ofPlane: 0))
      for y in 0..<height {
        for x in 0..<width {
          let pixel = (0..<3).map { Int(base[y * frame.bytesPerRow(ofPlane: 0) + x * 3 + $0]) }
          #expect(pixel == Self.color(x, y))
        }
      }
    }
  }

  /// JFIF means BT.601 in full range (ITU-T T.871 §7): its inverse formula restores the colors.
  @Test func jpegHasCorrectColors() throws {
    let bytes = try ImageEncoder.encode(Self.image(64, 48), as: .jpeg)
    #expect(bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == [0xFF, 0xD9])
    let frame = try Self.read(bytes, "image.jpg")
    #expect((frame.width, frame.height) == (64, 48))
    func sample(_ plane: Int, _ x: Int, _ y: Int) -> Double {
      Double(frame.baseAddress(ofPlane: plane)![y * frame.bytesPerRow(ofPlane: plane) + x])
    }
    for (x, y) in [(5, 5), (32, 24), (50, 40), (10, 40)] {
      let (luma, blue, red) = (sample(0, x, y), sample(1, x / 2, y / 2) - 128, sample(2, x / 2, y / 2) - 128)
      let back = [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue]
      #expect(zip(back, Self.color(x, y)).allSatisfy { abs($0 - Double($1)) < 6 }, "\(back) at \(x), \(y)")
    }
  }

  /// PNG keeps sixteen bits a component.
  @Test func pngKeepsSixteenBits() throws {
    var words: [UInt16] = []
    for value in 0..<256 { words += [UInt16(value * 257), UInt16(65_535 - value * 200), UInt16(value * 3 + 7), 0] }
    let data = words.withUnsafeBytes { NSData(data: Data($0)) }
    let provider = try #require(CGDataProvider(data: data))
    let image = try #require(
      CGImage(
        width: 16, height: 16, bitsPerComponent: 16, bitsPerPixel: 64, bytesPerRow: 128,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue).union(.byteOrder16Little),
        provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent))
    let frame = try Self.read(try ImageEncoder.encode(image, as: .png), "deep.png")
    #expect(frame.pixelFormat.name == "rgb48be")
    let base = try #require(frame.baseAddress(ofPlane: 0))
    for pixel in 0..<256 {
      let place = base + pixel / 16 * frame.bytesPerRow(ofPlane: 0) + pixel % 16 * 6
      let found = (0..<3).map { UInt16(place[$0 * 2]) << 8 | UInt16(place[$0 * 2 + 1]) }
      #expect(found == Array(words[pixel * 4..<pixel * 4 + 3]))
    }
  }

  @Test func rejectsUnsupportedImage() throws {
    let provider = try #require(CGDataProvider(data: NSData(data: Data(count: 16))))
    let gray = try #require(
      CGImage(
        width: 4, height: 4, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 4,
        space: CGColorSpaceCreateDeviceGray(),
        bitmapInfo: [], provider: provider, decode: nil,
        shouldInterpolate: false, intent: .defaultIntent))
    #expect(throws: FFmpegError.self) { try ImageEncoder.encode(gray, as: .png) }
  }
}
