import CPlayheadGTK

/// Whether anything of a window can be seen: it is neither minimized nor wholly covered by others. Where a compositor draws the
/// windows only it knows what is covered; then every window that is not minimized counts as seen.
@MainActor final class WindowSight {
  private(set) var isSeen = true
  private let surface: OpaquePointer
  private let onChange: @MainActor () -> Void
  private var isCovered = false
  private var connections: [(object: UnsafeMutableRawPointer, identifier: gulong)] = []

  /// nil where the widget is in no window yet. `onChange` is called on the main thread, until the object goes away.
  init?(of widget: Widget, onChange: @escaping @MainActor () -> Void) {
    guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native) else { return nil }
    self.surface = surface
    self.onChange = onChange
    g_object_ref(UnsafeMutableRawPointer(surface))
    let pointer = UnsafeMutableRawPointer(surface)
    connections.append(
      (pointer, Signal.connectIgnoringArgument(pointer, "notify::state") { [weak self] in self?.look() }))
    if playhead_gtk_watch_visibility(surface), let display = gdk_surface_get_display(surface) {
      let display = UnsafeMutableRawPointer(display)
      connections.append((display, Signal.connectServerEvents(display) { [weak self] in self?.happened($0) }))
    }
    isSeen = !playhead_gtk_is_minimized(surface)
  }

  isolated deinit {
    for connection in connections { g_signal_handler_disconnect(connection.object, connection.identifier) }
    g_object_unref(UnsafeMutableRawPointer(surface))
  }

  private func happened(_ event: UnsafeRawPointer) {
    let covered = playhead_gtk_is_covered(surface, event)
    guard covered >= 0 else { return }
    isCovered = covered == 1
    look()
  }

  private func look() {
    let now = !isCovered && !playhead_gtk_is_minimized(surface)
    guard now != isSeen else { return }
    isSeen = now
    onChange()
  }
}
