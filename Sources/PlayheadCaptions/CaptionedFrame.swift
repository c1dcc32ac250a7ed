/// The pixels of a picture that captions may be drawn into: blue, green, red, and a fourth byte that nobody reads.
package struct CaptionedFrame {
  private let address: UnsafeMutableRawPointer
  private let bytesPerRow: Int
  /// Where the picture lies on the canvas of the captions.
  private let place: BandCanvas.Rectangle

  /// Must not be used longer than the memory. `address` and `bytesPerRow` are multiples of four.
  package init(
    _ address: UnsafeMutableRawPointer, x: Int, y: Int, width: Int, height: Int, bytesPerRow: Int
  ) {
    (self.address, self.bytesPerRow) = (address, bytesPerRow)
    place = BandCanvas.Rectangle(x: x, y: y, width: width, height: height)
  }

  /// False where a part of them lies beside the picture: nothing is drawn then.
  func draw(_ overlay: CaptionOverlay) -> Bool {
    guard overlay.bitmaps.allSatisfy({ place.contains($0.place) }), let sheet else { return false }
    for bitmap in overlay.bitmaps { sheet.draw(bitmap, x: bitmap.x - place.x, y: bitmap.y - place.y) }
    return true
  }

  /// The same for captions that are no bitmaps yet.
  func draw(_ captions: BandCanvas) -> Bool {
    guard captions.places.allSatisfy({ place.contains($0) }), let sheet else { return false }
    captions.draw(on: sheet, at: place)
    return true
  }

  private var sheet: PixelSheet? {
    PixelSheet(address, width: place.width, height: place.height, bytesPerRow: bytesPerRow)
  }
}

extension CaptionBitmap {
  fileprivate var place: BandCanvas.Rectangle { BandCanvas.Rectangle(x: x, y: y, width: width, height: height) }
}
