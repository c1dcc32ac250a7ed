import CPlayheadGTK
import PlayheadBasics
import PlayheadCaptions

/// The widget that shows the video over black. It is separate from the controls, so that GTK's cached drawing of one
/// stays valid when the other changes.
@MainActor final class VideoWidget {
  let widget: Widget
  /// Called when the area's size or scale changed.
  var onResize: ((Viewport) -> Void)?
  /// The frame that is shown; nil means black.
  private(set) var preparedFrame: (any PreparedFrame)?
  /// The caption overlay of the current frame.
  private let captions = CaptionTextures()
  /// The area whose texture a compositor may show by itself; nil where there is none.
  private let offload: OffloadArea?
  /// The geometry that the user has changed. A change is reported through `onResize`.
  var adjustment = VideoAdjustment.none {
    didSet { if adjustment != oldValue { reportViewport() } }
  }
  /// The HDR video that the display shows without tone mapping. A change is reported through `onResize`.
  var passThrough: HDRTransfers = [] {
    didSet { if passThrough != oldValue { reportViewport() } }
  }
  /// How the frame fills the widget. A change is reported through `onResize`.
  var gravity = VideoGravity.fit {
    didSet { if gravity != oldValue { reportViewport() } }
  }

  /// The `GType` of the widget, registered at first use.
  private static let type: GType = WidgetClass.register("PlayheadPicture") { pointer, _ in
    guard let pointer else { return }
    let functions: UnsafeMutablePointer<GtkWidgetClass> = cast(pointer)
    functions.pointee.measure = measureAnySize
    functions.pointee.size_allocate = { widget, _, _, _ in
      onMain(widget) { widget in
        WidgetOwner.get(widget, as: VideoWidget.self)?.isAllocated()
      }
    }
    functions.pointee.snapshot = { widget, snapshot in
      onMain((widget, snapshot)) { widget, snapshot in
        guard let snapshot else { return }
        WidgetOwner.get(widget, as: VideoWidget.self)?.draw(snapshot)
      }
    }
  }

  /// Creates a black widget. The object owns a reference to it.
  init?() {
    guard let widget = WidgetClass.make(Self.type) else { return nil }
    self.widget = widget
    g_object_ref_sink(widget)
    offload = OffloadArea(in: widget)
    WidgetOwner.set(self, of: widget)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    // The view around it has the name that screen readers read.
    playhead_gtk_hide_from_readers(widget)
    Signal.connectIgnoringArgument(widget, "notify::scale-factor") { [weak self] in self?.reportViewport() }
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Releases the widget. Runs on the main thread.
  private func tearDown() {
    WidgetOwner.set(nil, of: widget)
    offload?.remove()
    g_object_unref(widget)
  }

  /// Shows a frame, or black, and a caption overlay at the next drawing.
  func show(_ preparedFrame: (any PreparedFrame)?, _ overlay: CaptionOverlay?) {
    self.preparedFrame = preparedFrame
    hole = nil
    captions.overlay = overlay ?? (preparedFrame as? HDRFrame)?.captions
    updateOffload()
    gtk_widget_queue_draw(widget)
  }

  /// Adapts the area that a compositor may show to the frame and its place.
  private func updateOffload() {
    guard let offload else { return }
    let place = offloadPlace
    offload.show(place.flatMap { _ in preparedFrame?.offloadable }, at: place)
  }

  /// The place of the frame in units of the widget, if the compositor may show the frame there.
  private var offloadPlace: GdkRectangle? {
    let viewport = self.viewport
    let area = PixelRectangle(x: 0, y: 0, width: viewport.width, height: viewport.height)
    guard hole == nil, let place, area.contains(place) else { return nil }
    return GdkRectangle(place, scale: viewport.scale)
  }

  /// The widget has a size.
  private func isAllocated() {
    offload?.allocate(at: offloadPlace)
    reportViewport()
  }

  /// Stores the frame and draws only the area outside `hole`, which is presented directly; the whole frame is drawn
  /// when that ends. Returns false if nothing needs to be drawn.
  func retain(_ preparedFrame: any PreparedFrame, except hole: PixelRectangle) -> Bool {
    let (width, height) = (viewport.width, viewport.height)
    self.preparedFrame = preparedFrame
    captions.overlay = (preparedFrame as? HDRFrame)?.captions
    offload?.show(nil, at: nil)
    // GTK retains its last drawing and the frame in it, which is not visible: an empty drawing replaces it.
    if hole == self.hole, VideoGeometry.margins(around: hole, width: width, height: height).isEmpty { return false }
    self.hole = hole
    gtk_widget_queue_draw(widget)
    return true
  }

  /// The area that is presented directly, in device pixels.
  private var hole: PixelRectangle?

  /// The widget's size in device pixels, with its scale and gravity.
  var viewport: Viewport {
    let scale = Int(gtk_widget_get_scale_factor(widget))
    return Viewport(
      width: Int(gtk_widget_get_width(widget)) * scale, height: Int(gtk_widget_get_height(widget)) * scale,
      scale: scale,
      gravity: gravity, adjustment: adjustment, passThrough: passThrough)
  }

  /// The widget's origin in its window, in device pixels; nil outside a window.
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

  /// The current rectangle of the frame, in device pixels; nil without a frame.
  var place: PixelRectangle? {
    preparedFrame.map { preparedFrame in
      let viewport = self.viewport
      if preparedFrame.viewport == viewport { return preparedFrame.place }
      return VideoGeometry.place(
        display: (Double(preparedFrame.place.width), Double(preparedFrame.place.height)), width: viewport.width,
        height: viewport.height,
        gravity: viewport.gravity, grain: max(1, viewport.scale), zoom: viewport.adjustment.scale)
    }
  }

  /// Reports the size, scale and gravity to the owner.
  private func reportViewport() { onResize?(viewport) }

  /// Draws the frame, then black around it and in the hole, then the captions.
  private func draw(_ snapshot: OpaquePointer) {
    let viewport = self.viewport
    let area = PixelRectangle(x: 0, y: 0, width: viewport.width, height: viewport.height)
    var black = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)
    guard !area.isEmpty else { return }
    let drawn = hole.map { VideoGeometry.margins(around: $0, width: area.width, height: area.height) } ?? [area]
    guard !drawn.isEmpty, let preparedFrame, let place else {
      var bounds = graphene_rect_t(area, scale: viewport.scale)
      gtk_snapshot_append_color(snapshot, &black, &bounds)
      return
    }
    let placed = graphene_rect_t(place, scale: viewport.scale)
    if let offload, offload.place != nil {
      offload.append(to: snapshot)
    } else {
      draw(preparedFrame, in: drawn, at: placed, scale: viewport.scale, snapshot)
    }
    for part in VideoGeometry.margins(around: place, width: area.width, height: area.height)
      + [hole].compactMap({ $0 })
    {
      var bounds = graphene_rect_t(part, scale: viewport.scale)
      gtk_snapshot_append_color(snapshot, &black, &bounds)
    }
    captions.append(to: snapshot, viewport: viewport)
  }

  /// Draws the visible parts of a frame.
  private func draw(
    _ preparedFrame: any PreparedFrame, in parts: [PixelRectangle], at place: graphene_rect_t, scale: Int,
    _ snapshot: OpaquePointer
  ) {
    // The frame first: cairo copies it to an empty surface, and would blend it with one that is not empty.
    for part in parts {
      guard let bounds = graphene_rect_t(part, scale: scale).intersection(place) else { continue }
      preparedFrame.append(to: snapshot, bounds: bounds, place: place)
    }
  }
}
