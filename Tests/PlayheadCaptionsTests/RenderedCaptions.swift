import Foundation
import PlayheadCaptions

/// An image of three bytes a pixel, with a similarity measure.
struct RenderedCaptions {
  var width: Int
  var height: Int
  var pixels: [UInt8]

  /// Uniform gray.
  init(width: Int, height: Int, gray: UInt8) {
    (self.width, self.height) = (width, height)
    pixels = [UInt8](repeating: gray, count: width * height * 3)
  }

  /// Composites the captions over it.
  mutating func lay(_ overlay: CaptionOverlay?) {
    for bitmap in overlay?.bitmaps ?? [] {
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width {
          let source = (y * bitmap.width + x) * 4
          let target = ((y + bitmap.y) * width + x + bitmap.x) * 3
          let rest = 255 - Int(bitmap.pixels[source + 3])
          for channel in 0..<3 {
            // The bitmap is in BGR order, the image in RGB.
            let value = Int(bitmap.pixels[source + 2 - channel]) + (Int(pixels[target + channel]) * rest + 127) / 255
            pixels[target + channel] = UInt8(min(255, value))
          }
        }
      }
    }
  }

  /// The mean structural similarity of windows of 8 by 8 in brightness (Wang et al. 2004), over the windows in which
  /// either image shows anything: empty areas are equal in all images.
  func similarity(to other: RenderedCaptions, gray: Double) -> Double {
    guard width == other.width, height == other.height else { return 0 }
    var (sum, count) = (0.0, 0)
    let byte = UInt8(gray)
    let plain = (0..<height).map { isPlain(row: $0, gray: byte) && other.isPlain(row: $0, gray: byte) }
    for y in stride(from: 0, to: height - 7, by: 4) where !plain[y..<y + 8].allSatisfy({ $0 }) {
      for x in stride(from: 0, to: width - 7, by: 4) {
        let (a, b) = (window(x, y), other.window(x, y))
        guard a.contains(where: { abs($0 - gray) > 2 }) || b.contains(where: { abs($0 - gray) > 2 }) else { continue }
        sum += Self.similarity(a, b)
        count += 1
      }
    }
    return count == 0 ? 1 : sum / Double(count)
  }

  /// A range of its rows.
  func cut(from top: Int, to bottom: Int) -> RenderedCaptions {
    var part = RenderedCaptions(width: width, height: max(0, bottom - top), gray: 0)
    part.pixels = Array(pixels[top * width * 3..<max(top, bottom) * width * 3])
    return part
  }

  /// Writes it into the folder that `PLAYHEAD_PICTURES` names, for inspection.
  func show(_ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["PLAYHEAD_PICTURES"] else { return }
    let file = URL(fileURLWithPath: folder).appendingPathComponent(name.replacing("/", with: " ") + ".ppm")
    try (Data("P6 \(width) \(height) 255\n".utf8) + Data(pixels)).write(to: file)
  }

  /// Whether anything is drawn on it.
  func isEmpty(gray: UInt8) -> Bool { (0..<height).allSatisfy { isPlain(row: $0, gray: gray) } }

  /// Whether nothing is drawn in a row.
  private func isPlain(row: Int, gray: UInt8) -> Bool {
    pixels.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      // All bytes are equal if each equals the next.
      let start = base + row * width * 3
      return width > 0 && bytes[row * width * 3] == gray && memcmp(start, start + 1, width * 3 - 1) == 0
    }
  }

  /// The rectangle that holds everything that is drawn: left, top, right, bottom; nil where nothing is.
  func bounds(gray: UInt8) -> (left: Int, top: Int, right: Int, bottom: Int)? {
    var found: (left: Int, top: Int, right: Int, bottom: Int)?
    for y in 0..<height where !isPlain(row: y, gray: gray) {
      for x in 0..<width where (0..<3).contains(where: { pixels[(y * width + x) * 3 + $0] != gray }) {
        let old = found ?? (x, y, x, y)
        found = (min(old.left, x), min(old.top, y), max(old.right, x), max(old.bottom, y))
      }
    }
    return found
  }

  private func window(_ x: Int, _ y: Int) -> [Double] {
    (0..<64).map { index in
      let place = ((y + index / 8) * width + x + index % 8) * 3
      return 0.299 * Double(pixels[place]) + 0.587 * Double(pixels[place + 1]) + 0.114 * Double(pixels[place + 2])
    }
  }

  private static func similarity(_ a: [Double], _ b: [Double]) -> Double {
    let meanA = a.reduce(0, +) / 64
    let meanB = b.reduce(0, +) / 64
    let varianceA = a.reduce(0) { $0 + ($1 - meanA) * ($1 - meanA) } / 63
    let varianceB = b.reduce(0) { $0 + ($1 - meanB) * ($1 - meanB) } / 63
    let covariance = zip(a, b).reduce(0) { $0 + ($1.0 - meanA) * ($1.1 - meanB) } / 63
    let (c1, c2) = (6.5025, 58.5225)
    return (2 * meanA * meanB + c1) * (2 * covariance + c2)
      / ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
  }
}
