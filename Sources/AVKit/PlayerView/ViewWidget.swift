import CPlayheadGTK

/// The root widget of a player view, with the video as its first child and all other widgets above it.
@MainActor final class ViewWidget {
  let widget: Widget
  /// Called when GTK allocated a size to the view, in its own units.
  var onLayout: ((_ width: Int, _ height: Int) -> Void)?

  /// The `GType` of the widget, registered at first use.
  private static let type: GType = WidgetClass.register("PlayheadPlayerView") { pointer, _ in
    guard let pointer else { return }
    let functions: UnsafeMutablePointer<GtkWidgetClass> = cast(pointer)
    functions.pointee.measure = measureAnySize
    functions.pointee.size_allocate = { widget, width, height, _ in
      onMain(widget) { widget in
        WidgetOwner.get(widget, as: ViewWidget.self)?.onLayout?(Int(width), Int(height))
      }
    }
    gtk_widget_class_set_accessible_role(functions, GTK_ACCESSIBLE_ROLE_GROUP)
  }

  /// The caller owns the widget's single reference, which is not floating.
  init?() {
    guard let widget = WidgetClass.make(Self.type) else { return nil }
    self.widget = widget
    g_object_ref_sink(widget)
    WidgetOwner.set(self, of: widget)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    gtk_widget_set_focusable(widget, 1)
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    playhead_gtk_set_name(widget, translated("Video"))
  }

  /// Removes the children. Call this before the last reference to the widget is released.
  func close() {
    WidgetOwner.set(nil, of: widget)
    while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
  }

  /// Adds `child` above all other children.
  func add(_ child: Widget) { gtk_widget_set_parent(child, widget) }

  /// Adds `child` directly above another child.
  func add(_ child: Widget, above sibling: Widget?) { gtk_widget_insert_after(child, widget, sibling) }

  /// The topmost child that belongs to the video: the view's widgets over it are above this one.
  var bottom: Widget? { topOfVideo ?? gtk_widget_get_first_child(widget) }

  /// Set if more than one child is below the controls.
  var topOfVideo: Widget?

  /// Sets the position and size of a child, in the view's units from its top left corner.
  func place(_ child: Widget, x: Int, y: Int, width: Int, height: Int) {
    var origin = graphene_point_t(x: Float(x), y: Float(y))
    let isMoved = x != 0 || y != 0
    gtk_widget_allocate(child, Int32(width), Int32(height), -1, isMoved ? gsk_transform_translate(nil, &origin) : nil)
  }

  /// The minimum and natural size of a child along one axis.
  func measure(_ child: Widget, _ orientation: GtkOrientation, for size: Int = -1) -> (minimum: Int, natural: Int) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(child, orientation, Int32(size), &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }
  /// The size that a child requests: its minimum or its natural height for a width.
  func request(of child: Widget, minimumHeight: Bool) -> OverlayPlacement.Request {
    let wide = measure(child, GTK_ORIENTATION_HORIZONTAL)
    return OverlayPlacement.Request(minimumWidth: wide.minimum, naturalWidth: wide.natural) { width in
      let tall = self.measure(child, GTK_ORIENTATION_VERTICAL, for: width)
      return minimumHeight ? tall.minimum : tall.natural
    }
  }

  /// Sets the position and size of a child.
  func place(_ child: Widget, in frame: OverlayFrame) {
    place(child, x: frame.x, y: frame.y, width: frame.width, height: frame.height)
  }

  /// Positions a visible child in the horizontal middle, and in the vertical middle unless `top` is given.
  func placeInMiddle(_ child: Widget, _ placement: OverlayPlacement, top: Int? = nil) {
    guard gtk_widget_get_visible(child) != 0 else { return }
    place(child, in: placement.middle(request(of: child, minimumHeight: false), top: top))
  }

  /// Whether the user's language is read from right to left, so that time runs to the left.
  var isMirrored: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }
}
