import PlayheadBasics
import PlayheadText

extension CueBitmap {
  /// The position and the pixels on a screen of this size, to which the whole canvas is scaled.
  func scaled(toWidth width: Int, height: Int) -> (rectangle: BandCanvas.Rectangle, pixels: [UInt8])? {
    let (horizontal, vertical) = (Double(width) / Double(canvasWidth), Double(height) / Double(canvasHeight))
    let left = Int(saturating: (Double(x) * horizontal).rounded())
    let top = Int(saturating: (Double(y) * vertical).rounded())
    let wide = Int(saturating: (Double(x + self.width) * horizontal).rounded()) - left
    let tall = Int(saturating: (Double(y + self.height) * vertical).rounded()) - top
    guard wide > 0, tall > 0, wide <= CaptionCanvas.limit, tall <= CaptionCanvas.limit else { return nil }
    let rectangle = BandCanvas.Rectangle(x: left, y: top, width: wide, height: tall)
    if (wide, tall) == (self.width, self.height) { return (rectangle, pixels) }
    return (rectangle, resampled(wide, tall))
  }

  /// Scales up by bilinear interpolation, and down by averaging.
  private func resampled(_ wide: Int, _ tall: Int) -> [UInt8] {
    let columns = (0..<wide).map { Self.weights($0, of: wide, in: width) }
    let rows = (0..<tall).map { Self.weights($0, of: tall, in: height) }
    var result = [UInt8](repeating: 0, count: wide * tall * 4)
    var index = 0
    for row in rows {
      for column in columns {
        var sums = (0.0, 0.0, 0.0, 0.0)
        for (y, vertical) in row {
          for (x, horizontal) in column {
            let source = (y * width + x) * 4
            let weight = vertical * horizontal
            sums.0 += weight * Double(pixels[source])
            sums.1 += weight * Double(pixels[source + 1])
            sums.2 += weight * Double(pixels[source + 2])
            sums.3 += weight * Double(pixels[source + 3])
          }
        }
        result[index] = UInt8(min(255, sums.0.rounded()))
        result[index + 1] = UInt8(min(255, sums.1.rounded()))
        result[index + 2] = UInt8(min(255, sums.2.rounded()))
        result[index + 3] = UInt8(min(255, sums.3.rounded()))
        index += 4
      }
    }
    return result
  }

  /// The source pixels of a target pixel, and their weights.
  private static func weights(_ place: Int, of current: Int, in count: Int) -> [(Int, Double)] {
    let scale = Double(count) / Double(current)
    if scale <= 1 {
      let center = (Double(place) + 0.5) * scale - 0.5
      let first = Int(saturating: center.rounded(.down))
      let part = center - Double(first)
      return [(max(0, first), 1 - part), (min(count - 1, first + 1), part)]
    }
    let (start, end) = (Double(place) * scale, Double(place + 1) * scale)
    return (Int(saturating: start)...min(count - 1, Int(saturating: end))).compactMap { pixel in
      let share = min(end, Double(pixel + 1)) - max(start, Double(pixel))
      return share > 0 ? (pixel, share / scale) : nil
    }
  }
}
