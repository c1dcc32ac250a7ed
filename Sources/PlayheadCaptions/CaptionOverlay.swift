import CoreMedia
import PlayheadText

/// The captions at one moment: bitmaps to compose over the video. Immutable.
package final class CaptionOverlay: Sendable {
  package let bitmaps: [CaptionBitmap]
  /// The canvas that it was drawn for.
  package let canvas: CaptionCanvas

  package init(bitmaps: [CaptionBitmap], canvas: CaptionCanvas) {
    self.bitmaps = bitmaps
    self.canvas = canvas
  }
}

/// A part of an overlay in screen pixels: composed over the video without scaling.
package final class CaptionBitmap: Sendable {
  /// From the top left corner of the canvas.
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int
  /// Blue, green, red, alpha; premultiplied. `width × height` pixels, without padding.
  package let pixels: [UInt8]

  package init(x: Int, y: Int, width: Int, height: Int, pixels: [UInt8]) {
    (self.x, self.y, self.width, self.height, self.pixels) = (x, y, width, height, pixels)
  }
}

/// The drawing area of captions, in screen pixels.
package struct CaptionCanvas: Sendable, Hashable {
  /// The visible area.
  package var width: Int
  package var height: Int
  /// The position of the whole frame; it may extend beyond the edges.
  package var pictureX: Int
  package var pictureY: Int
  package var pictureWidth: Int
  package var pictureHeight: Int
  /// The stored size of the video, which sizes in scripts refer to.
  package var storageWidth: Int
  package var storageHeight: Int
  /// The height at the lower edge that is covered by controls.
  package var coveredBelow = 0

  /// A canvas that the frame fills.
  package init(width: Int, height: Int, storageWidth: Int = 0, storageHeight: Int = 0) {
    (self.width, self.height) = (width, height)
    (pictureX, pictureY, pictureWidth, pictureHeight) = (0, 0, width, height)
    (self.storageWidth, self.storageHeight) = (storageWidth, storageHeight)
  }

  /// The size limit, larger than any screen.
  static let limit = 16384

  var isUsable: Bool {
    (1...Self.limit).contains(width) && (1...Self.limit).contains(height) && (1...Self.limit * 4).contains(pictureWidth)
      && (1...Self.limit * 4).contains(pictureHeight)
  }

  /// The visible part of the frame.
  var visible: (x: Int, y: Int, width: Int, height: Int) {
    let (left, top) = (max(0, pictureX), max(0, pictureY))
    let right = min(width, pictureX + pictureWidth)
    let bottom = min(height, pictureY + pictureHeight)
    return (left, top, max(0, right - left), max(0, bottom - top))
  }
}
