import CPlayheadGTK

/// The view's own widget: the class other toolkits hold, with the picture as its first child and whatever lies over it above.
@MainActor final class ViewWidget {
  let widget: Widget
  /// GTK gave the view a size, in its own units.
  var onLayout: ((_ width: Int, _ height: Int) -> Void)?

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

  /// The widget comes with one reference that the caller owns: not a floating one.
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

  /// Takes the widget apart. Call before the last reference to it goes.
  func close() {
    WidgetOwner.set(nil, of: widget)
    while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
  }

  /// Puts `child` above the children that are there.
  func add(_ child: Widget) { gtk_widget_set_parent(child, widget) }

  /// Puts `child` right above one that is there.
  func add(_ child: Widget, above sibling: Widget?) { gtk_widget_insert_after(child, widget, sibling) }

  /// The last child of those that belong to the picture: what the view puts over it lies above.
  var bottom: Widget? { topOfPicture ?? gtk_widget_get_first_child(widget) }

  /// Set by whoever lays more than one child below the controls.
  var topOfPicture: Widget?

  /// Gives a child its place, in the view's units from its top left corner.
  func place(_ child: Widget, x: Int, y: Int, width: Int, height: Int) {
    var origin = graphene_point_t(x: Float(x), y: Float(y))
    let isMoved = x != 0 || y != 0
    gtk_widget_allocate(child, Int32(width), Int32(height), -1, isMoved ? gsk_transform_translate(nil, &origin) : nil)
  }

  /// What a child wants at least and would like, along one axis.
  func measure(_ child: Widget, _ orientation: GtkOrientation, for size: Int = -1) -> (minimum: Int, natural: Int) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(child, orientation, Int32(size), &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }
}
