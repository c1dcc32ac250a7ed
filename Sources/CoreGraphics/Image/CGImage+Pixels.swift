import Foundation

extension CGImage {
  /// The pixels as premultiplied 32-bit words (blue in the lowest byte), the bytes per row, and whether alpha is
  /// unused; nil for components other than 8 or 16 bits, and for single-component images that are not grayscale.
  package var premultipliedPixels: (pixels: NSData, bytesPerRow: Int, isOpaque: Bool)? {
    guard let data = dataProvider?.data, !bitmapInfo.contains(.floatComponents) else { return nil }
    let isOpaque = [.none, .noneSkipFirst, .noneSkipLast].contains(alphaInfo)
    if byteOrderInfo == .order32Little, bitsPerPixel == 32, bitsPerComponent == 8, bytesPerRow % 4 == 0,
      alphaInfo == .premultipliedFirst || alphaInfo == .noneSkipFirst
    {
      return (data, bytesPerRow, isOpaque)
    }
    guard let layout = PixelReading(self), let copy = NSMutableData(length: width * height * 4) else { return nil }
    let target = copy.mutableBytes.assumingMemoryBound(to: UInt32.self)
    for y in 0..<height {
      let row = data.bytes + y * bytesPerRow
      for x in 0..<width { target[y * width + x] = layout.word(row + x * layout.step) }
    }
    return (copy, width * 4, isOpaque)
  }
}

/// The layout of the components of a pixel.
private struct PixelReading {
  /// The bytes of a pixel, unused ones included.
  let step: Int
  /// The offset of the high byte of red in a pixel. For grayscale all three colours have the same offset.
  private let red: Int
  private let green: Int
  private let blue: Int
  /// The offset of the high byte of alpha; nil for opaque images.
  private let alpha: Int?
  /// Whether colours are already multiplied by alpha.
  private let isPremultiplied: Bool

  /// Offsets are those of the high byte of each component.
  init?(_ image: CGImage) {
    let bytes = image.bitsPerComponent / 8
    let gray = image.colorSpace?.numberOfComponents == 1
    let info = image.alphaInfo
    guard image.bitsPerComponent == bytes * 8, bytes == 1 || bytes == 2, info != .alphaOnly else { return nil }
    step = image.bitsPerPixel / 8
    let comesFirst = [.premultipliedFirst, .first, .noneSkipFirst].contains(info)
    let first = comesFirst ? 1 : 0
    let colors = gray ? [first, first, first] : [first, first + 1, first + 2]
    let hasAlpha = [.premultipliedFirst, .premultipliedLast, .first, .last].contains(info)
    let slots = step / bytes
    let order = image.byteOrderInfo
    /// The offset of a component, counted in the order of the bitmap information.
    func offset(_ component: Int) -> Int {
      switch order {
      // Little-endian 32-bit words reverse the order of one-byte components.
      case .order32Little where bytes == 1: slots - 1 - component
      case .order16Little, .order32Little: component * bytes + (bytes - 1)
      default: component * bytes
      }
    }
    (red, green, blue) = (offset(colors[0]), offset(colors[1]), offset(colors[2]))
    alpha = hasAlpha ? offset(comesFirst ? 0 : (gray ? 1 : 3)) : nil
    isPremultiplied = info == .premultipliedFirst || info == .premultipliedLast
    guard max(red, green, blue, alpha ?? 0) < step else { return nil }
  }

  /// Reads a pixel as a premultiplied word: alpha in the highest byte, then red, green, blue.
  func word(_ pixel: UnsafeRawPointer) -> UInt32 {
    func byte(_ offset: Int) -> UInt32 { UInt32(pixel.load(fromByteOffset: offset, as: UInt8.self)) }
    let a = alpha.map(byte) ?? 255
    /// A colour component multiplied by alpha. Premultiplied values above alpha are invalid and are clamped.
    func color(_ offset: Int) -> UInt32 {
      let value = byte(offset)
      return isPremultiplied ? min(value, a) : (value * a + 127) / 255
    }
    return a << 24 | color(red) << 16 | color(green) << 8 | color(blue)
  }
}
