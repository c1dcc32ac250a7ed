import CPlayheadGTK
import Glibc

/// A child X11 window inside GTK's window that shows frames without GTK's renderer: a frame then costs a single copy in
/// the X server.
///
/// `DirectPresentation` shows frames at refreshes of the display. Without it they are drawn at once, in the middle of a
/// refresh.
@MainActor final class DirectWindow: DirectScreen {
  var onExposed: (() -> Void)?
  var onObservation: ((RefreshObservation) -> Void)? {
    didSet { presentation?.onObservation = onObservation }
  }
  /// Always true: the server's capabilities are known when the window is opened.
  let isReady = true
  var isSynchronized: Bool { presentation != nil }
  /// The C state of the window; closed with this object.
  private let direct: UnsafeMutablePointer<PlayheadDirect>
  /// The memory that is shared with the server.
  private let memory: DirectMemory
  /// Shows frames at refreshes; nil if the server cannot, or has failed to.
  private var presentation: DirectPresentation?
  /// The frame that the server may still read, without `presentation`.
  private var shown: PixelBuffer?
  /// The position of the window in device pixels of GTK's window; nil before the first frame.
  private var place: PixelRectangle?
  /// The frame to show after GTK has drawn.
  private var waiting: DirectWindowFrame?
  /// The source of the connection's descriptor in the main loop.
  private var source: guint = 0
  /// Whether the window is mapped.
  private var isShown = false
  /// Whether a part of the window has no content.
  private var isExposed = false
  /// Whether events that were already read are about to be processed.
  private var isReading = false

  /// nil if the window of `widget` is not an X11 window of a local server.
  ///
  /// - Parameter isSynchronized: Whether frames are shown at refreshes, if the server has the extension Present.
  init?(in widget: Widget, isSynchronized: Bool) {
    guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native),
      let direct = playhead_direct_open(surface)
    else { return nil }
    self.direct = direct
    memory = DirectMemory(direct)
    if isSynchronized { presentation = DirectPresentation(direct, memory: memory) }
    memory.onWait = { [weak self] in self?.readEventsSoon() }
    watchEvents()
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Removes the source and closes the window. Runs on the main thread.
  private func tearDown() {
    g_source_remove(source)
    presentation?.close()
    playhead_direct_close(direct)
  }

  func show(
    _ buffer: PixelBuffer, at whole: PixelRectangle, in area: PixelRectangle, scale: Int, withDrawing: Bool
  ) -> Bool {
    let seen = whole.intersection(area)
    guard !seen.isEmpty, let server = memory.server(of: buffer) else { return false }
    let frame = DirectWindowFrame(buffer: buffer, server: server, whole: whole, seen: seen)
    // An X server cannot show the drawings of two clients atomically: one follows the other as soon as possible. A
    // growing window must not wait until GTK has removed its part beneath it.
    if !withDrawing || !isShown || place.map({ seen != $0 && seen.contains($0) }) ?? true {
      waiting = nil
      put(frame, isImmediate: withDrawing)
    } else {
      waiting = frame
    }
    return true
  }

  func hasDrawn() {
    guard let frame = waiting else { return }
    waiting = nil
    if frame.seen == place { return put(frame, isImmediate: true) }
    // Deferred, because the drawing is sent to the display only after this call.
    Timeout.after(milliseconds: 1) { [weak self] in
      guard let self, self.isShown, self.waiting == nil else { return }
      playhead_direct_wait_for_host(self.direct)
      self.put(frame, isImmediate: true)
    }
  }

  /// Places and maps the window if needed, and submits the pixels.
  ///
  /// - Parameter isImmediate: Whether the frame belongs to GTK's drawing, which is visible at once.
  private func put(_ frame: DirectWindowFrame, isImmediate: Bool) {
    // A changed window shows anything until its first frame.
    let isImmediate = isImmediate || isExposed || !isShown || frame.seen != place
    isExposed = false
    if frame.seen != place {
      place = frame.seen
      playhead_direct_place(
        direct, Int32(frame.seen.x), Int32(frame.seen.y), Int32(frame.seen.width), Int32(frame.seen.height))
    }
    if !isShown {
      isShown = true
      playhead_direct_set_shown(direct, true)
    }
    if let presentation {
      if presentation.show(frame, isImmediate: isImmediate) { return }
      presentation.close()
      self.presentation = nil
    }
    // The previous frame's buffer becomes reusable when the server has read it, which it has had a whole frame interval
    // for.
    playhead_direct_wait(direct)
    playhead_direct_put(
      direct, 0, frame.server, frame.buffer.address, Int32(frame.buffer.bytesPerRow), Int32(frame.buffer.height),
      frame.origin.x, frame.origin.y, Int32(frame.seen.width), Int32(frame.seen.height))
    shown = frame.buffer
    readEventsSoon()
  }

  func hide() {
    waiting = nil
    guard isShown else { return }
    isShown = false
    presentation?.hide()
    playhead_direct_set_shown(direct, false)
    guard presentation == nil else { return }
    playhead_direct_wait(direct)
    shown = nil
  }

  // MARK: Events

  /// Watches the connection for exposures of the window and reports about frames.
  private func watchEvents() {
    source = g_unix_fd_add(
      playhead_direct_descriptor(direct), G_IO_IN,
      { _, _, data in
        nonisolated(unsafe) let data = data
        onMain {
          guard let data else { return }
          Unmanaged<DirectWindow>.fromOpaque(data).takeUnretainedValue().readEvents()
        }
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Processes the events that waiting for the server has read: the main loop does not see them.
  private func readEventsSoon() {
    guard !isReading, presentation != nil || playhead_direct_has_events(direct) else { return }
    isReading = true
    Timeout.after(milliseconds: 0) { [weak self] in
      self?.isReading = false
      self?.readEvents()
    }
  }

  /// Processes events and reports.
  private func readEvents() {
    presentation?.readReports()
    guard playhead_direct_was_exposed(direct) else { return }
    isExposed = true
    onExposed?()
  }
}
