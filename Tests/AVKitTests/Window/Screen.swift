import CPlayheadGTK

/// Reads the pixels of an X11 screen.
final class Screen {
  private let display: OpaquePointer

  init?() {
    guard let display = XOpenDisplay(nil) else { return nil }
    self.display = display
  }

  deinit { XCloseDisplay(display) }

  /// Brightness, 0 to 255, of pixels along a line from the left edge.
  func brightness(atRow y: Int, columns: [Int]) -> [Int] {
    guard let last = columns.max(),
      let image = XGetImage(
        display, XDefaultRootWindow(display), 0, Int32(y), UInt32(last + 1), 1, ~0, 2 /* ZPixmap */)
    else { return [] }
    defer { playhead_gtk_destroy_image(image) }
    guard image.pointee.bits_per_pixel == 32, let data = image.pointee.data else { return [] }
    return UnsafeRawPointer(data).withMemoryRebound(to: UInt32.self, capacity: last + 1) { pixels in
      columns.map { Int(pixels[$0] >> 8 & 255) }
    }
  }

  /// Red, green and blue, 0 to 255, of a pixel; nil outside of the screen.
  func color(x: Int, y: Int) -> [Int]? {
    guard let image = XGetImage(display, XDefaultRootWindow(display), Int32(x), Int32(y), 1, 1, ~0, 2 /* ZPixmap */)
    else { return nil }
    defer { playhead_gtk_destroy_image(image) }
    guard image.pointee.bits_per_pixel == 32, let data = image.pointee.data else { return nil }
    let pixel = UnsafeRawPointer(data).loadUnaligned(as: UInt32.self)
    return [16, 8, 0].map { Int(pixel >> $0 & 255) }
  }

  /// The number that the test clips carry in their top edge, drawn `width` pixels wide: a white block, a black block
  /// and sixteen binary digits, each a sixtieth of the width. Nil if there is none.
  func number(inFrameOfWidth width: Int) -> Int? {
    let block = width / 60
    let digits = brightness(atRow: block / 2, columns: (0..<18).map { $0 * block + block / 2 })
    guard digits.count == 18, digits.allSatisfy({ $0 < 80 || $0 > 175 }), digits[0] > 175, digits[1] < 80 else {
      return nil
    }
    return digits.dropFirst(2).reduce(0) { $0 * 2 + ($1 > 175 ? 1 : 0) }
  }
}
