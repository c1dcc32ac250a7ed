import CPlayheadASS
import PlayheadText

/// Collects what is to be drawn, and puts what lies close together into one bitmap: captions at the top and at the bottom do not
/// make a picture as large as the screen.
struct BandCanvas {
  private struct Mask {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var stride: Int
    var color: UInt32
    var alpha: UnsafePointer<UInt8>
  }

  private var masks: [Mask] = []
  private var pictures: [(rectangle: Rectangle, pixels: [UInt8])] = []
  private let width: Int
  private let height: Int

  struct Rectangle {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var right: Int { x + width }
    var bottom: Int { y + height }
  }

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Masks are read in `bitmaps()`, and must live until then. `offset`: where their area lies on the canvas.
  mutating func add(_ first: UnsafeMutablePointer<ASS_Image>?, offset: (x: Int, y: Int)) {
    var next = first
    while let image = next?.pointee {
      next = image.next
      guard let bitmap = image.bitmap, image.w > 0, image.h > 0, image.color & 0xFF != 0xFF else { continue }
      masks.append(
        Mask(
          x: Int(image.dst_x) + offset.x, y: Int(image.dst_y) + offset.y, width: Int(image.w), height: Int(image.h),
          stride: Int(image.stride), color: image.color, alpha: UnsafePointer(bitmap)))
    }
  }

  /// A finished picture, below all masks.
  mutating func add(_ pixels: [UInt8], at rectangle: Rectangle) { pictures.append((rectangle, pixels)) }

  func bitmaps() -> [CaptionBitmap] {
    let all =
      masks.map { clip(Rectangle(x: $0.x, y: $0.y, width: $0.width, height: $0.height)) }
      + pictures.map { clip($0.rectangle) }
    return Self.bands(all.compactMap { $0 }).map { draw($0) }
  }

  private func clip(_ rectangle: Rectangle) -> Rectangle? {
    let (left, top) = (max(0, rectangle.x), max(0, rectangle.y))
    let (right, bottom) = (min(width, rectangle.right), min(height, rectangle.bottom))
    guard right > left, bottom > top else { return nil }
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Joins rectangles whose rows touch.
  static func bands(_ rectangles: [Rectangle]) -> [Rectangle] {
    var bands: [Rectangle] = []
    for rectangle in rectangles.sorted(by: { $0.y < $1.y }) {
      guard let last = bands.last, rectangle.y <= last.bottom else {
        bands.append(rectangle)
        continue
      }
      let (left, right) = (min(last.x, rectangle.x), max(last.right, rectangle.right))
      bands[bands.count - 1] = Rectangle(
        x: left, y: last.y, width: right - left, height: max(last.bottom, rectangle.bottom) - last.y)
    }
    return bands
  }

  private func draw(_ band: Rectangle) -> CaptionBitmap {
    var pixels = [UInt8](repeating: 0, count: band.width * band.height * 4)
    pixels.withUnsafeMutableBufferPointer { target in
      for picture in pictures { Self.blend(picture.pixels, picture.rectangle, into: target, band) }
      for mask in masks { Self.blend(mask, into: target, band) }
    }
    return CaptionBitmap(x: band.x, y: band.y, width: band.width, height: band.height, pixels: pixels)
  }

  private static func blend(_ mask: Mask, into target: UnsafeMutableBufferPointer<UInt8>, _ band: Rectangle) {
    let rows = max(mask.y, band.y)..<max(max(mask.y, band.y), min(mask.y + mask.height, band.bottom))
    let columns = max(mask.x, band.x)..<max(max(mask.x, band.x), min(mask.x + mask.width, band.right))
    guard let base = target.baseAddress, !columns.isEmpty else { return }
    let ink = Ink(mask.color)
    for row in rows {
      let source = mask.alpha + (row - mask.y) * mask.stride + (columns.lowerBound - mask.x)
      let line = UnsafeMutableRawPointer(base + ((row - band.y) * band.width + (columns.lowerBound - band.x)) * 4)
      ink.draw(source, over: line.assumingMemoryBound(to: UInt32.self), count: columns.count)
    }
  }

  private static func blend(
    _ pixels: [UInt8], _ place: Rectangle, into target: UnsafeMutableBufferPointer<UInt8>, _ band: Rectangle
  ) {
    let rows = max(place.y, band.y)..<max(max(place.y, band.y), min(place.bottom, band.bottom))
    let columns = max(place.x, band.x)..<max(max(place.x, band.x), min(place.right, band.right))
    for row in rows {
      for column in columns {
        let source = ((row - place.y) * place.width + column - place.x) * 4
        let index = ((row - band.y) * band.width + column - band.x) * 4
        let rest = 255 - UInt32(pixels[source + 3])
        for channel in 0..<4 {
          target[index + channel] = UInt8(
            truncatingIfNeeded: UInt32(pixels[source + channel]) + divided(UInt32(target[index + channel]) * rest))
        }
      }
    }
  }

  /// Divided by 255, rounded, for products of two bytes.
  private static func divided(_ value: UInt32) -> UInt32 { (value + 128 + ((value + 128) >> 8)) >> 8 }
}

/// One colour, laid through masks over pixels that are blue, green, red and opacity in the memory, multiplied by their opacity.
private struct Ink {
  private let opacity: UInt32
  /// Blue and red, and green and opacity: two channels are computed at a time, each in 16 bits.
  private let even: UInt32
  private let odd: UInt32

  /// Red, green, blue and transparency, as libass has them.
  init(_ color: UInt32) {
    opacity = 255 - (color & 0xFF)
    even = (color >> 24) << 16 | (color >> 8 & 0xFF)
    odd = 0xFF_0000 | (color >> 16 & 0xFF)
  }

  func draw(_ mask: UnsafePointer<UInt8>, over pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    let solid = (even | odd << 8).littleEndian
    var index = 0
    while index < count {
      // Most of a mask is empty.
      if count &- index >= 8, UnsafeRawPointer(mask + index).loadUnaligned(as: UInt64.self) == 0 {
        index &+= 8
        continue
      }
      let alpha = Self.divided(UInt32(mask[index]) &* opacity)
      if alpha == 255 {
        pixels[index] = solid
      } else if alpha != 0 {
        let below = UInt32(littleEndian: pixels[index])
        let rest = 255 &- alpha
        let first = Self.dividedPair(even &* alpha &+ (below & 0xFF_00FF) &* rest)
        let second = Self.dividedPair(odd &* alpha &+ (below >> 8 & 0xFF_00FF) &* rest)
        pixels[index] = (first | second << 8).littleEndian
      }
      index &+= 1
    }
  }

  /// Divided by 255, rounded, for products of two bytes.
  private static func divided(_ value: UInt32) -> UInt32 { (value &+ 128 &+ ((value &+ 128) >> 8)) >> 8 }

  private static func dividedPair(_ pair: UInt32) -> UInt32 {
    let rounded = pair &+ 0x80_0080
    return ((rounded &+ (rounded >> 8 & 0xFF_00FF)) >> 8) & 0xFF_00FF
  }
}
