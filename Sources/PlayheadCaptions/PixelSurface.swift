import CPlayheadPixman

/// Borrowed pixel memory that captions are composed into: blue, green, red, alpha; premultiplied. Must not outlive the
/// memory.
package struct PixelSurface: ~Copyable {
  /// The Pixman image, which refers to the memory without owning it.
  private let image: OpaquePointer

  /// `address` and `bytesPerRow` are multiples of four. nil if memory is exhausted.
  package init?(_ address: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int) {
    let bits = address.assumingMemoryBound(to: UInt32.self)
    guard let image = pixman_image_create_bits(PIXMAN_a8r8g8b8, Int32(width), Int32(height), bits, Int32(bytesPerRow))
    else { return nil }
    self.image = image
  }

  deinit { pixman_image_unref(image) }

  /// Composes pixels of the same format over these, at a position that may be partly outside.
  package borrowing func draw(_ pixels: [UInt8], width: Int, height: Int, x: Int, y: Int) {
    precondition(pixels.count >= width * height * 4)
    pixels.withUnsafeBytes {
      guard let base = $0.baseAddress, let source = Self.reading(base, width: width, height: height) else { return }
      pixman_image_composite32(
        PIXMAN_OP_OVER, source.image, nil, image, 0, 0, 0, 0, Int32(x), Int32(y), Int32(width), Int32(height))
    }
  }

  /// Composes a caption bitmap over these pixels, at a position that may be partly outside.
  package borrowing func draw(_ bitmap: CaptionBitmap, x: Int, y: Int) {
    draw(bitmap.pixels, width: bitmap.width, height: bitmap.height, x: x, y: y)
  }

  /// Wraps read-only pixels: Pixman's type is always writable.
  private static func reading(_ base: UnsafeRawPointer, width: Int, height: Int) -> PixelSurface? {
    PixelSurface(UnsafeMutableRawPointer(mutating: base), width: width, height: height, bytesPerRow: width * 4)
  }

  /// Composes a colour through a mask.
  borrowing func draw(_ mask: CoverageMask, x: Int, y: Int) {
    var color = mask.ink
    guard let ink = pixman_image_create_solid_fill(&color) else { return }
    defer { pixman_image_unref(ink) }
    mask.withImage { coverage, column in
      pixman_image_composite32(
        PIXMAN_OP_OVER, ink, coverage, image, 0, 0, Int32(column), 0, Int32(x), Int32(y), Int32(mask.width),
        Int32(mask.height))
    }
  }
}

/// A coverage mask with one byte for each pixel. Memory of libass, valid until its next frame.
struct CoverageMask {
  /// The number of visible bytes in a row.
  var width: Int
  var height: Int
  /// The distance of rows in bytes. It may exceed the width.
  var stride: Int
  /// Red, green, blue and transparency, as in libass.
  var color: UInt32
  /// The coverage of the first pixel: 0 is outside, 255 is fully covered.
  var bytes: UnsafePointer<UInt8>

  /// The premultiplied colour.
  fileprivate var ink: pixman_color_t {
    let opacity = 255 - (color & 0xFF)
    func channel(_ shift: UInt32) -> UInt16 { UInt16((color >> shift & 0xFF) * opacity * 257 / 255) }
    return pixman_color_t(red: channel(24), green: channel(16), blue: channel(8), alpha: UInt16(opacity * 257))
  }

  /// Pixman requires word-aligned rows: a misaligned start is read from the word before, other row lengths are copied.
  fileprivate func withImage(_ body: (OpaquePointer, _ column: Int) -> Void) {
    guard stride % 4 == 0 else { return withAlignedCopy(body) }
    let column = Int(UInt(bitPattern: bytes) % 4)
    Self.withImage(bytes - column, width + column, height, stride) { body($0, column) }
  }

  /// Copies the mask to rows that are multiples of four bytes.
  private func withAlignedCopy(_ body: (OpaquePointer, _ column: Int) -> Void) {
    let aligned = (width + 3) / 4 * 4
    withUnsafeTemporaryAllocation(byteCount: aligned * height, alignment: 4) { copy in
      guard let base = copy.baseAddress else { return }
      for row in 0..<height { (base + row * aligned).copyMemory(from: bytes + row * stride, byteCount: width) }
      Self.withImage(base.assumingMemoryBound(to: UInt8.self), width, height, aligned) { body($0, 0) }
    }
  }

  /// Wraps aligned rows for the duration of the call. `body` is not called if memory is exhausted.
  private static func withImage(
    _ bytes: UnsafePointer<UInt8>, _ width: Int, _ height: Int, _ stride: Int, _ body: (OpaquePointer) -> Void
  ) {
    let words = UnsafeMutableRawPointer(mutating: bytes).assumingMemoryBound(to: UInt32.self)
    guard let image = pixman_image_create_bits(PIXMAN_a8, Int32(width), Int32(height), words, Int32(stride)) else {
      return
    }
    body(image)
    pixman_image_unref(image)
  }
}
