import CPlayheadCairo
import CoreGraphics
import Foundation

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
    guard let surface = Self.makeSurface(of: image) else { return nil }
    if entries.count == Self.capacity { playhead_cairo_surface_destroy(entries.removeFirst().surface) }
    entries.append(Entry(image: image, surface: surface))
    return surface
  }

  /// Creates a surface, which the caller destroys. The pixels are not copied if they have cairo's layout already.
  static func makeSurface(of image: CGImage) -> OpaquePointer? {
    guard image.width <= 32_000, image.height <= 32_000 else { return nil }
    guard let (pixels, bytesPerRow, isOpaque) = image.premultipliedPixels,
      let surface = playhead_cairo_image_surface_create_for_data(
        UnsafeMutableRawPointer(mutating: pixels.bytes).assumingMemoryBound(to: UInt8.self),
        isOpaque ? Int32(playhead_cairo_rgb24) : Int32(playhead_cairo_argb32), Int32(image.width), Int32(image.height),
        Int32(bytesPerRow))
    else { return nil }
    // The surface retains the pixels.
    playhead_cairo_surface_set_user_data(
      surface, key, Unmanaged.passRetained(pixels).toOpaque(),
      { pointer in pointer.map { Unmanaged<NSData>.fromOpaque($0).release() } })
    return surface
  }

  /// The key of the user data; only its address matters.
  private nonisolated(unsafe) static let key = UnsafeMutablePointer<PlayheadCairoKey>.allocate(capacity: 1)
}
