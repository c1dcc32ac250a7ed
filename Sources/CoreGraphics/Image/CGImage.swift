import Foundation

/// A picture: rows of pixels in memory that never changes.
///
/// `Sendable`: all properties are constants of `Sendable` types.
public final class CGImage: Sendable {
  /// Pixels in a row.
  public let width: Int

  /// Rows, from the top down.
  public let height: Int

  /// Bits of one component of a pixel.
  public let bitsPerComponent: Int

  /// Bits from one pixel to the next.
  public let bitsPerPixel: Int

  /// Bytes from one row to the next.
  public let bytesPerRow: Int

  /// What the components mean.
  public let colorSpace: CGColorSpace?

  /// How the components are stored.
  public let bitmapInfo: CGBitmapInfo

  /// The memory of the pixels.
  public let dataProvider: CGDataProvider?

  /// Whether whoever draws the picture larger should smooth it.
  public let shouldInterpolate: Bool

  /// How colours that a device cannot show are to be replaced.
  public let renderingIntent: CGColorRenderingIntent

  /// A picture of pixels in memory, which is not copied.
  ///
  /// Nil when a size is not positive, a row is shorter than its pixels, a pixel is smaller than its components or not a
  /// whole number of bytes, the alpha information is unknown, the memory is too short, or a decode array is given.
  ///
  /// - Note: Difference from Apple: pixels of less than a byte and decode arrays are refused, and so is memory that is too
  ///   short, which Apple's initialiser does not notice.
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

  /// The bytes from the first pixel to the last, or nil when rows overlap or the number is too large.
  private static func byteCount(width: Int, height: Int, bitsPerPixel: Int, bytesPerRow: Int) -> Int? {
    let (row, rowOverflow) = width.multipliedReportingOverflow(by: bitsPerPixel / 8)
    let (rows, rowsOverflow) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
    let (total, totalOverflow) = rows.addingReportingOverflow(row)
    return rowOverflow || rowsOverflow || totalOverflow || row > bytesPerRow ? nil : total
  }
}
