import CPlayheadGTK
import Synchronization

/// A GL context that shares textures with GTK's, and the pool of textures that frames are drawn into.
final class GLDevice: @unchecked Sendable {
  // Sendable: `context` is created on the main thread in `init`, and made current by one thread at a time in `perform`,
  // under the lock of the presenter that owns this device. GTK only adds references to it. EGL's functions lock the
  // display.
  /// The context, of which one reference is owned.
  private let context: OpaquePointer
  /// Whether the context is GLES instead of desktop GL.
  let isES: Bool
  /// The renderer as reported by the driver; empty if it reports none.
  let rendererName: String
  /// The EGL display of the context; nil if it is one of GLX.
  private let display: UnsafeMutableRawPointer?
  /// The EGL display whose textures can show images of devices; nil if they cannot.
  let importDisplay: UnsafeMutableRawPointer?
  /// Whether GTK can pass textures to the compositor of the display.
  private let hasOffload: Bool
  /// Whether the driver draws on the CPU.
  var isSoftwareDriver: Bool { PresenterChoice.isSoftwareDriver(rendererName) }
  /// The textures that are not in use, the longest idle first.
  private let idle = Mutex<[GLTextureName]>([])

  /// nil if the display does not support GL, or only a version too old for the shaders.
  @MainActor init?(display: OpaquePointer) {
    guard let context = gdk_display_create_gl_context(display, nil) else { return nil }
    gdk_gl_context_set_required_version(context, 3, 2)
    guard gdk_gl_context_realize(context, nil) != 0 else {
      g_object_unref(UnsafeMutableRawPointer(context))
      return nil
    }
    self.context = context
    hasOffload = playhead_gtk_has_offload() && playhead_subsurface_is_wayland(display)
    isES = gdk_gl_context_get_use_es(context) != 0
    let before = gdk_gl_context_get_current()
    gdk_gl_context_make_current(context)
    rendererName = playhead_gl_renderer().map { String(cString: $0) } ?? ""
    self.display = playhead_gl_display(display)
    importDisplay = self.display.flatMap { playhead_gl_can_import($0) ? $0 : nil }
    // A context can be current on one thread only, so it is released here.
    if let before { gdk_gl_context_make_current(before) } else { gdk_gl_context_clear_current() }
  }

  deinit {
    // Textures belong to the share group and would outlive this context.
    let before = gdk_gl_context_get_current()
    gdk_gl_context_make_current(context)
    idle.withLock { idle in for texture in idle { playhead_gl_delete_texture(texture.name) } }
    if let before, before != context { gdk_gl_context_make_current(before) } else { gdk_gl_context_clear_current() }
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  /// Runs `body` with the context current on the calling thread, and releases the context afterwards.
  func perform<Result>(_ body: () -> Result) -> Result {
    gdk_gl_context_make_current(context)
    deleteSurplus()
    let result = body()
    gdk_gl_context_clear_current()
    return result
  }

  /// Returns a pooled or new texture with storage of this size. Only inside `perform`.
  func takeTexture(width: Int, height: Int) -> GLTexture {
    let pooled = idle.withLock { idle -> GLTextureName? in
      // The texture that has been idle longest: the renderer may still be drawing the last one.
      guard idle.count > 1, let index = idle.firstIndex(where: { $0.width == width && $0.height == height }) else {
        return nil
      }
      return idle.remove(at: index)
    }
    if let pooled { return GLTexture(pooled, device: self) }
    // Frames are shown unscaled.
    let name = playhead_gl_make_texture(GLenum(isSoftwareDriver ? GL_NEAREST : GL_LINEAR))
    playhead_gl_allocate(name, Int32(width), Int32(height))
    return GLTexture(
      GLTextureName(name: name, width: width, height: height, isShareable: isShareable(name, height: height)),
      device: self)
  }

  /// Whether a compositor can show a texture by itself. Only inside `perform`.
  ///
  /// Without a GPU the compositor would copy it as GTK does; Mesa's software driver fails to read such textures. The
  /// test shares the texture, after which some drivers do not compress it any more: it is made only where GTK will.
  private func isShareable(_ name: GLuint, height: Int) -> Bool {
    if RenderingEnvironment.forcesOffload { return true }
    guard hasOffload, let display, !isSoftwareDriver else { return false }
    return playhead_gl_shares_texture(display, name, Int32(height))
  }

  /// A GdkTexture for a pooled texture, which is not reused while GTK shows it.
  ///
  /// - Parameter isOpaque: Whether all of it is opaque.
  @MainActor func reference(to texture: GLTexture, isOpaque: Bool) -> TextureReference? {
    playhead_gtk_make_gl_texture(
      context, texture.name, Int32(texture.width), Int32(texture.height), isOpaque,
      { pointer in pointer.map { Unmanaged<GLTexture>.fromOpaque($0).release() } },
      Unmanaged.passRetained(texture).toOpaque()
    ).map { TextureReference(taking: $0) }
  }

  /// Returns a texture to the pool. May be called on any thread.
  fileprivate func takeBack(_ texture: GLTextureName) { idle.withLock { $0.append(texture) } }

  /// Deletes textures of earlier sizes, which is possible only while the context is current.
  private func deleteSurplus() {
    let surplus = idle.withLock { idle -> [GLTextureName] in
      guard idle.count > 4 else { return [] }
      defer { idle = Array(idle.suffix(4)) }
      return Array(idle.dropLast(4))
    }
    for texture in surplus { playhead_gl_delete_texture(texture.name) }
  }
}

/// A texture with its size.
struct GLTextureName: Sendable {
  /// The GL name, valid in the share group of the device.
  var name: GLuint
  var width: Int
  var height: Int
  /// Whether a compositor can show it by itself.
  var isShareable: Bool
}

/// A pooled texture; returned to the device with its last reference.
final class GLTexture: Sendable {
  /// The texture that is returned to the pool.
  private let texture: GLTextureName
  /// The owner of the pool, retained while the texture is used.
  private let device: GLDevice
  var name: GLuint { texture.name }
  var width: Int { texture.width }
  var height: Int { texture.height }
  /// Whether a compositor can show it by itself.
  var isShareable: Bool { texture.isShareable }

  /// Takes a texture out of the pool.
  fileprivate init(_ texture: GLTextureName, device: GLDevice) {
    self.texture = texture
    self.device = device
  }

  deinit { device.takeBack(texture) }
}
