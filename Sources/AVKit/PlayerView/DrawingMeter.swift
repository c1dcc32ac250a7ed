import CPlayheadGTK
import PlayheadClock

/// Measures how long drawings take, from taking the frame to submitting it to the display, and when the display has
/// shown them.
@MainActor final class DrawingMeter {
  /// Called after a drawing with what the display has reported about earlier ones.
  var onObservation: ((RefreshObservation) -> Void)?
  /// Reads the reports of the frame clock.
  private var reader = FrameTimingReader()
  /// The time at which the frame being drawn was taken; nil while none is drawn.
  private var start: HostTime?
  /// The time at which GTK began to paint it; nil before that, and if GTK does not paint it.
  private var paintStart: HostTime?
  /// The handlers of the frame clock's `before-paint` and `after-paint`; the clock is retained with them.
  private var handlers: (clock: UnsafeMutableRawPointer, identifiers: [gulong])?
  /// The clock of the durations.
  private let clock = SystemClock()

  /// A frame was taken.
  func begin() { (start, paintStart) = (clock.now, nil) }

  /// The frame was submitted: its cost, once; nil if no frame is being drawn.
  func end() -> DrawingCost? {
    guard let start else { return nil }
    defer { self.start = nil }
    let now = clock.now
    return DrawingCost(total: now - start, painting: now - (paintStart ?? start))
  }

  /// Calls `onPaint` after each drawing of a widget that has a window. Does nothing if a widget is watched already.
  func watch(_ widget: Widget, onPaint: @escaping @MainActor () -> Void) {
    guard handlers == nil, let frameClock = gtk_widget_get_frame_clock(widget) else { return }
    let pointer = UnsafeMutableRawPointer(frameClock)
    reader = FrameTimingReader()
    let before = Signal.connect(pointer, "before-paint") { [weak self] in
      guard let self, self.start != nil else { return }
      self.paintStart = self.clock.now
    }
    let after = Signal.connect(pointer, "after-paint") { [weak self] in
      onPaint()
      self?.readTimings(of: frameClock)
    }
    g_object_ref(pointer)
    handlers = (pointer, [before, after])
  }

  /// Reports the refreshes that have become known since the last drawing.
  private func readTimings(of frameClock: OpaquePointer) {
    guard let onObservation else { return }
    for observation in reader.read(frameClock, submitted: clock.now) { onObservation(observation) }
  }

  /// Ends watching. Call it before the window is gone.
  func stopWatching() {
    if let handlers {
      for identifier in handlers.identifiers { g_signal_handler_disconnect(handlers.clock, identifier) }
      g_object_unref(handlers.clock)
    }
    handlers = nil
  }
}
