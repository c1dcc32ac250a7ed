import CPlayheadGTK
import PlayheadCaptions
import PlayheadMedia
import Synchronization

/// An HDR frame in shared memory for a `DirectScreen`. GTK draws it tone-mapped.
final class HDRFrame: DirectFrame {
  /// The viewport that it was prepared for.
  let viewport: Viewport
  /// The rectangle of the frame in the viewport, in device pixels.
  let place: PixelRectangle
  /// Pixels of ten bits with the size of `place`.
  let buffer: PixelBuffer
  /// Converts the colors of captions.
  private let graphics: HDRGraphics
  /// Notes drawings by GTK.
  private let drawing: DrawingExpectation
  /// Prepares the tone-mapped form.
  private let makeStandard: @Sendable () -> (any PreparedFrame)?
  /// The tone-mapped form; nil until it is needed.
  private let standard = Mutex<(any PreparedFrame)?>(nil)
  /// The captions that are blended into the pixels; nil if there are none.
  private let blended = Mutex<CaptionOverlay?>(nil)

  /// Wraps converted pixels. `makeStandard` may be called on any thread.
  init(
    viewport: Viewport, place: PixelRectangle, buffer: PixelBuffer, graphics: HDRGraphics, drawing: DrawingExpectation,
    makeStandard: @escaping @Sendable () -> (any PreparedFrame)?
  ) {
    (self.viewport, self.place, self.buffer) = (viewport, place, buffer)
    (self.graphics, self.drawing, self.makeStandard) = (graphics, drawing, makeStandard)
  }

  /// The captions that are in the pixels, but not in the tone-mapped form.
  var captions: CaptionOverlay? { blended.withLock { $0 } }

  /// Blends captions into the pixels. False, without a change, if a part of them is outside of the frame. Valid only
  /// before the frame is shared.
  func blend(_ overlay: CaptionOverlay) -> Bool {
    let isInside = overlay.bitmaps.allSatisfy {
      place.contains(PixelRectangle(x: $0.x, y: $0.y, width: $0.width, height: $0.height))
    }
    guard isInside else { return false }
    for bitmap in overlay.bitmaps where bitmap.width > 0 {
      bitmap.pixels.withUnsafeBufferPointer { pixels in
        guard let source = pixels.baseAddress else { return }
        for y in 0..<bitmap.height {
          let row = buffer.address + (bitmap.y - place.y + y) * buffer.bytesPerRow + (bitmap.x - place.x) * 4
          graphics.blend(
            source + y * bitmap.width * 4, over: row.assumingMemoryBound(to: UInt32.self), count: bitmap.width)
        }
      }
    }
    blended.withLock { $0 = overlay }
    return true
  }

  /// Prepares the tone-mapped form, unless it exists.
  func prepareForDrawing() { _ = standardFrame() }

  /// The tone-mapped form, prepared at the first call.
  private func standardFrame() -> (any PreparedFrame)? {
    if let known = standard.withLock({ $0 }) { return known }
    // Prepared without the lock: two threads may do so at the same time, with the same result.
    let made = makeStandard()
    standard.withLock { $0 = made }
    return made
  }

  /// Draws the tone-mapped form.
  func append(to snapshot: OpaquePointer, bounds: graphene_rect_t, place: graphene_rect_t) {
    drawing.noteDrawing()
    standardFrame()?.append(to: snapshot, bounds: bounds, place: place)
  }
}
