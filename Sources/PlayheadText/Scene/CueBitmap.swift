/// A bitmap cue, as on discs and in broadcasts.
package struct CueBitmap: Equatable, Sendable {
  /// In pixels of the canvas.
  package var x: Int
  /// The upper edge in pixels of the canvas; negative values are outside of it.
  package var y: Int
  /// The number of columns, 1 to 16384.
  package var width: Int
  /// The number of rows, 1 to 16384.
  package var height: Int
  /// The width of the authoring canvas, which is scaled to the frame.
  package var canvasWidth: Int
  /// The height of the authoring canvas, which is scaled to the frame.
  package var canvasHeight: Int
  /// Blue, green, red, alpha; premultiplied. `width × height` pixels.
  package var pixels: [UInt8]

  /// nil if the numbers are inconsistent.
  package init?(
    x: Int, y: Int, width: Int, height: Int, canvasWidth: Int, canvasHeight: Int, pixels: [UInt8]
  ) {
    let limit = 16384
    guard (1...limit).contains(width), (1...limit).contains(height), (1...limit).contains(canvasWidth),
      (1...limit).contains(canvasHeight), (-limit...limit).contains(x), (-limit...limit).contains(y),
      pixels.count == width * height * 4
    else { return nil }
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    (self.canvasWidth, self.canvasHeight, self.pixels) = (canvasWidth, canvasHeight, pixels)
  }
}
