import Foundation

/// A bitmap image with immutable pixels.
///
/// `Sendable`: all properties are constants of `Sendable` types.
public final class CGImage: Sendable {
  /// The width in pixels.
  public let width: Int

  /// The height in pixels; rows run from top to bottom.
  public let height: Int

  /// The number of bits per component.
  public let bitsPerComponent: Int

  /// The number of bits per pixel.
  public let bitsPerPixel: Int

  /// The number of bytes per row.
  public let bytesPerRow: Int

  /// The colour space of the components.
  public let colorSpace: CGColorSpace?

  /// The layout of the components.
  public let bitmapInfo: CGBitmapInfo

  /// The provider of the pixels.
  public let dataProvider: CGDataProvider?

  /// Whether to interpolate when the image is drawn enlarged.
  public let shouldInterpolate: Bool

  /// The mapping of colours outside the gamut of a device.
  public let renderingIntent: CGColorRenderingIntent

  /// Creates an image from pixels in memory, which are not copied.
  ///
  /// Fails if a size is not positive, a row is shorter than its pixels, a pixel is smaller than its components or not a
  /// whole number of bytes, the alpha information is unknown, the memory is too short, or a decode array is passed.
  ///
  /// - Note: Difference from Apple: pixels smaller than a byte and decode arrays are not supported; memory that is too
  ///   short is rejected, which Apple's initializer does not detect.
  public init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    guard width > 0, height > 0, bitsPerComponent > 0, bitsPerPixel > 0, bitsPerPixel % 8 == 0, bytesPerRow > 0,
      decode == nil, let alpha = CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
    else { return nil }
    let components = CGImage.componentCount(space: space, alpha: alpha)
    guard bitsPerComponent <= bitsPerPixel / components,
      let size = CGImage.byteCount(width: width, height: height, bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow),
      size <= provider.data?.length ?? 0
    else { return nil }
    self.width = width
    self.height = height
    self.bitsPerComponent = bitsPerComponent
    self.bitsPerPixel = bitsPerPixel
    self.bytesPerRow = bytesPerRow
    self.bitmapInfo = bitmapInfo
    self.shouldInterpolate = shouldInterpolate
    colorSpace = alpha == .alphaOnly ? nil : space
    dataProvider = provider
    renderingIntent = intent
  }

  private static func componentCount(space: CGColorSpace, alpha: CGImageAlphaInfo) -> Int {
    switch alpha {
    case .alphaOnly: 1
    case .none: space.numberOfComponents
    default: space.numberOfComponents + 1
    }
  }

  /// The number of bytes from the first pixel to the last; nil if rows overlap or the number overflows.
  private static func byteCount(width: Int, height: Int, bitsPerPixel: Int, bytesPerRow: Int) -> Int? {
    let (row, rowOverflow) = width.multipliedReportingOverflow(by: bitsPerPixel / 8)
    let (rows, rowsOverflow) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
    let (total, totalOverflow) = rows.addingReportingOverflow(row)
    return rowOverflow || rowsOverflow || totalOverflow || row > bytesPerRow ? nil : total
  }
}
