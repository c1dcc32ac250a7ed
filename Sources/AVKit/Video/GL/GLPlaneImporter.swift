import CPlayheadGTK
import PlayheadMedia

/// Makes textures show the images of devices, without a copy (EGL_EXT_image_dma_buf_import). While it exists, hardware
/// decoders leave frames in their devices.
struct GLPlaneImporter {
  /// The EGL display of the context.
  private let display: UnsafeMutableRawPointer
  /// Whether the layout of an image can be declared.
  private let hasModifiers: Bool
  /// Tells decoders that images are shown.
  private let reader = DeviceImageReader()

  /// Creates an importer for an EGL display that supports imports.
  init(display: UnsafeMutableRawPointer) {
    self.display = display
    hasModifiers = playhead_gl_has_modifiers(display)
  }

  /// Makes a texture show a plane, from the first sample of the image on. Requires a current context.
  ///
  /// - Parameter layout: The samples of the plane.
  /// - Returns: False if the driver cannot show it: the texture then has no storage.
  func show(
    _ image: SharedImage, plane index: Int, _ layout: PlayheadPlaneLayout, in texture: GLuint,
    size: (width: Int, height: Int)
  ) -> Bool {
    guard image.planes.indices.contains(index) else { return false }
    let plane = image.planes[index]
    let (width, height) = (Int32(clamping: size.width), Int32(clamping: size.height))
    let (offset, pitch) = (Int32(clamping: plane.offset), Int32(clamping: plane.bytesPerRow))
    guard hasModifiers, var modifier = image.modifier else {
      // Drivers assume rows that follow each other where no layout is declared.
      guard image.modifier == nil || image.isLinear else { return false }
      return playhead_gl_import(display, texture, layout, width, height, plane.descriptor, offset, pitch, nil)
    }
    return playhead_gl_import(display, texture, layout, width, height, plane.descriptor, offset, pitch, &modifier)
  }
}
