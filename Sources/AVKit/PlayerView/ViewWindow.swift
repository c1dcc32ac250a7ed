import CPlayheadGTK

/// The window that contains a view, and its full screen state.
@MainActor final class ViewWindow {
  /// Called for each full screen event.
  var onEvent: ((FullScreenStateMachine.Event) -> Void)?
  private let view: Widget
  private var stateMachine = FullScreenStateMachine()
  private var watched: (window: UnsafeMutableRawPointer, handler: gulong)?

  init(view: Widget) {
    self.view = view
    Signal.connectIgnoringArgument(view, "notify::root") { [weak self] in self?.watch() }
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  private func tearDown() { stopObserving() }

  private var window: UnsafeMutablePointer<GtkWindow>? {
    guard let root = gtk_widget_get_root(view) else { return nil }
    let pointer = UnsafeMutableRawPointer(root)
    return g_type_is_a(playhead_gtk_type_of(pointer), gtk_window_get_type()) != 0 ? cast(pointer) : nil
  }

  var isFullScreen: Bool { window.map { gtk_window_is_fullscreen($0) != 0 } ?? false }

  func setFullScreen(_ isFullScreen: Bool) {
    if window != nil { emit(stateMachine.requested(isFullScreen)) }
  }

  /// Called when the program has restored its interface: the window leaves full screen.
  func restored() { emit(stateMachine.restored()) }

  private func emit(_ events: [FullScreenStateMachine.Event]) {
    for event in events {
      if case .change(let isFull) = event, let window {
        if isFull { gtk_window_fullscreen(window) } else { gtk_window_unfullscreen(window) }
      }
      onEvent?(event)
    }
  }

  private func watch() {
    stopObserving()
    guard let window else { return }
    let pointer = UnsafeMutableRawPointer(window)
    let handler = Signal.connectIgnoringArgument(pointer, "notify::fullscreened") { [weak self] in self?.changed() }
    g_object_ref(pointer)
    watched = (pointer, handler)
    changed()
  }

  private func changed() { emit(stateMachine.changed(isFullScreen)) }

  private func stopObserving() {
    guard let watched else { return }
    self.watched = nil
    g_signal_handler_disconnect(watched.window, watched.handler)
    g_object_unref(watched.window)
  }
}
