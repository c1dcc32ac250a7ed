import Foundation
import PlayheadBasics

/// How a frame fills its area.
enum VideoGravity: Sendable {
  /// The whole frame in its aspect ratio, with black bars.
  case fit
  /// No bars: the frame has its aspect ratio and is cropped.
  case fill
  /// No bars: the frame is stretched to the area.
  case stretch
}

/// A rectangle in whole device pixels.
struct PixelRectangle: Sendable, Hashable {
  /// The left edge; negative if the rectangle begins outside of the area.
  var x: Int
  /// The upper edge; negative if the rectangle begins outside of the area.
  var y: Int
  var width: Int
  var height: Int

  var isEmpty: Bool { width <= 0 || height <= 0 }
}

/// The position of a frame in a view. Pure arithmetic on device pixels.
enum VideoGeometry {
  /// The rectangle of a frame with the aspect ratio of `display` (square pixels, upright) in an area of `width` ×
  /// `height` pixels.
  ///
  /// Centered, and in whole pixels, so that the frame is scaled only once, to this size. With `.fill` it extends beyond
  /// the area. Empty if either has no size.
  ///
  /// - Parameters:
  ///   - grain: Positions and sizes are multiples of it, for areas that consist of units of this many pixels.
  ///   - zoom: The size relative to the one that the gravity results in.
  static func place(
    display: (width: Double, height: Double), width: Int, height: Int, gravity: VideoGravity, grain: Int = 1,
    zoom: Double = 1
  ) -> PixelRectangle {
    guard display.width > 0, display.height > 0, width > 0, height > 0 else {
      return PixelRectangle(x: 0, y: 0, width: 0, height: 0)
    }
    if gravity == .stretch, zoom == 1 { return PixelRectangle(x: 0, y: 0, width: width, height: height) }
    let horizontal = Double(width) / display.width
    let vertical = Double(height) / display.height
    if grain > 1, width % grain == 0, height % grain == 0 {
      let place = place(display: display, width: width / grain, height: height / grain, gravity: gravity, zoom: zoom)
      return PixelRectangle(
        x: place.x * grain, y: place.y * grain, width: place.width * grain, height: place.height * grain)
    }
    let scale = gravity == .fit ? min(horizontal, vertical) : max(horizontal, vertical)
    let (across, down) = gravity == .stretch ? (horizontal, vertical) : (scale, scale)
    let placedWidth = pixels(display.width * across * zoom, nearly: width)
    let placedHeight = pixels(display.height * down * zoom, nearly: height)
    // Halves are rounded down on both axes: a frame one pixel smaller than its area is at the top left, as in a window
    // that has the video's own size.
    return PixelRectangle(
      x: (width - placedWidth) >> 1, y: (height - placedHeight) >> 1, width: placedWidth, height: placedHeight)
  }

  /// Rounds to whole pixels, at least one. A length within one pixel of the area's fills it: a black line of one pixel
  /// is never intended in an 853 × 480 file.
  private static func pixels(_ length: Double, nearly area: Int) -> Int {
    abs(length - Double(area)) <= 1 ? area : max(1, Int(saturating: length.rounded()))
  }

  /// The parts of the area outside the frame, at most four rectangles that do not overlap.
  static func margins(around frame: PixelRectangle, width: Int, height: Int) -> [PixelRectangle] {
    let left = max(0, min(width, frame.x))
    let right = max(left, min(width, frame.x + frame.width))
    let top = max(0, min(height, frame.y))
    let bottom = max(top, min(height, frame.y + frame.height))
    return [
      PixelRectangle(x: 0, y: 0, width: width, height: top),
      PixelRectangle(x: 0, y: bottom, width: width, height: height - bottom),
      PixelRectangle(x: 0, y: top, width: left, height: bottom - top),
      PixelRectangle(x: right, y: top, width: width - right, height: bottom - top),
    ].filter { !$0.isEmpty }
  }
}
