import AVKit
import CPlayheadGTK
import CoreMedia

/// A row of the playlist: a file's thumbnail and name, with an icon before the current one, the duration, the message
/// of a file that could not be played, and a button that removes it. Rows are dragged to other places.
@MainActor enum PlaylistRow {
  /// Creates the widgets of a row of a `GtkListItem`.
  ///
  /// - Parameters:
  ///   - onRemove: Receives the index of the row whose button is pressed.
  ///   - onMove: Receives the index of a dragged row, and that of the row on which it is dropped.
  static func make(
    in item: UnsafeMutableRawPointer, onRemove: @escaping @MainActor (Int) -> Void,
    onMove: @escaping @MainActor (Int, Int) -> Void
  ) {
    guard let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8), let texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0),
      let label = gtk_label_new(nil), let message = gtk_label_new(nil), let sign = gtk_image_new(),
      let time = gtk_label_new(nil), let thumbnail = RowThumbnail.make(),
      let remove = gtk_button_new_from_icon_name("window-close-symbolic")
    else { return }
    for text in [label, message] {
      gtk_label_set_xalign(OpaquePointer(text), 0)
      gtk_label_set_ellipsize(OpaquePointer(text), PANGO_ELLIPSIZE_MIDDLE)
      gtk_box_append(cast(texts), text)
    }
    for style in ["dim-label", "caption"] { gtk_widget_add_css_class(message, style) }
    for child in [sign, thumbnail, texts, time, remove] { gtk_box_append(cast(row), child) }
    gtk_widget_set_hexpand(texts, 1)
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
    for style in ["dim-label", "numeric"] { gtk_widget_add_css_class(time, style) }
    for style in ["flat", "circular"] { gtk_widget_add_css_class(remove, style) }
    gtk_widget_set_valign(remove, GTK_ALIGN_CENTER)
    gtk_widget_set_tooltip_text(remove, translated("Remove"))
    playhead_gtk_set_name(remove, translated("Remove"))
    playhead_gtk_hide_from_readers(sign)
    for side in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { side(row, 3) }
    for side in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { side(row, 6) }
    gtk_list_item_set_child(OpaquePointer(item), row)
    GtkSignal.connect(remove, "clicked") { onRemove(index(of: item)) }
    addDragging(to: row, of: item, onMove)
  }

  /// The index of the row that an item shows now.
  private static func index(of item: UnsafeMutableRawPointer) -> Int {
    Int(gtk_list_item_get_position(OpaquePointer(item)))
  }

  /// Makes a row movable: it can be dragged, and others can be dropped on it.
  private static func addDragging(
    to row: Widget, of item: UnsafeMutableRawPointer, _ onMove: @escaping @MainActor (Int, Int) -> Void
  ) {
    let number = g_type_from_name("gint")
    guard let source = gtk_drag_source_new(), let target = gtk_drop_target_new(number, GDK_ACTION_MOVE) else { return }
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
    let prepare:
      @convention(c) (OpaquePointer?, Double, Double, UnsafeMutableRawPointer?) -> UnsafeMutablePointer<
        GdkContentProvider
      >? = { _, _, _, item in
        guard let item else { return nil }
        var value = GValue()
        g_value_init(&value, g_type_from_name("gint"))
        g_value_set_int(&value, Int32(clamping: gtk_list_item_get_position(OpaquePointer(item))))
        defer { g_value_unset(&value) }
        return gdk_content_provider_new_for_value(&value)
      }
    // The row lives as long as its item, and the controllers as long as the row.
    g_signal_connect_data(
      UnsafeMutableRawPointer(source), "prepare", unsafeBitCast(prepare, to: GCallback.self), item, nil,
      GConnectFlags(rawValue: 0))
    gtk_widget_add_controller(row, source)
    let drop:
      @convention(c) (OpaquePointer?, UnsafePointer<GValue>?, Double, Double, UnsafeMutableRawPointer?) -> gboolean = {
        _, value, _, _, data in
        guard let value, let data else { return 0 }
        let from = Int(g_value_get_int(value))
        nonisolated(unsafe) let pointer = data
        MainActor.assumeIsolated {
          Unmanaged<GtkSignal.Handler<Int>>.fromOpaque(pointer).takeUnretainedValue().body(from)
        }
        return 1
      }
    GtkSignal.connect(
      UnsafeMutableRawPointer(target), "drop", unsafeBitCast(drop, to: GCallback.self),
      GtkSignal.Handler<Int> { onMove($0, index(of: item)) })
    gtk_widget_add_controller(row, target)
  }

  /// Shows a file in a row.
  ///
  /// - Parameters:
  ///   - duration: In seconds; nil if it is unknown.
  ///   - failure: The message of a file that could not be played; nil for others.
  static func fill(
    _ item: UnsafeMutableRawPointer, name: String, duration: Double?, failure: String?, isCurrent: Bool
  ) {
    guard let row = gtk_list_item_get_child(OpaquePointer(item)), let sign = gtk_widget_get_first_child(row),
      let thumbnail = gtk_widget_get_next_sibling(sign), let texts = gtk_widget_get_next_sibling(thumbnail),
      let time = gtk_widget_get_next_sibling(texts),
      let label = gtk_widget_get_first_child(texts), let message = gtk_widget_get_next_sibling(label)
    else { return }
    RowThumbnail.clear(thumbnail, for: name)
    gtk_label_set_text(OpaquePointer(label), name)
    gtk_label_set_text(OpaquePointer(message), failure ?? "")
    gtk_widget_set_visible(message, failure == nil ? 0 : 1)
    gtk_widget_set_tooltip_text(row, failure ?? name)
    let text = duration.map { TimeText.text(CMTime(seconds: $0, preferredTimescale: 1000)) }
    show(duration: text, in: time)
    gtk_image_set_from_icon_name(
      OpaquePointer(sign), failure == nil ? "media-playback-start-symbolic" : "dialog-warning-symbolic")
    // The icon is transparent and not hidden, so that the names are aligned.
    gtk_widget_set_opacity(sign, isCurrent || failure != nil ? 1 : 0)
    if let whole = gtk_widget_get_parent(row) {
      playhead_gtk_set_name(whole, ([name, text, failure].compactMap { $0 }).joined(separator: ", "))
    }
  }

  /// Shows the thumbnail of a file in its row, and its duration if the row has none.
  static func fill(_ item: UnsafeMutableRawPointer, _ preview: MediaPreviews.Preview) {
    guard let row = gtk_list_item_get_child(OpaquePointer(item)), let sign = gtk_widget_get_first_child(row),
      let thumbnail = gtk_widget_get_next_sibling(sign), let texts = gtk_widget_get_next_sibling(thumbnail),
      let time = gtk_widget_get_next_sibling(texts)
    else { return }
    RowThumbnail.show(preview.thumbnail, in: thumbnail)
    guard gtk_widget_get_visible(time) == 0, let duration = preview.duration else { return }
    let text = TimeText.text(CMTime(seconds: duration, preferredTimescale: 1000))
    show(duration: text, in: time)
    guard let whole = gtk_widget_get_parent(row), let label = gtk_widget_get_first_child(texts),
      let name = gtk_label_get_text(OpaquePointer(label))
    else { return }
    playhead_gtk_set_name(whole, "\(String(cString: name)), \(text)")
  }

  /// Shows a duration, or hides its label.
  private static func show(duration text: String?, in time: Widget) {
    gtk_label_set_text(OpaquePointer(time), text ?? "")
    gtk_widget_set_visible(time, text == nil ? 0 : 1)
  }
}
