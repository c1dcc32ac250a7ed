import CPlayheadGTK
import PlayheadBasics
import PlayheadCaptions
import PlayheadEngine

/// The widget that shows the picture over black. A widget of its own, so that GTK keeps what it drew of it when only the controls
/// change, and the other way round.
@MainActor final class VideoWidget {
  let widget: Widget
  /// The area has another size or scale.
  var onResize: ((Viewport) -> Void)?
  /// The picture that is shown; nil: black.
  private(set) var picture: (any PreparedFrame)?
  private let captions = CaptionTextures()
  var gravity = VideoGravity.fit {
    didSet { if gravity != oldValue { reportViewport() } }
  }

  private static let type: GType = WidgetClass.register("PlayheadPicture") { pointer, _ in
    guard let pointer else { return }
    let functions: UnsafeMutablePointer<GtkWidgetClass> = cast(pointer)
    functions.pointee.measure = measureAnySize
    functions.pointee.size_allocate = { widget, _, _, _ in
      onMain(widget) { widget in
        WidgetOwner.get(widget, as: VideoWidget.self)?.reportViewport()
      }
    }
    functions.pointee.snapshot = { widget, snapshot in
      onMain((widget, snapshot)) { widget, snapshot in
        guard let snapshot else { return }
        WidgetOwner.get(widget, as: VideoWidget.self)?.draw(snapshot)
      }
    }
  }

  init?() {
    guard let widget = WidgetClass.make(Self.type) else { return nil }
    self.widget = widget
    g_object_ref_sink(widget)
    WidgetOwner.set(self, of: widget)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    Signal.connectIgnoringArgument(widget, "notify::scale-factor") { [weak self] in self?.reportViewport() }
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  private func tearDown() {
    WidgetOwner.set(nil, of: widget)
    g_object_unref(widget)
  }

  /// Shows a picture, or black, and what is to be read over it, at the next drawing.
  func show(_ picture: (any PreparedFrame)?, _ overlay: CaptionOverlay?) {
    self.picture = picture
    hole = nil
    captions.overlay = overlay
    gtk_widget_queue_draw(widget)
  }

  /// A part of the view is shown by somebody else: the rest of it is to be drawn, and the whole picture when that ends. False where
  /// nothing of it has to be drawn.
  func keep(_ picture: any PreparedFrame, except hole: PixelRectangle) -> Bool {
    let (width, height) = (viewport.width, viewport.height)
    self.picture = picture
    captions.overlay = nil
    // GTK keeps its last drawing, and with it a picture that nobody sees: one of nothing takes its place.
    if hole == self.hole, VideoGeometry.margins(around: hole, width: width, height: height).isEmpty { return false }
    self.hole = hole
    gtk_widget_queue_draw(widget)
    return true
  }

  /// What somebody else shows, in device pixels.
  private var hole: PixelRectangle?

  /// In device pixels.
  var viewport: Viewport {
    let scale = Int(gtk_widget_get_scale_factor(widget))
    return Viewport(
      width: Int(gtk_widget_get_width(widget)) * scale, height: Int(gtk_widget_get_height(widget)) * scale,
      scale: scale,
      gravity: gravity)
  }

  /// Where the widget begins in its window, in device pixels; nil outside of one.
  var originInWindow: (x: Int, y: Int)? {
    guard let native = gtk_widget_get_native(widget) else { return nil }
    var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
    guard playhead_gtk_translate(widget, cast(UnsafeMutableRawPointer(native)), 0, 0, &x, &y) != 0 else {
      return nil
    }
    gtk_native_get_surface_transform(native, &left, &top)
    let scale = Double(viewport.scale)
    return (Int(saturating: ((x + left) * scale).rounded()), Int(saturating: ((y + top) * scale).rounded()))
  }

  /// Where the picture is now, in device pixels; nil without one.
  var place: PixelRectangle? {
    picture.map { picture in
      let viewport = self.viewport
      if picture.viewport == viewport { return picture.place }
      return VideoGeometry.place(
        display: (Double(picture.place.width), Double(picture.place.height)), width: viewport.width,
        height: viewport.height,
        gravity: viewport.gravity, grain: max(1, viewport.scale))
    }
  }

  private func reportViewport() { onResize?(viewport) }

  private func draw(_ snapshot: OpaquePointer) {
    let viewport = self.viewport
    let area = PixelRectangle(x: 0, y: 0, width: viewport.width, height: viewport.height)
    var black = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)
    guard !area.isEmpty else { return }
    let drawn = hole.map { VideoGeometry.margins(around: $0, width: area.width, height: area.height) } ?? [area]
    guard !drawn.isEmpty, let picture, let place else {
      var bounds = graphene_rect_t(area, scale: viewport.scale)
      gtk_snapshot_append_color(snapshot, &black, &bounds)
      return
    }
    let placed = graphene_rect_t(place, scale: viewport.scale)
    // The picture first: cairo copies it to a surface that nothing was drawn to yet, and would blend it with one that is not empty.
    for part in drawn {
      guard let bounds = graphene_rect_t(part, scale: viewport.scale).intersection(placed) else { continue }
      picture.append(to: snapshot, bounds: bounds, place: placed)
    }
    for part in VideoGeometry.margins(around: place, width: area.width, height: area.height)
      + [hole].compactMap({ $0 })
    {
      var bounds = graphene_rect_t(part, scale: viewport.scale)
      gtk_snapshot_append_color(snapshot, &black, &bounds)
    }
    captions.append(to: snapshot, viewport: viewport)
  }
}
