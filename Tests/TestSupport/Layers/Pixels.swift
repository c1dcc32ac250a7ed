import CoreGraphics
import Foundation

/// Reads the pixels of a rendered image.
public struct Pixels {
  public let image: CGImage
  private let data: Data

  public init?(_ image: CGImage?) {
    guard let image, let data = image.dataProvider?.data else { return nil }
    self.image = image
    self.data = data as Data
  }

  /// Red, green, blue, alpha, premultiplied.
  public subscript(_ x: Int, _ y: Int) -> [Int] {
    let index = y * image.bytesPerRow + x * 4
    return [2, 1, 0, 3].map { Int(data[index + $0]) }
  }
}
