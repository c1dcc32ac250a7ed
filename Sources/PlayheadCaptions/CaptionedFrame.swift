/// The pixels of a frame for drawing captions into it: blue, green, red, and an unused byte.
package struct CaptionedFrame {
  /// The first byte of the first row, owned by the caller.
  private let address: UnsafeMutableRawPointer
  /// The distance of rows in bytes.
  private let bytesPerRow: Int
  /// The position of the frame on the caption canvas.
  private let place: BandCanvas.Rectangle

  /// Must not outlive the memory. `address` and `bytesPerRow` are multiples of four.
  package init(
    _ address: UnsafeMutableRawPointer, x: Int, y: Int, width: Int, height: Int, bytesPerRow: Int
  ) {
    (self.address, self.bytesPerRow) = (address, bytesPerRow)
    place = BandCanvas.Rectangle(x: x, y: y, width: width, height: height)
  }

  /// Draws an overlay. False, without drawing, if a part of it is outside of the frame.
  func draw(_ overlay: CaptionOverlay) -> Bool {
    guard overlay.bitmaps.allSatisfy({ place.contains($0.place) }), let surface else { return false }
    for bitmap in overlay.bitmaps { surface.draw(bitmap, x: bitmap.x - place.x, y: bitmap.y - place.y) }
    return true
  }

  /// Draws captions that are not rendered to bitmaps. False, without drawing, if a part of them is outside of the
  /// frame.
  func draw(_ captions: BandCanvas) -> Bool {
    guard captions.places.allSatisfy({ place.contains($0) }), let surface else { return false }
    captions.draw(on: surface, at: place)
    return true
  }

  /// The frame's memory as a surface; nil if memory is exhausted.
  private var surface: PixelSurface? {
    PixelSurface(address, width: place.width, height: place.height, bytesPerRow: bytesPerRow)
  }
}

extension CaptionBitmap {
  /// The rectangle of the bitmap on its canvas.
  fileprivate var place: BandCanvas.Rectangle { BandCanvas.Rectangle(x: x, y: y, width: width, height: height) }
}
