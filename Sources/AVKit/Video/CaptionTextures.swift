import CPlayheadGTK
import PlayheadCaptions

/// Draws a caption overlay with GTK: a texture for each of its bitmaps, created once and retained while the captions
/// stay the same.
@MainActor final class CaptionTextures {
  var overlay: CaptionOverlay? {
    didSet { if overlay !== oldValue { textures = nil } }
  }
  /// The textures of the overlay's bitmaps; nil before the first drawing.
  private var textures: [TextureReference?]?

  /// Draws the captions. If the view has another size than the one they were laid out for, they are scaled until the
  /// new ones are available.
  func append(to snapshot: OpaquePointer, viewport: Viewport) {
    guard let overlay, overlay.canvas.width > 0, overlay.canvas.height > 0 else { return }
    let textures = self.textures ?? overlay.bitmaps.map { Self.texture($0) }
    self.textures = textures
    let scale = Double(max(1, viewport.scale))
    let horizontal = Double(viewport.width) / Double(overlay.canvas.width) / scale
    let vertical = Double(viewport.height) / Double(overlay.canvas.height) / scale
    for (bitmap, texture) in zip(overlay.bitmaps, textures) {
      let place = graphene_rect_t(
        x: Double(bitmap.x) * horizontal, y: Double(bitmap.y) * vertical, width: Double(bitmap.width) * horizontal,
        height: Double(bitmap.height) * vertical)
      texture?.append(to: snapshot, bounds: place, place: place)
    }
  }

  /// Uploads a bitmap; nil if GTK cannot create a texture.
  private static func texture(_ bitmap: CaptionBitmap) -> TextureReference? {
    bitmap.pixels.withUnsafeBytes { pixels -> TextureReference? in
      guard let bytes = g_bytes_new(pixels.baseAddress, gsize(pixels.count)) else { return nil }
      defer { g_bytes_unref(bytes) }
      return gdk_memory_texture_new(
        Int32(bitmap.width), Int32(bitmap.height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(bitmap.width * 4)
      ).map { TextureReference(taking: $0) }
    }
  }
}
