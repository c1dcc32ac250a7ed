import CoreGraphics

/// An image's pixels in the order in which encoders take them: red, green, blue and alpha with 8 bits each, colours not
/// multiplied by alpha.
struct StraightPixels {
  let image: CGImage

  /// nil for images that are not 8 or 16 bits a component of RGB or grey.
  init?(_ image: CGImage) {
    guard image.bitsPerComponent == 8 || image.bitsPerComponent == 16, let reader = Reader(image) else { return nil }
    let count = image.width.multipliedReportingOverflow(by: image.height)
    guard !count.overflow, count.partialValue <= 1 << 28 else { return nil }
    var bytes = [UInt8](repeating: 255, count: count.partialValue * 4)
    bytes.withUnsafeMutableBufferPointer { target in
      for row in 0..<image.height { reader.copyRow(row, to: target, at: row * image.width * 4) }
    }
    guard
      let provider = CGDataProvider(data: NSData(data: Data(bytes))),
      let straight = CGImage(
        width: image.width, height: image.height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: image.width * 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(
          rawValue: (reader.hasAlpha ? CGImageAlphaInfo.last : CGImageAlphaInfo.noneSkipLast).rawValue),
        provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    else { return nil }
    self.image = straight
  }

  /// Reads the components of one pixel layout.
  private struct Reader {
    private let base: UnsafeRawPointer
    private let data: NSData
    private let image: CGImage
    /// Offsets in bytes of the most significant byte of red, green, blue and alpha in a pixel; grey has three equal
    /// ones.
    private let offsets: [Int]
    private let alpha: Int?
    private let isPremultiplied: Bool
    private let pixel: Int

    var hasAlpha: Bool { alpha != nil }

    init?(_ image: CGImage) {
      guard let data = image.dataProvider?.data, !image.bitmapInfo.contains(.floatComponents) else { return nil }
      let colors = image.alphaInfo == .alphaOnly ? 0 : image.colorSpace?.numberOfComponents ?? 3
      guard colors == 3 || colors == 1 else { return nil }
      let size = image.bitsPerComponent / 8
      pixel = image.bitsPerPixel / 8
      let isFirst = [.first, .premultipliedFirst, .noneSkipFirst].contains(image.alphaInfo)
      let hasFourth = image.alphaInfo != .none
      let count = colors + (hasFourth ? 1 : 0)
      guard pixel >= count * size else { return nil }
      // In the order of the components: alpha first or last; reversed where the pixel is a little-endian word of 32
      // bits.
      var places = (0..<count).map { $0 * size }
      switch image.byteOrderInfo {
      case .order32Little:
        guard size == 1, pixel == 4 else { return nil }
        places = (0..<count).map { 3 - $0 }
      case .order16Little:
        guard size == 2 else { return nil }
        places = places.map { $0 + 1 }
      default: break
      }
      let colorPlaces = isFirst && hasFourth ? Array(places.dropFirst()) : Array(places.prefix(colors))
      offsets = colors == 1 ? [colorPlaces[0], colorPlaces[0], colorPlaces[0]] : colorPlaces
      switch image.alphaInfo {
      case .first, .premultipliedFirst: alpha = places[0]
      case .last, .premultipliedLast: alpha = places[count - 1]
      default: alpha = nil
      }
      isPremultiplied = [.premultipliedFirst, .premultipliedLast].contains(image.alphaInfo)
      self.image = image
      self.data = data
      base = data.bytes
    }

    func copyRow(_ row: Int, to target: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
      var source = base + row * image.bytesPerRow
      var place = start
      for _ in 0..<image.width {
        let opacity = alpha.map { Int(source.load(fromByteOffset: $0, as: UInt8.self)) } ?? 255
        for color in 0..<3 {
          var value = Int(source.load(fromByteOffset: offsets[color], as: UInt8.self))
          if isPremultiplied, opacity > 0 { value = min(255, (value * 255 + opacity / 2) / opacity) }
          target[place + color] = UInt8(value)
        }
        target[place + 3] = UInt8(opacity)
        source += pixel
        place += 4
      }
    }
  }
}
