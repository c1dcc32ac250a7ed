/// The pixel aspect ratio, width over height.
package struct PixelAspect: Sendable, Hashable {
  /// The relative width of a sample.
  package var horizontal: Int32
  /// The relative height of a sample.
  package var vertical: Int32
  /// Samples as wide as they are high.
  package static let square = PixelAspect(horizontal: 1, vertical: 1)

  /// Reduces to lowest terms. Anything but a positive ratio counts as square.
  package init(horizontal: Int32, vertical: Int32) {
    guard horizontal > 0, vertical > 0 else {
      (self.horizontal, self.vertical) = (1, 1)
      return
    }
    var (divisor, rest) = (horizontal, vertical)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    (self.horizontal, self.vertical) = (horizontal / divisor, vertical / divisor)
  }

  /// Width divided by height of a pixel.
  package var ratio: Double { Double(horizontal) / Double(vertical) }
}
