import CPlayheadASS
import PlayheadText

/// Collects drawing operations and merges adjacent ones into bitmaps: captions at the top and at the bottom do not need
/// a bitmap of the screen's size.
struct BandCanvas {
  /// The masks of libass in drawing order, with their positions on the canvas.
  private var masks: [(x: Int, y: Int, mask: CoverageMask)] = []
  /// The bitmaps of cues, which are drawn below all masks.
  private var images: [(rectangle: Rectangle, pixels: [UInt8])] = []
  /// The width of the canvas in pixels; what is outside of it is clipped.
  private let width: Int
  /// The height of the canvas in pixels; what is outside of it is clipped.
  private let height: Int

  /// A rectangle in pixels of the canvas. The right and bottom edges are exclusive.
  struct Rectangle {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var right: Int { x + width }
    var bottom: Int { y + height }

    /// Whether another rectangle is entirely inside this one.
    func contains(_ other: Rectangle) -> Bool {
      other.x >= x && other.y >= y && other.right <= right && other.bottom <= bottom
    }

    /// Whether they have rows in common.
    func touches(_ other: Rectangle) -> Bool { y < other.bottom && bottom > other.y }
  }

  /// Creates an empty canvas.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Masks are read in `bitmaps()`, and must be valid until then. `offset`: the position of their area on the canvas.
  mutating func add(_ first: UnsafeMutablePointer<ASS_Image>?, offset: (x: Int, y: Int)) {
    var next = first
    while let image = next?.pointee {
      next = image.next
      guard let bitmap = image.bitmap, image.w > 0, image.h > 0, image.color & 0xFF != 0xFF else { continue }
      let mask = CoverageMask(
        width: Int(image.w), height: Int(image.h), stride: Int(image.stride), color: image.color,
        bytes: UnsafePointer(bitmap))
      masks.append((Int(image.dst_x) + offset.x, Int(image.dst_y) + offset.y, mask))
    }
  }

  /// Adds a bitmap below all masks.
  mutating func add(_ pixels: [UInt8], at rectangle: Rectangle) { images.append((rectangle, pixels)) }

  /// One bitmap for each band, in order from the top.
  func bitmaps() -> [CaptionBitmap] { Self.bands(places).map { draw($0) } }

  /// The drawn rectangles, clipped to the canvas.
  var places: [Rectangle] {
    masks.compactMap { clip(Rectangle(x: $0.x, y: $0.y, width: $0.mask.width, height: $0.mask.height)) }
      + images.compactMap { clip($0.rectangle) }
  }

  /// The part of a rectangle inside the canvas; nil if there is none.
  private func clip(_ rectangle: Rectangle) -> Rectangle? {
    let (left, top) = (max(0, rectangle.x), max(0, rectangle.y))
    let (right, bottom) = (min(width, rectangle.right), min(height, rectangle.bottom))
    guard right > left, bottom > top else { return nil }
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Merges rectangles whose rows touch.
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

  /// Renders the part of the canvas that a band covers.
  private func draw(_ band: Rectangle) -> CaptionBitmap {
    var pixels = [UInt8](repeating: 0, count: band.width * band.height * 4)
    pixels.withUnsafeMutableBytes {
      guard let base = $0.baseAddress,
        let surface = PixelSurface(base, width: band.width, height: band.height, bytesPerRow: band.width * 4)
      else { return }
      draw(on: surface, at: band)
    }
    return CaptionBitmap(x: band.x, y: band.y, width: band.width, height: band.height, pixels: pixels)
  }

  /// Draws everything that touches a part of the canvas into the pixels of that part.
  func draw(on surface: borrowing PixelSurface, at part: Rectangle) {
    for (place, pixels) in images where place.touches(part) {
      surface.draw(pixels, width: place.width, height: place.height, x: place.x - part.x, y: place.y - part.y)
    }
    for (x, y, mask) in masks where y < part.bottom && y + mask.height > part.y {
      surface.draw(mask, x: x - part.x, y: y - part.y)
    }
  }
}
