import CPlayheadGTK

/// The widget that draws a layer tree.
@MainActor final class LayerWidget {
  let widget: Widget
  /// Called to draw the tree into a snapshot, which is valid during the call.
  var onDraw: ((_ snapshot: OpaquePointer) -> Void)?
  /// Called when GTK allocated a size to the widget, in its own units.
  var onLayout: ((_ width: Int, _ height: Int) -> Void)?
  /// The tick callback of the frame clock; 0 if there is none.
  private var ticking: guint = 0

  /// The `GType` of the widget, registered at first use.
  private static let type: GType = WidgetClass.register("PlayheadLayerHost") { pointer, _ in
    guard let pointer else { return }
    let functions: UnsafeMutablePointer<GtkWidgetClass> = cast(pointer)
    functions.pointee.measure = measureAnySize
    functions.pointee.size_allocate = { widget, width, height, _ in
      onMain(widget) { widget in
        WidgetOwner.get(widget, as: LayerWidget.self)?.onLayout?(Int(width), Int(height))
      }
    }
    functions.pointee.snapshot = { widget, snapshot in
      onMain((widget, snapshot)) { widget, snapshot in
        guard let snapshot else { return }
        WidgetOwner.get(widget, as: LayerWidget.self)?.onDraw?(snapshot)
      }
    }
    gtk_widget_class_set_accessible_role(functions, GTK_ACCESSIBLE_ROLE_IMG)
  }

  /// The caller owns the widget's single reference, which is not floating.
  init?() {
    guard let widget = WidgetClass.make(Self.type) else { return nil }
    self.widget = widget
    g_object_ref_sink(widget)
    WidgetOwner.set(self, of: widget)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
  }

  /// Call this before the last reference to the widget is released.
  func close() {
    isTicking = false
    WidgetOwner.set(nil, of: widget)
  }

  /// Whether the widget is drawn for every frame of the display.
  var isTicking: Bool {
    get { ticking != 0 }
    set {
      guard newValue != isTicking else { return }
      if newValue {
        ticking = gtk_widget_add_tick_callback(
          widget,
          { widget, _, _ in
            gtk_widget_queue_draw(widget)
            return 1
          }, nil, nil)
      } else {
        gtk_widget_remove_tick_callback(widget, ticking)
        ticking = 0
      }
    }
  }
}
