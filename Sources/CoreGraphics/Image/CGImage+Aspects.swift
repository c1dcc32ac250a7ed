import Foundation

extension CGImage {
  /// Where alpha lies and whether colours are multiplied by it.
  public var alphaInfo: CGImageAlphaInfo {
    CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.alphaInfoMask.rawValue) ?? .none
  }

  /// In which order the bytes of a pixel are stored.
  public var byteOrderInfo: CGImageByteOrderInfo {
    CGImageByteOrderInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.byteOrderMask.rawValue) ?? .orderDefault
  }

  /// The part of the picture in a rectangle, counted in pixels from the top left corner, without copying pixels.
  ///
  /// Fractions are widened to whole pixels and what lies outside is cut off; nil when nothing is left.
  public func cropping(to rect: CGRect) -> CGImage? {
    guard let columns = pixels(from: rect.minX, to: rect.maxX, count: width),
      let rows = pixels(from: rect.minY, to: rect.maxY, count: height), let data = dataProvider?.data
    else { return nil }
    let start = rows.lowerBound * bytesPerRow + columns.lowerBound * (bitsPerPixel / 8)
    let end = start + (rows.count - 1) * bytesPerRow + columns.count * (bitsPerPixel / 8)
    return CGImage(
      width: columns.count, height: rows.count, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo,
      provider: CGDataProvider(data, range: start..<end), decode: nil, shouldInterpolate: shouldInterpolate,
      intent: renderingIntent)
  }

  /// The same pixels read in another colour space; nil when it has another number of components.
  public func copy(colorSpace space: CGColorSpace) -> CGImage? {
    guard let colorSpace, let dataProvider, space.numberOfComponents == colorSpace.numberOfComponents else {
      return nil
    }
    return CGImage(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, provider: dataProvider, decode: nil,
      shouldInterpolate: shouldInterpolate, intent: renderingIntent)
  }

  /// The space to make a part of this picture with: a mask has none, and its part will have none either.
  private var space: CGColorSpace {
    colorSpace ?? CGColorSpaceCreateDeviceGray()
  }

  /// The whole pixels between two edges, or nil when there are none or an edge is not a number.
  private func pixels(from low: CGFloat, to high: CGFloat, count: Int) -> Range<Int>? {
    guard !low.isNaN, !high.isNaN else { return nil }
    let first = Int(saturating: max(0, min(low.rounded(.down), CGFloat(count))))
    let last = Int(saturating: max(0, min(high.rounded(.up), CGFloat(count))))
    return first < last ? first..<last : nil
  }
}
