import CPlayheadGTK
import Glibc
import PlayheadMedia
import PlayheadPipeline
import Synchronization

/// Presents frames without a GPU: each is scaled and converted in one step to the exact pixels of the widget, so that
/// the renderer only copies them.
final class SoftwarePresenter: FramePresenter {
  /// The form that GTK's renderer draws at the least cost.
  enum Delivery {
    /// For the cairo renderer: a cairo surface. A texture would be copied twice more and blended.
    case cairo
    /// For the GL renderer: a texture. A cairo surface would be drawn to another surface first.
    case texture
  }

  /// The form in which frames are delivered.
  let delivery: Delivery
  /// The scaler, locked during a conversion.
  private let scaler = Mutex(DisplayScaler())
  /// The tables of the last color adjustment; nil before one.
  private let colors = Mutex<ColorTable?>(nil)
  /// The memory of frames.
  private let pool: PixelBufferPool
  /// Locked while memory is preallocated: waiting for it is faster than allocating more.
  private let prewarming = Mutex(())

  /// - Parameters:
  ///   - direct: The kind of display on which frames may also bypass GTK.
  init(delivery: Delivery, direct: DirectKind? = nil) {
    self.delivery = delivery
    pool = PixelBufferPool(sharing: direct?.memory)
  }

  /// Scales and converts a frame to the exact pixels of its place. nil for an empty area, or if the conversion failed.
  func prepare(_ frame: VideoFrame, for viewport: Viewport) -> (any PreparedFrame)? {
    let frame = viewport.adjustment.apply(to: frame)
    let place = VideoGeometry.place(
      display: frame.displaySize, width: viewport.width, height: viewport.height, gravity: viewport.gravity,
      grain: max(1, viewport.scale), zoom: viewport.adjustment.scale)
    guard !place.isEmpty, let buffer = take(width: place.width, height: place.height) else { return nil }
    let isDrawn = scaler.withLock { scaler in
      scaler.draw(
        frame, into: buffer.address, bytesPerRow: buffer.bytesPerRow, width: place.width, height: place.height,
        format: delivery == .cairo ? .bgrx : .bgra)
    }
    guard isDrawn else { return nil }
    adjust(buffer, viewport.adjustment.color)
    switch delivery {
    case .cairo: return CairoFrame(viewport: viewport, place: place, buffer: buffer)
    case .texture: return MemoryTextureFrame(viewport: viewport, place: place, buffer: buffer)
    }
  }

  /// Adjusts the colors of converted pixels.
  private func adjust(_ buffer: PixelBuffer, _ adjustment: ColorAdjustment) {
    guard !adjustment.isNeutral else { return }
    let table = colors.withLock { stored in
      let table = stored.flatMap { $0.adjustment == adjustment ? $0 : nil } ?? ColorTable(adjustment)
      stored = table
      return table
    }
    table.apply(
      to: buffer.address, bytesPerRow: buffer.bytesPerRow, width: buffer.width, height: buffer.height)
  }

  /// Preallocates the memory of a frame: mapping new pages costs as much as filling them.
  func prewarm(for viewport: Viewport) {
    prewarming.withLock { _ in
      guard let buffer = pool.take(width: viewport.width, height: viewport.height) else { return }
      memset(buffer.address, 0, buffer.bytesPerRow * buffer.height)
    }
  }

  /// Takes memory from the pool, after a preallocation in progress.
  private func take(width: Int, height: Int) -> PixelBuffer? {
    prewarming.withLock { _ in }
    return pool.take(width: width, height: height)
  }
}

/// Pixels in memory that the cairo renderer copies to the window, or that a `DirectScreen` shows.
final class CairoFrame: DirectFrame {
  /// The size that the frame was prepared for.
  let viewport: Viewport
  /// The rectangle of the frame in the viewport, in device pixels.
  let place: PixelRectangle
  /// BGRX pixels with the size of `place`.
  let buffer: PixelBuffer

  /// Wraps converted pixels.
  fileprivate init(viewport: Viewport, place: PixelRectangle, buffer: PixelBuffer) {
    self.viewport = viewport
    self.place = place
    self.buffer = buffer
  }

