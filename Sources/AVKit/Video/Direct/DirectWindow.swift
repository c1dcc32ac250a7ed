import CPlayheadGTK
import Glibc

/// A child X11 window inside GTK's window that shows frames without GTK's renderer: a frame then costs a single copy in
/// the X server.
@MainActor final class DirectWindow: DirectScreen {
  var onExposed: (() -> Void)?
  let isReady = true
  private let direct: UnsafeMutablePointer<PlayheadDirect>
  private var attached: [(segment: WeakSegment, server: ShmSeg)] = []
  /// The frame that the server may still read.
  private var shown: PixelBuffer?
  private var place: PixelRectangle?
  /// The frame to show after GTK has drawn.
  private var waiting: Put?
  private var source: guint = 0
  private var isShown = false

  private struct WeakSegment {
    weak var segment: SharedSegment?
  }

  private struct Put {
    var buffer: PixelBuffer
    var server: ShmSeg
    var whole: PixelRectangle
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
