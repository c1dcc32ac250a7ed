import CPlayheadGTK

/// The window that a view is in.
@MainActor struct ViewWindow {
  let view: Widget

  private var window: UnsafeMutablePointer<GtkWindow>? {
    guard let root = gtk_widget_get_root(view) else { return nil }
    let pointer = UnsafeMutableRawPointer(root)
    return g_type_is_a(playhead_gtk_type_of(pointer), gtk_window_get_type()) != 0 ? cast(pointer) : nil
  }

  var isFullScreen: Bool { window.map { gtk_window_is_fullscreen($0) != 0 } ?? false }

  func setFullScreen(_ isFullScreen: Bool) {
    guard let window else { return }
    if isFullScreen { gtk_window_fullscreen(window) } else { gtk_window_unfullscreen(window) }
  }
}
