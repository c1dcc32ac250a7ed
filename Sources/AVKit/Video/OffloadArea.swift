import CPlayheadGTK

/// The part of a video widget whose texture a Wayland compositor may show by itself (`GtkGraphicsOffload`): it then is
/// neither drawn by GTK's renderer nor copied to the window. GTK decides for each drawing, and draws it elsewhere.
@MainActor final class OffloadArea {
  /// The widget that draws the texture.
  private let picture: Widget
  /// The child of the video widget, around `picture`.
  private let offload: Widget
  /// The video widget, which owns the child.
  private let parent: Widget
  /// The place of the texture in units of the parent; nil while there is none.
  private(set) var place: GdkRectangle?

  /// Adds an area to a video widget; nil where GTK has none (before 4.14), and without a Wayland compositor.
  init?(in parent: Widget) {
    guard let display = gtk_widget_get_display(parent), playhead_subsurface_is_wayland(display),
      let picture = gtk_picture_new()
    else { return nil }
    gtk_picture_set_can_shrink(OpaquePointer(picture), 1)
    gtk_picture_set_content_fit(OpaquePointer(picture), GTK_CONTENT_FIT_FILL)
    guard let offload = playhead_gtk_make_offload(picture) else {
      g_object_ref_sink(picture)
      g_object_unref(picture)
      return nil
    }
    (self.picture, self.offload, self.parent) = (picture, offload, parent)
    gtk_widget_set_can_target(offload, 0)
    gtk_widget_set_visible(offload, 0)
    // The view around it has the name that screen readers read.
    playhead_gtk_hide_from_readers(picture)
    playhead_gtk_hide_from_readers(offload)
    gtk_widget_set_parent(offload, parent)
  }

  /// Removes the area from the video widget, before that is released.
  func remove() { gtk_widget_unparent(offload) }

  /// Shows a texture, or none.
  ///
  /// - Parameter place: The place of the texture in units of the video widget.
  func show(_ texture: TextureReference?, at place: GdkRectangle?) {
    guard let texture, let place else {
      guard self.place != nil else { return }
      self.place = nil
      gtk_widget_set_visible(offload, 0)
      gtk_picture_set_paintable(OpaquePointer(picture), nil)
      return
    }
    gtk_picture_set_paintable(OpaquePointer(picture), texture.texture)
    if let former = self.place, former.isEqual(to: place) { return }
    self.place = place
    gtk_widget_set_visible(offload, 1)
    gtk_widget_queue_allocate(parent)
  }

  /// Places the child while the video widget is allocated; nil: where it was.
  func allocate(at place: GdkRectangle?) {
    guard var current = self.place else { return }
    if let place { current = place }
    self.place = current
    // GTK demands it before each allocation.
    gtk_widget_measure(offload, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
    gtk_widget_size_allocate(offload, &current, -1)
  }

  /// Draws the texture, unless the compositor shows it.
  func append(to snapshot: OpaquePointer) { gtk_widget_snapshot_child(parent, offload, snapshot) }
}

extension GdkRectangle {
  /// The rectangle of device pixels in units of a widget; nil if it does not begin and end at whole units.
  init?(_ pixels: PixelRectangle, scale: Int) {
    let scale = max(1, scale)
    let sides = [pixels.x, pixels.y, pixels.width, pixels.height]
    guard !pixels.isEmpty, sides.allSatisfy({ $0 % scale == 0 }) else { return nil }
    let units = sides.map { Int32(clamping: $0 / scale) }
    self.init(x: units[0], y: units[1], width: units[2], height: units[3])
  }

  /// Whether two rectangles are the same.
  fileprivate func isEqual(to other: GdkRectangle) -> Bool {
    x == other.x && y == other.y && width == other.width && height == other.height
  }
}
