import CPlayheadGTK
import Foundation

/// Accepts files and addresses that are dropped on a widget.
@MainActor enum DropArea {
  static func install(on widget: Widget, _ body: @escaping @MainActor ([String]) -> Void) {
    guard let target = gtk_drop_target_new(GType(0), GDK_ACTION_COPY) else { return }
    var types = [gdk_file_list_get_type(), playhead_gtk_string_type()]
    gtk_drop_target_set_gtypes(target, &types, gsize(types.count))
    /// Receives a drop, and accepts it if it contains files or addresses.
    let thunk:
      @convention(c) (OpaquePointer?, UnsafePointer<GValue>?, Double, Double, UnsafeMutableRawPointer?) -> gboolean = {
        _, value, _, _, data in
        guard let value, let data else { return 0 }
        let items = DropArea.items(value)
        // GTK calls this on the main thread, and the pointer is used nowhere else.
        nonisolated(unsafe) let pointer = data
        MainActor.assumeIsolated {
          Unmanaged<GtkSignal.Handler<[String]>>.fromOpaque(pointer).takeUnretainedValue().body(items)
        }
        return items.isEmpty ? 0 : 1
      }
    GtkSignal.connect(
      UnsafeMutableRawPointer(target), "drop", unsafeBitCast(thunk, to: GCallback.self), GtkSignal.Handler(body))
    gtk_widget_add_controller(widget, target)
  }

  /// The paths and addresses in a dropped value, which is a list of files or a text.
  private nonisolated static func items(_ value: UnsafePointer<GValue>) -> [String] {
    if value.pointee.g_type == playhead_gtk_string_type() {
      return g_value_get_string(value).map { MediaList.items(inText: String(cString: $0)) } ?? []
    }
    var items: [String] = []
    var node = g_value_get_boxed(value).flatMap { gdk_file_list_get_files(OpaquePointer($0)) }
    let first = node
    while let entry = node {
      entry.pointee.data.flatMap { GFileName.text(OpaquePointer($0)) }.map { items.append($0) }
      node = entry.pointee.next
    }
    g_slist_free(first)
    return items
  }
}

/// The text of a `GFile`: its path if it has one, else its URI.
enum GFileName {
  /// The path or the URI; nil if the file has neither.
  static func text(_ file: OpaquePointer) -> String? {
    let text = g_file_get_path(file) ?? g_file_get_uri(file)
    defer { g_free(text) }
    return text.map { String(cString: $0) }
  }
}
