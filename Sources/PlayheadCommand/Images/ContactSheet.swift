import CoreGraphics
import Foundation
import Glibc
import PlayheadBasics

/// Arranges images in rows on one sheet that is as square as possible.
struct ContactSheet {
  /// The longest side that libjpeg and most viewers support.
  private static let longestSide = 65_500

  /// The number of images in a row.
  let columns: Int
  /// The number of rows; the last one can be incomplete.
  let rows: Int
  /// The size of every image in pixels, that of the first one.
  private let cell: (width: Int, height: Int)
  /// The pixels of the sheet, 4 bytes each, without padding between rows. Black where no image has been placed.
  private var pixels: [UInt8]

  /// Creates a sheet for `count` images as large as `first`; fails if it would exceed the limits of image files.
  init?(count: Int, first: CGImage) {
    let columns = Self.columns(count, cell: (first.width, first.height))
    self.init(columns: columns, rows: (count + columns - 1) / columns, first: first)
  }

  /// Creates a sheet of a number of columns and rows, for images as large as `first`; fails if it would exceed the
  /// limits of image files.
  init?(columns: Int, rows: Int, first: CGImage) {
    cell = (first.width, first.height)
    (self.columns, self.rows) = (columns, rows)
    guard columns * cell.width <= Self.longestSide, rows * cell.height <= Self.longestSide,
      columns * cell.width * rows * cell.height <= 1 << 28
    else { return nil }
    pixels = [UInt8](repeating: 0, count: columns * cell.width * rows * cell.height * 4)
  }

  /// The number of columns that makes the sheet most nearly square.
  static func columns(_ count: Int, cell: (width: Int, height: Int)) -> Int {
    let ideal = (Double(count) * Double(cell.height) / Double(max(1, cell.width))).squareRoot()
    return max(1, min(count, Int(saturating: ideal.rounded(.up))))
  }

  /// Copies a 32-bit image into its cell, clipped to it.
  mutating func place(_ image: CGImage, at index: Int) {
    guard image.bitsPerPixel == 32, index < columns * rows, let source = image.dataProvider?.data?.bytes else { return }
    let row = columns * cell.width * 4
    let start = index / columns * cell.height * row + index % columns * cell.width * 4
    let bytes = min(image.width, cell.width) * 4
    pixels.withUnsafeMutableBytes { pixels in
      guard let base = pixels.baseAddress else { return }
      for y in 0..<min(image.height, cell.height) {
        memcpy(base + start + y * row, source + y * image.bytesPerRow, bytes)
      }
    }
  }

  /// The sheet as an image in sRGB; nil if Core Graphics cannot create it. Copies the pixels.
  var image: CGImage? {
    guard let space = CGColorSpace(name: CGColorSpace.sRGB),
      let provider = CGDataProvider(data: NSData(data: Data(pixels)))
    else { return nil }
    return CGImage(
      width: columns * cell.width, height: rows * cell.height, bitsPerComponent: 8, bitsPerPixel: 32,
      bytesPerRow: columns * cell.width * 4, space: space,
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipFirst.rawValue).union(.byteOrder32Little),
      provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  }
}
