import CPlayheadGTK
import CoreGraphics
import Foundation
import PlayheadLayers

/// A cache of GTK textures for layer images, with least-recently-used eviction.
@MainActor final class LayerTextures {
  let surfaces = ImageSurfaces()
  /// The images and their textures, the least recently used first. One reference to each texture is owned.
  private var entries: [(image: CGImage, texture: OpaquePointer)] = []
  /// A frame with more distinct images than this uploads them again each time.
  private static let capacity = 32

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Releases the textures. Runs on the main thread.
  private func tearDown() { for entry in entries { g_object_unref(UnsafeMutableRawPointer(entry.texture)) } }

  /// The texture of an image; valid until the next call.
  func texture(of image: CGImage) -> OpaquePointer? {
    if let index = entries.firstIndex(where: { $0.image === image }) {
      entries.append(entries.remove(at: index))
      return entries.last?.texture
    }
    guard let texture = Self.makeTexture(of: image) else { return nil }
    if entries.count == Self.capacity { g_object_unref(UnsafeMutableRawPointer(entries.removeFirst().texture)) }
    entries.append((image, texture))
    return texture
  }

  /// Uploads an image as premultiplied BGRA; nil for pixel formats that are not supported.
  private static func makeTexture(of image: CGImage) -> OpaquePointer? {
    guard let (pixels, bytesPerRow, isOpaque) = image.premultipliedPixels else { return nil }
    let filled = isOpaque ? opaque(pixels, bytesPerRow: bytesPerRow, image) : pixels
    let bytes = g_bytes_new_with_free_func(
      filled.bytes, gsize(filled.length),
      { pointer in pointer.map { Unmanaged<NSData>.fromOpaque($0).release() } },
      Unmanaged.passRetained(filled).toOpaque())
    defer { g_bytes_unref(bytes) }
    return gdk_memory_texture_new(
      Int32(image.width), Int32(image.height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(bytesPerRow))
  }

  /// GTK 4.8 has no format with an unused fourth byte, so the alpha is set to opaque.
  private static func opaque(_ pixels: NSData, bytesPerRow: Int, _ image: CGImage) -> NSData {
    guard let copy = pixels.mutableCopy() as? NSMutableData else { return pixels }
    let base = copy.mutableBytes
    for y in 0..<image.height {
      let row = (base + y * bytesPerRow).assumingMemoryBound(to: UInt32.self)
      for x in 0..<image.width { row[x] |= 0xFF00_0000 }
    }
    return copy
  }
}
