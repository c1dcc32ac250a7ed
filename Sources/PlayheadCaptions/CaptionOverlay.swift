import CoreMedia
import PlayheadText

/// The captions at one moment: bitmaps to compose over the video. Immutable.
package final class CaptionOverlay: Sendable {
  /// The bitmaps of the overlay, in canvas coordinates.
  package let bitmaps: [CaptionBitmap]
  /// The canvas that it was drawn for.
  package let canvas: CaptionCanvas

  /// Creates an overlay from bitmaps in the coordinates of a canvas.
  package init(bitmaps: [CaptionBitmap], canvas: CaptionCanvas) {
    self.bitmaps = bitmaps
    self.canvas = canvas
  }
}

/// A part of an overlay in screen pixels: composed over the video without scaling.
package final class CaptionBitmap: Sendable {
  /// From the top left corner of the canvas.
  package let x: Int
  /// From the top left corner of the canvas.
  package let y: Int
  package let width: Int
  package let height: Int
  /// Blue, green, red, alpha; premultiplied. `width × height` pixels, without padding.
  package let pixels: [UInt8]

  /// Creates a bitmap. The caller ensures that `pixels` has `width × height × 4` bytes.
  package init(x: Int, y: Int, width: Int, height: Int, pixels: [UInt8]) {
    (self.x, self.y, self.width, self.height, self.pixels) = (x, y, width, height, pixels)
  }
}

/// The drawing area of captions, in screen pixels.
package struct CaptionCanvas: Sendable, Hashable {
  /// The visible area.
  package var width: Int
  /// The height of the visible area.
  package var height: Int
  /// The position of the whole frame; it may extend beyond the edges.
  package var frameX: Int
  /// The upper edge of the whole frame; negative if it extends beyond the area.
  package var frameY: Int
  /// The width of the whole frame, including parts outside of the visible area.
  package var frameWidth: Int
  /// The height of the whole frame, including parts outside of the visible area.
  package var frameHeight: Int
  /// The stored size of the video, which sizes in scripts refer to.
  package var storageWidth: Int
  /// The stored height of the video; 0 if it is unknown.
  package var storageHeight: Int
  /// The height at the lower edge that is covered by controls.
  package var coveredBelow = 0

  /// A canvas that the frame fills.
  package init(width: Int, height: Int, storageWidth: Int = 0, storageHeight: Int = 0) {
    (self.width, self.height) = (width, height)
    (frameX, frameY, frameWidth, frameHeight) = (0, 0, width, height)
    (self.storageWidth, self.storageHeight) = (storageWidth, storageHeight)
  }

  /// The size limit, larger than any screen.
  static let limit = 16384

  /// Whether all sizes are within the limits. Nothing is drawn on other canvases.
  var isUsable: Bool {
    (1...Self.limit).contains(width) && (1...Self.limit).contains(height) && (1...Self.limit * 4).contains(frameWidth)
      && (1...Self.limit * 4).contains(frameHeight)
  }

  /// The visible part of the frame.
  var visible: (x: Int, y: Int, width: Int, height: Int) {
    let (left, top) = (max(0, frameX), max(0, frameY))
    let right = min(width, frameX + frameWidth)
    let bottom = min(height, frameY + frameHeight)
    return (left, top, max(0, right - left), max(0, bottom - top))
  }
}
