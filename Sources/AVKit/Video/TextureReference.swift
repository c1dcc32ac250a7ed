import CPlayheadGTK

/// A reference to a GdkTexture, released on the main thread.
@MainActor final class TextureReference {
  /// The texture, of which one reference is owned.
  let texture: OpaquePointer

  /// Takes over one reference to a texture.
  init(taking texture: OpaquePointer) { self.texture = texture }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Releases the reference. Runs on the main thread.
  private func tearDown() { g_object_unref(UnsafeMutableRawPointer(texture)) }

  /// Draws the whole texture at `place`, clipped to `bounds`.
  func append(to snapshot: OpaquePointer, bounds: graphene_rect_t, place: graphene_rect_t) {
    var (bounds, place) = (bounds, place)
    let isClipped = !graphene_rect_equal(&bounds, &place)
    if isClipped { gtk_snapshot_push_clip(snapshot, &bounds) }
    gtk_snapshot_append_texture(snapshot, texture, &place)
    if isClipped { gtk_snapshot_pop(snapshot) }
  }
}
