import CPlayheadCairo
import CoreGraphics

/// A cache of cairo surfaces for images, with least-recently-used eviction.
package final class ImageSurfaces {
  private struct Entry {
    /// The image, retained so that its identity is not reused.
    let image: CGImage
    /// The surface, of which one reference is owned.
    let surface: OpaquePointer
  }

  /// The cached images, the least recently used first.
  private var entries: [Entry] = []
  /// A frame with more distinct images than this converts them again each time.
  private static let capacity = 32

  /// Creates an empty cache.
  package init() {}

  deinit { for entry in entries { playhead_cairo_surface_destroy(entry.surface) } }

  /// The surface of an image; valid until the next call.
  package func surface(of image: CGImage) -> OpaquePointer? {
    if let index = entries.firstIndex(where: { $0.image === image }) {
      entries.append(entries.remove(at: index))
      return entries.last?.surface
    }
    guard let surface = ImageSurface.make(of: image) else { return nil }
    if entries.count == Self.capacity { playhead_cairo_surface_destroy(entries.removeFirst().surface) }
    entries.append(Entry(image: image, surface: surface))
    return surface
  }
}
