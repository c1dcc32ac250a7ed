import CPlayheadGTK

/// Whether any part of a window is visible: it is neither minimized, nor on another desktop, nor entirely covered by
/// another window. With a compositor only the compositor knows what is covered; then every window that is not minimized
/// counts as visible.
@MainActor final class WindowVisibility {
  private(set) var isVisible: Bool
  /// The surface of the window, which is retained.
  private let surface: OpaquePointer
  /// Called on the main thread when `isVisible` has changed.
  private let onChange: @MainActor () -> Void
  /// The connected handlers; disconnected with this object.
  private var connections: [(object: UnsafeMutableRawPointer, identifier: gulong)] = []
  /// Whether a check is queued; another one is not queued then.
  private var isCheckScheduled = false

  /// The interval of the checks in milliseconds: a window is not notified when windows above it move, so a paused frame
  /// may be outdated for this long.
  private static let interval = 250

  /// nil if the widget is not in a window yet. `onChange` is called on the main thread, during the lifetime of the
  /// object.
  init?(of widget: Widget, onChange: @escaping @MainActor () -> Void) {
    guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native) else { return nil }
    self.surface = surface
    self.onChange = onChange
    isVisible = !playhead_gtk_is_minimized(surface)
    g_object_ref(UnsafeMutableRawPointer(surface))
    let pointer = UnsafeMutableRawPointer(surface)
    connections.append(
      (pointer, Signal.connectIgnoringArgument(pointer, "notify::state") { [weak self] in self?.scheduleCheck() }))
    if playhead_gtk_watch_order(surface), let display = gdk_surface_get_display(surface) {
      let display = UnsafeMutableRawPointer(display)
      connections.append((display, Signal.connectServerEvents(display) { [weak self] in self?.happened($0) }))
    }
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Disconnects the handlers and releases the surface. Runs on the main thread.
  private func tearDown() {
    for connection in connections { g_signal_handler_disconnect(connection.object, connection.identifier) }
    g_object_unref(UnsafeMutableRawPointer(surface))
  }

  /// Handles an event of the X server, given by its pointer.
  private func happened(_ event: UnsafeRawPointer) {
    if playhead_gtk_changes_order(surface, event) { scheduleCheck() }
  }

  /// Delayed, because changes come in bursts and each check queries the server.
  private func scheduleCheck() {
    guard !isCheckScheduled else { return }
    isCheckScheduled = true
    Timeout.after(milliseconds: Self.interval) { [weak self] in self?.checkVisibility() }
  }

  /// Determines the visibility. It is checked again while the window is covered.
  private func checkVisibility() {
    isCheckScheduled = false
    guard gdk_surface_is_destroyed(surface) == 0 else { return }
    let now = !playhead_gtk_is_minimized(surface) && !playhead_gtk_is_covered(surface)
    if !now { scheduleCheck() }
    guard now != isVisible else { return }
    isVisible = now
    onChange()
  }
}
