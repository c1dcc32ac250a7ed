import PlayheadCaptions

extension CairoPicture {
  /// Blends captions into the pixels. False where a part of them lies beside the picture: they are drawn by GTK then.
  func draw(_ overlay: CaptionOverlay) -> Bool {
    guard overlay.canvas.width == viewport.width, overlay.canvas.height == viewport.height else { return false }
    let isWithin = overlay.bitmaps.allSatisfy {
      $0.x >= place.x && $0.y >= place.y && $0.x + $0.width <= place.x + buffer.width
        && $0.y + $0.height <= place.y + buffer.height
    }
    guard isWithin else { return false }
    for bitmap in overlay.bitmaps { blend(bitmap) }
    return true
  }

  /// Colours of captions are multiplied by their opacity already.
  private func blend(_ bitmap: CaptionBitmap) {
    bitmap.pixels.withUnsafeBytes { pixels in
      guard let source = pixels.baseAddress else { return }
      for row in 0..<bitmap.height {
        let from = (source + row * bitmap.width * 4).assumingMemoryBound(to: UInt32.self)
        let line = buffer.address + (bitmap.y - place.y + row) * buffer.bytesPerRow + (bitmap.x - place.x) * 4
        Self.blend(from, over: line.assumingMemoryBound(to: UInt32.self), count: bitmap.width)
      }
    }
  }

  private static func blend(_ source: UnsafePointer<UInt32>, over target: UnsafeMutablePointer<UInt32>, count: Int) {
    for index in 0..<count {
      let pixel = UInt32(littleEndian: source[index])
      // Most of a line is nothing, most of the rest is letters.
      if pixel == 0 { continue }
      if pixel >> 24 == 255 {
        target[index] = source[index]
        continue
      }
      let below = UInt32(littleEndian: target[index])
      let rest = 255 - pixel >> 24
      // Two channels at a time, divided by 255 and rounded.
      let even = divided((below & 0x00FF_00FF) * rest)
      let odd = divided((below >> 8 & 0x00FF_00FF) * rest) << 8
      target[index] = (pixel &+ (even | odd)).littleEndian
    }
  }

  private static func divided(_ pair: UInt32) -> UInt32 {
    let rounded = pair &+ 0x0080_0080
    return ((rounded &+ (rounded >> 8 & 0x00FF_00FF)) >> 8) & 0x00FF_00FF
  }
}
