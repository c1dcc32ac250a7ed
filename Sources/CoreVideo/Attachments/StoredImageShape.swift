import Foundation

/// The shape of a stored image: its visible part and its pixel aspect ratio, from attachments or format extensions.
///
/// Meaningless values, such as a negative width, count as missing.
package struct StoredImageShape: Sendable {
  /// The stored size in pixels.
  package let size: CGSize

  /// The visible part, in pixels from the top left corner; the whole image if not specified.
  package let cleanRect: CGRect

  /// The width of a pixel divided by its height; 1 if not specified.
  package let pixelAspectRatio: CGFloat

  private let displayDimensions: CGSize?

  /// Creates a shape from the values with the keys `kCVImageBufferCleanApertureKey` and so on.
  package init(size: CGSize, values: (CFString) -> CFTypeRef?) {
    self.size = size
    cleanRect = StoredImageShape.cleanRect(values(kCVImageBufferCleanApertureKey) as? CFDictionary, size: size)
    let aspect = StoredImageShape.pair(
      values(kCVImageBufferPixelAspectRatioKey) as? CFDictionary, kCVImageBufferPixelAspectRatioHorizontalSpacingKey,
      kCVImageBufferPixelAspectRatioVerticalSpacingKey)
    pixelAspectRatio = aspect.map { $0.width / $0.height } ?? 1
    displayDimensions = StoredImageShape.pair(
      values(kCVImageBufferDisplayDimensionsKey) as? CFDictionary, kCVImageBufferDisplayWidthKey,
      kCVImageBufferDisplayHeightKey)
  }

  /// The display size in square pixels.
  package var displaySize: CGSize {
    displayDimensions ?? CGSize(width: cleanRect.width * pixelAspectRatio, height: cleanRect.height)
  }

  private static func cleanRect(_ aperture: CFDictionary?, size: CGSize) -> CGRect {
    let whole = CGRect(origin: .zero, size: size)
    guard let aperture,
      let part = pair(aperture, kCVImageBufferCleanApertureWidthKey, kCVImageBufferCleanApertureHeightKey)
    else { return whole }
    let right = number(aperture[kCVImageBufferCleanApertureHorizontalOffsetKey]) ?? 0
    let down = number(aperture[kCVImageBufferCleanApertureVerticalOffsetKey]) ?? 0
    let left = (size.width - part.width) / 2 + right
    let top = (size.height - part.height) / 2 + down
    let cut = CGRect(x: left, y: top, width: part.width, height: part.height).intersection(whole)
    return cut.isEmpty ? whole : cut
  }

  /// Two positive numbers.
  private static func pair(_ values: CFDictionary?, _ first: CFString, _ second: CFString) -> CGSize? {
    guard let width = number(values?[first]), let height = number(values?[second]), width > 0, height > 0 else {
      return nil
    }
    return CGSize(width: width, height: height)
  }

  /// A finite number of any type.
  private static func number(_ value: CFTypeRef?) -> CGFloat? {
    let number: Double? =
      (value as? NSNumber)?.doubleValue ?? (value as? any BinaryInteger).map { Double($0) } ?? (value as? Double)
      ?? (value as? CGFloat).map { Double($0) }
    return number.flatMap { $0.isFinite ? CGFloat($0) : nil }
  }
}
