import CPlayheadGTK

/// The window that contains a view, and its full screen state.
@MainActor final class ViewWindow {
  /// Called for each full screen event.
  var onEvent: ((FullScreenStateMachine.Event) -> Void)?
  /// The view's root widget, which may be moved to another window.
  private let view: Widget
  /// The order of the full screen events.
  private var stateMachine = FullScreenStateMachine()
  /// The observed window and the handler; nil outside of a window.
  private var watched: (window: WeakObject, handler: gulong)?

  /// Observes the window that the view is put into.
  init(view: Widget) {
    self.view = view
    Signal.connectIgnoringArgument(view, "notify::root") { [weak self] in self?.watch() }
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Stops observing. Runs on the main thread.
  private func tearDown() { stopObserving() }

  /// The window of the view; nil if it is in none, or its root is not a window.
  private var window: UnsafeMutablePointer<GtkWindow>? {
    guard let root = gtk_widget_get_root(view) else { return nil }
    let pointer = UnsafeMutableRawPointer(root)
    return g_type_is_a(playhead_gtk_type_of(pointer), gtk_window_get_type()) != 0 ? cast(pointer) : nil
  }

  /// Whether the window is in full screen now. False outside of a window.
  var isFullScreen: Bool { window.map { gtk_window_is_fullscreen($0) != 0 } ?? false }

  /// Requests full screen or its end. No effect outside of a window.
  func setFullScreen(_ isFullScreen: Bool) {
    if window != nil { emit(stateMachine.requested(isFullScreen)) }
  }

  /// Called when the program has restored its interface: the window leaves full screen.
  func restored() { emit(stateMachine.restored()) }

  /// Carries out the changes of the window, and reports all events.
  private func emit(_ events: [FullScreenStateMachine.Event]) {
    for event in events {
      if case .change(let isFull) = event, let window {
        if isFull { gtk_window_fullscreen(window) } else { gtk_window_unfullscreen(window) }
      }
      onEvent?(event)
    }
  }

  /// Observes the window that the view is in now.
  private func watch() {
    stopObserving()
    guard let window else { return }
    let pointer = UnsafeMutableRawPointer(window)
    let handler = Signal.connectIgnoringArgument(pointer, "notify::fullscreened") { [weak self] in self?.changed() }
    watched = (WeakObject(pointer), handler)
    changed()
  }

  /// Reports the state of the window, which the desktop may have changed.
  private func changed() { emit(stateMachine.changed(isFullScreen)) }

  /// Stops observing the window. A disposed window has no handlers any more.
  private func stopObserving() {
    guard let watched else { return }
    self.watched = nil
    if let window = watched.window.object { g_signal_handler_disconnect(window, watched.handler) }
  }
}
