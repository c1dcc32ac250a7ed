import CoreMedia
import PlayheadText

/// What captions look like at one moment: a few pictures to be laid over the film. Immutable.
package final class CaptionOverlay: Sendable {
  package let bitmaps: [CaptionBitmap]
  /// What it was drawn for.
  package let canvas: CaptionCanvas

  package init(bitmaps: [CaptionBitmap], canvas: CaptionCanvas) {
    self.bitmaps = bitmaps
    self.canvas = canvas
  }
}

/// A part of an overlay. Its pixels are those of the screen: it is laid over the film unscaled.
package final class CaptionBitmap: Sendable {
  /// From the top left corner of the canvas.
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int
  /// Blue, green, red, opacity; colours multiplied by the opacity. `width × height` of them, without gaps.
  package let pixels: [UInt8]

  package init(x: Int, y: Int, width: Int, height: Int, pixels: [UInt8]) {
    (self.x, self.y, self.width, self.height, self.pixels) = (x, y, width, height, pixels)
  }
}

/// What captions are drawn on, in pixels of the screen.
package struct CaptionCanvas: Sendable, Hashable {
  /// The part of the screen on which something may be seen.
  package var width: Int
  package var height: Int
  /// Where the whole picture lies in it; it may reach over its edges.
  package var pictureX: Int
  package var pictureY: Int
  package var pictureWidth: Int
  package var pictureHeight: Int
  /// The size in which the film is stored: what sizes in scripts refer to.
  package var storageWidth: Int
  package var storageHeight: Int
  /// How much at its lower edge is covered by something else.
  package var coveredBelow = 0

  /// A canvas that the picture fills.
  package init(width: Int, height: Int, storageWidth: Int = 0, storageHeight: Int = 0) {
    (self.width, self.height) = (width, height)
    (pictureX, pictureY, pictureWidth, pictureHeight) = (0, 0, width, height)
    (self.storageWidth, self.storageHeight) = (storageWidth, storageHeight)
  }

  /// Larger than any screen: nobody means it.
  static let limit = 16384

  var isUsable: Bool {
    (1...Self.limit).contains(width) && (1...Self.limit).contains(height) && (1...Self.limit * 4).contains(pictureWidth)
      && (1...Self.limit * 4).contains(pictureHeight)
  }

  /// The part of the picture that is seen.
  var visible: (x: Int, y: Int, width: Int, height: Int) {
    let (left, top) = (max(0, pictureX), max(0, pictureY))
    let right = min(width, pictureX + pictureWidth)
    let bottom = min(height, pictureY + pictureHeight)
    return (left, top, max(0, right - left), max(0, bottom - top))
  }
}
