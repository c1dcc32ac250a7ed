import CPlayheadGTK
import Glibc

/// A child X11 window inside GTK's window that shows frames without GTK's renderer: a frame then costs a single copy in
/// the X server.
@MainActor final class DirectWindow: DirectScreen {
  var onExposed: (() -> Void)?
  /// Never called: X servers do not report when an image was shown.
  var onObservation: ((RefreshObservation) -> Void)?
  /// Always true: the server's capabilities are known when the window is opened.
  let isReady = true
  /// The C state of the window; closed with this object.
  private let direct: UnsafeMutablePointer<PlayheadDirect>
  /// The segments attached to the server, with their numbers there.
  private var attached: [(segment: WeakSegment, server: ShmSeg)] = []
  /// The frame that the server may still read.
  private var shown: PixelBuffer?
  /// The position of the window in device pixels of GTK's window; nil before the first frame.
  private var place: PixelRectangle?
  /// The frame to show after GTK has drawn.
  private var waiting: Put?
  /// The source of the connection's descriptor in the main loop.
  private var source: guint = 0
  /// Whether the window is mapped.
  private var isShown = false

  /// A weak reference to a segment.
  private struct WeakSegment {
    /// The segment; nil when the buffer pool has released it.
    weak var segment: SharedSegment?
  }

  /// A frame to show.
  private struct Put {
    /// The pixels, which are retained until the server has read them.
    var buffer: PixelBuffer
    /// The server's number of the segment.
    var server: ShmSeg
    /// The rectangle of the whole frame, in device pixels of GTK's window.
    var whole: PixelRectangle
    /// The visible part of `whole`.
    var seen: PixelRectangle
  }

  /// nil if the window of `widget` is not an X11 window of a local server.
  init?(in widget: Widget) {
    guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native),
      let direct = playhead_direct_open(surface)
    else { return nil }
    self.direct = direct
    watchExposures()
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Removes the source and closes the window. Runs on the main thread.
  private func tearDown() {
    g_source_remove(source)
    playhead_direct_close(direct)
  }

  func show(
    _ buffer: PixelBuffer, at whole: PixelRectangle, in area: PixelRectangle, scale: Int, withDrawing: Bool
  ) -> Bool {
    let seen = whole.intersection(area)
    guard !seen.isEmpty, let segment = buffer.segment, let server = server(of: segment) else { return false }
    let put = Put(buffer: buffer, server: server, whole: whole, seen: seen)
    // An X server cannot show the drawings of two clients atomically: one follows the other as soon as possible. A
    // growing window must not wait until GTK has removed its part beneath it.
    if !withDrawing || !isShown || place.map({ seen != $0 && seen.contains($0) }) ?? true {
      waiting = nil
      self.put(put)
    } else {
      waiting = put
    }
    return true
  }

  func hasDrawn() {
    guard let put = waiting else { return }
    waiting = nil
    if put.seen == place { return self.put(put) }
    // Deferred, because the drawing is sent to the display only after this call.
    Timeout.after(milliseconds: 1) { [weak self] in
      guard let self, self.isShown, self.waiting == nil else { return }
      playhead_direct_wait_for_host(self.direct)
      self.put(put)
    }
  }

  /// Places and maps the window if needed, and submits the pixels.
  private func put(_ put: Put) {
    if put.seen != place {
      place = put.seen
      playhead_direct_place(
        direct, Int32(put.seen.x), Int32(put.seen.y), Int32(put.seen.width), Int32(put.seen.height))
    }
    if !isShown {
      isShown = true
      playhead_direct_set_shown(direct, true)
    }
    // The previous frame's buffer becomes reusable when the server has read it, which it has had a whole frame interval
    // for.
    playhead_direct_wait(direct)
    playhead_direct_put(
      direct, put.server, put.buffer.address, Int32(put.buffer.bytesPerRow), Int32(put.buffer.height),
      Int32(put.seen.x - put.whole.x), Int32(put.seen.y - put.whole.y), Int32(put.seen.width), Int32(put.seen.height))
    shown = put.buffer
  }

  func hide() {
    waiting = nil
    guard isShown else { return }
    isShown = false
    playhead_direct_set_shown(direct, false)
    playhead_direct_wait(direct)
    shown = nil
  }

  /// The server's number of a segment, attached at first use; nil if the segment cannot be attached.
  private func server(of segment: SharedSegment) -> ShmSeg? {
    if let known = attached.first(where: { $0.segment.segment === segment }) { return known.server }
    for gone in attached where gone.segment.segment == nil { playhead_direct_detach(direct, gone.server) }
    attached.removeAll { $0.segment.segment == nil }
    guard segment.kind == .numbered else { return nil }
    let server = playhead_direct_attach(direct, segment.identifier)
    guard server != 0 else { return nil }
    attached.append((WeakSegment(segment: segment), server))
    return server
  }

  /// Watches the connection for exposures of the window.
  private func watchExposures() {
    source = g_unix_fd_add(
      playhead_direct_descriptor(direct), G_IO_IN,
      { _, _, data in
        nonisolated(unsafe) let data = data
        onMain {
          guard let data else { return }
          let window = Unmanaged<DirectWindow>.fromOpaque(data).takeUnretainedValue()
          if playhead_direct_was_exposed(window.direct) { window.onExposed?() }
        }
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
