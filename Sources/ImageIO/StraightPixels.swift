import CoreGraphics

/// An image's pixels in the order in which encoders take them: red, green, blue and alpha with 8 bits each, colours not
/// multiplied by alpha.
struct StraightPixels {
  /// The converted copy: 8 bits for each component, in a new buffer without padding.
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
    /// The first pixel of the first row; valid as long as `data` exists.
    private let base: UnsafeRawPointer
    /// The pixels in the layout of the image. Retains the memory behind `base`.
    private let data: NSData
    /// The image that determines the layout.
    private let image: CGImage
    /// Offsets in bytes of the most significant byte of red, green, blue and alpha in a pixel; grey has three equal
    /// ones.
    private let offsets: [Int]
    /// The offset in bytes of alpha in a pixel; nil for an opaque image.
    private let alpha: Int?
    /// Whether the colours were multiplied by alpha, so that they must be divided by it.
    private let isPremultiplied: Bool
    /// The number of bytes from one pixel to the next.
    private let pixel: Int

    /// Whether the image has an alpha channel.
    var hasAlpha: Bool { alpha != nil }

    /// nil for floating-point components, for colour spaces other than RGB and grey, and for unusual byte orders.
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

    /// Copies a row as RGBA with 8 bits each and straight alpha; drops the lower bits of 16.
    ///
    /// - Parameter start: The offset of the row's first byte in the target.
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