  /// Records a copy of the pixels in GTK's snapshot. The recording retains them.
  func append(to snapshot: OpaquePointer, bounds: graphene_rect_t, place: graphene_rect_t) {
    var bounds = bounds
    guard
      let surface = cairo_image_surface_create_for_data(
        buffer.address.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_RGB24, Int32(buffer.width),
        Int32(buffer.height),
        Int32(buffer.bytesPerRow)), let drawing = gtk_snapshot_append_cairo(snapshot, &bounds)
    else { return }
    cairo_set_source_surface(drawing, surface, 0, 0)
    let pattern = cairo_get_source(drawing)
    var matrix = cairo_matrix_t()
    let (x, y) = (Double(place.origin.x), Double(place.origin.y))
    let horizontal = Double(buffer.width) / Double(place.size.width)
    let vertical = Double(buffer.height) / Double(place.size.height)
    cairo_matrix_init_scale(&matrix, horizontal, vertical)
    cairo_matrix_translate(&matrix, -x, -y)
    cairo_pattern_set_matrix(pattern, &matrix)
    let isCopy = horizontal == Double(viewport.scale) && vertical == Double(viewport.scale)
    cairo_pattern_set_filter(pattern, isCopy ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
    // Pixels outside a scaled frame are read as its edge pixels, so that it has no dark fringe.
    if !isCopy { cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD) }
    // The frame is opaque: it replaces the destination, which a renderer can do by copying.
    cairo_set_operator(drawing, CAIRO_OPERATOR_SOURCE)
    cairo_paint(drawing)
    // GTK draws later from a recording of this call, which refers to the surface without owning it. Both are released
    // together.
    let hold = CairoHold(surface: surface, buffer: buffer)
    cairo_surface_set_user_data(
      cairo_get_target(drawing), CairoHold.key, Unmanaged.passRetained(hold).toOpaque(),
      { pointer in pointer.map { Unmanaged<CairoHold>.fromOpaque($0).release() } })
    cairo_destroy(drawing)
  }
}

/// Retains a cairo surface and its pixels while a recording refers to them.
private final class CairoHold {
  /// The key of the user data; only its address matters.
  nonisolated(unsafe) static let key = UnsafeMutablePointer<cairo_user_data_key_t>.allocate(capacity: 1)
  /// The surface that the recording refers to, of which one reference is owned.
  private let surface: OpaquePointer
  /// The pixels of the surface.
  private let buffer: PixelBuffer

  /// Takes over a reference to the surface.
  init(surface: OpaquePointer, buffer: PixelBuffer) {
    self.surface = surface
    self.buffer = buffer
  }

  deinit { cairo_surface_destroy(surface) }
}

/// Pixels in memory that the GL renderer uploads.
private final class MemoryTextureFrame: PreparedFrame {
  /// The size that the frame was prepared for.
  let viewport: Viewport
  /// The rectangle of the frame in the viewport, in device pixels.
  let place: PixelRectangle
  /// BGRA pixels with the size of `place`.
  private let buffer: PixelBuffer
  /// Created at the first drawing and retained, so that later drawings upload nothing.
  @MainActor private var texture: TextureReference?

  /// Wraps converted pixels.
  init(viewport: Viewport, place: PixelRectangle, buffer: PixelBuffer) {
    self.viewport = viewport
    self.place = place
    self.buffer = buffer
  }

  /// Draws the texture, which is created at the first drawing.
  func append(to snapshot: OpaquePointer, bounds: graphene_rect_t, place: graphene_rect_t) {
    if texture == nil { texture = makeTexture() }
    texture?.append(to: snapshot, bounds: bounds, place: place)
  }

  /// A texture that refers to the pixels without copying them.
  @MainActor private func makeTexture() -> TextureReference? {
    let bytes = g_bytes_new_with_free_func(
      buffer.address, gsize(buffer.bytesPerRow * buffer.height),
      { pointer in pointer.map { Unmanaged<PixelBuffer>.fromOpaque($0).release() } },
      Unmanaged.passRetained(buffer).toOpaque())
    defer { g_bytes_unref(bytes) }
    return gdk_memory_texture_new(
      Int32(buffer.width), Int32(buffer.height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(buffer.bytesPerRow)
    ).map { TextureReference(taking: $0) }
  }
}
