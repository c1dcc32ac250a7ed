import Foundation
import PlayheadBasics

/// How a picture fills the area it is given.
enum VideoGravity: Sendable {
  /// Whole picture, its own shape, black where it does not reach.
  case fit
  /// No black: the picture keeps its shape and loses what reaches over the edges.
  case fill
  /// No black: the picture takes the shape of the area.
  case stretch
}

/// A rectangle in whole device pixels.
struct PixelRectangle: Sendable, Hashable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var isEmpty: Bool { width <= 0 || height <= 0 }
}

/// Where a picture goes in a view. Pure arithmetic on device pixels.
enum VideoGeometry {
  /// The place of a picture whose shape is `display` (square pixels, upright) in an area of `width` × `height` pixels.
  ///
  /// In whole pixels, so that scaling once to this size is all that is ever done to it, and centred. With `.fill` it reaches
  /// over the edges of the area. Empty where either has no size.
  ///
  /// - Parameters:
  ///   - grain: places and sizes are multiples of it, as those of an area of whole units of this many pixels are.
  static func place(
    display: (width: Double, height: Double), width: Int, height: Int, gravity: VideoGravity, grain: Int = 1
  ) -> PixelRectangle {
    guard display.width > 0, display.height > 0, width > 0, height > 0 else {
      return PixelRectangle(x: 0, y: 0, width: 0, height: 0)
    }
    if gravity == .stretch { return PixelRectangle(x: 0, y: 0, width: width, height: height) }
    let horizontal = Double(width) / display.width
    let vertical = Double(height) / display.height
    if grain > 1, width % grain == 0, height % grain == 0 {
      let place = place(display: display, width: width / grain, height: height / grain, gravity: gravity)
      return PixelRectangle(
        x: place.x * grain, y: place.y * grain, width: place.width * grain, height: place.height * grain)
    }
    let scale = gravity == .fit ? min(horizontal, vertical) : max(horizontal, vertical)
    let placedWidth = pixels(display.width * scale, nearly: width)
    let placedHeight = pixels(display.height * scale, nearly: height)
    // Halves round down on both axes: a picture one pixel smaller than its area sits at the top left, as in a window that
    // was given the video's own size.
    return PixelRectangle(
      x: (width - placedWidth) >> 1, y: (height - placedHeight) >> 1, width: placedWidth, height: placedHeight)
  }

  /// Whole pixels, at least one. A length within one pixel of the area's takes all of it: a line of black one pixel wide is
  /// never what the maker of a 853 × 480 file meant.
  private static func pixels(_ length: Double, nearly area: Int) -> Int {
    abs(length - Double(area)) <= 1 ? area : max(1, Int(saturating: length.rounded()))
  }

  /// What of the area the picture leaves free, at most four rectangles that do not overlap.
  static func margins(around picture: PixelRectangle, width: Int, height: Int) -> [PixelRectangle] {
    let left = max(0, min(width, picture.x))
    let right = max(left, min(width, picture.x + picture.width))
    let top = max(0, min(height, picture.y))
    let bottom = max(top, min(height, picture.y + picture.height))
    return [
      PixelRectangle(x: 0, y: 0, width: width, height: top),
      PixelRectangle(x: 0, y: bottom, width: width, height: height - bottom),
      PixelRectangle(x: 0, y: top, width: left, height: bottom - top),
      PixelRectangle(x: right, y: top, width: width - right, height: bottom - top),
    ].filter { !$0.isEmpty }
  }
}
