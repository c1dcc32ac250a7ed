import Foundation
import PlayheadBasics

extension CGImage {
  /// The position of alpha, and whether colours are premultiplied.
  public var alphaInfo: CGImageAlphaInfo {
    CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.alphaInfoMask.rawValue) ?? .none
  }

  /// The byte order of a pixel.
  public var byteOrderInfo: CGImageByteOrderInfo {
    CGImageByteOrderInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.byteOrderMask.rawValue) ?? .orderDefault
  }

  /// Returns the part of the image in a rectangle, in pixels from the top left corner, without copying pixels.
  ///
  /// The rectangle is expanded to whole pixels and clipped to the image; nil if it is empty.
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

  /// Returns the same pixels with another colour space; nil if its number of components differs.
  public func copy(colorSpace space: CGColorSpace) -> CGImage? {
    guard let colorSpace, let dataProvider, space.numberOfComponents == colorSpace.numberOfComponents else {
      return nil
    }
    return CGImage(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, provider: dataProvider, decode: nil,
      shouldInterpolate: shouldInterpolate, intent: renderingIntent)
  }

  /// The colour space for a part of this image: a mask has none, and neither has a part of it.
  private var space: CGColorSpace {
    colorSpace ?? CGColorSpaceCreateDeviceGray()
  }

  /// The whole pixels between two edges, or nil if there are none or an edge is NaN.
  private func pixels(from low: CGFloat, to high: CGFloat, count: Int) -> Range<Int>? {
    guard !low.isNaN, !high.isNaN else { return nil }
    let first = Int(saturating: max(0, min(low.rounded(.down), CGFloat(count))))
    let last = Int(saturating: max(0, min(high.rounded(.up), CGFloat(count))))
    return first < last ? first..<last : nil
  }
}
