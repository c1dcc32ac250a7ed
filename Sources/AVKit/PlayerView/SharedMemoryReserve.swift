import CPlayheadGTK

/// A small cairo image that retains cairo's shared memory pool between drawings (X11 only).
@MainActor final class SharedMemoryReserve {
  /// The image, owned; nil if nothing is retained.
  private var surface: OpaquePointer?
  /// The size of the retained segment in device pixels.
  private var size = (width: 0, height: 0)

  /// Whether drawings of a viewport fit the retained segment.
  func isSufficient(for viewport: Viewport) -> Bool {
    viewport.width * viewport.height <= size.width * size.height
  }

  /// Replaces the retained segment by one of the viewport's size.
  func hold(_ viewport: Viewport, on display: OpaquePointer) {
    release()
    surface = playhead_gtk_hold_shared_memory(display, Int32(viewport.width), Int32(viewport.height))
    size = (viewport.width, viewport.height)
  }

  /// Releases the segment. Call it before the window is gone.
  func release() {
    if let surface { cairo_surface_destroy(surface) }
    surface = nil
    size = (0, 0)
  }
}
