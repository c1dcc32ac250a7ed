import CPlayheadGTK
import PlayheadClock

/// Measures how long drawings take, from taking the frame to submitting it to the display.
@MainActor final class DrawingMeter {
  /// The time at which the frame being drawn was taken; nil while none is drawn.
  private var start: HostTime?
  /// The handler of the frame clock's `after-paint`; the clock is retained with it.
  private var handler: (clock: UnsafeMutableRawPointer, identifier: gulong)?
  /// The clock of the durations.
  private let clock = SystemClock()

  /// A frame was taken.
  func begin() { start = clock.now }

  /// The frame was submitted: its duration, once; nil if no frame is being drawn.
  func end() -> HostDuration? {
    defer { start = nil }
    return start.map { clock.now - $0 }
  }

  /// Calls `onPaint` after each drawing of a widget that has a window. Does nothing if a widget is watched already.
  func watch(_ widget: Widget, onPaint: @escaping @MainActor () -> Void) {
    guard handler == nil, let frameClock = gtk_widget_get_frame_clock(widget) else { return }
    let pointer = UnsafeMutableRawPointer(frameClock)
    let identifier = Signal.connect(pointer, "after-paint", onPaint)
    g_object_ref(pointer)
    handler = (pointer, identifier)
  }

  /// Ends watching. Call it before the window is gone.
  func stopWatching() {
    if let handler {
      g_signal_handler_disconnect(handler.clock, handler.identifier)
      g_object_unref(handler.clock)
    }
    handler = nil
  }
}
