import CPlayheadGTK
import Glibc

/// A window of the X server's own, inside GTK's, that pictures are put into without GTK's renderer: one copy in the server is all
/// that a picture costs then. It lies over everything that GTK draws there, and no pointer sees it.
@MainActor final class DirectWindow {
  /// A part of it came to light that the server has forgotten: the picture is wanted once more.
  var onExposed: (() -> Void)?
  private let direct: UnsafeMutablePointer<PlayheadDirect>
  private var attached: [(segment: WeakSegment, server: ShmSeg)] = []
  /// The server may still read it.
  private var shown: PixelBuffer?
  private var place: PixelRectangle?
  private var source: guint = 0
  private(set) var isShown = false

  private struct WeakSegment {
    weak var segment: SharedSegment?
  }

  /// nil where the window of `widget` is none of X11's on this machine.
  init?(in widget: Widget) {
    guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native),
      let direct = playhead_direct_open(surface)
    else { return nil }
    self.direct = direct
    watchExposures()
  }

  isolated deinit {
    g_source_remove(source)
    playhead_direct_close(direct)
  }

  /// Shows the part of a picture that lies in `area`; both are in device pixels of GTK's window. False where the memory is none that
  /// the server can read.
  func show(_ buffer: PixelBuffer, at whole: PixelRectangle, in area: PixelRectangle) -> Bool {
    guard let segment = buffer.segment, let server = server(of: segment) else { return false }
    let (left, top) = (max(whole.x, area.x), max(whole.y, area.y))
    let seen = PixelRectangle(
      x: left, y: top, width: min(whole.x + whole.width, area.x + area.width) - left,
      height: min(whole.y + whole.height, area.y + area.height) - top)
    guard !seen.isEmpty else { return false }
    if seen != place {
      place = seen
      playhead_direct_place(direct, Int32(seen.x), Int32(seen.y), Int32(seen.width), Int32(seen.height))
    }
    if !isShown {
      isShown = true
      playhead_direct_set_shown(direct, true)
    }
    // The picture before is the decoder's again when the server has read it, which it has had a picture's time for.
    playhead_direct_wait(direct)
    playhead_direct_put(
      direct, server, segment.address, Int32(buffer.bytesPerRow), Int32(buffer.height), Int32(seen.x - whole.x),
      Int32(seen.y - whole.y), Int32(seen.width), Int32(seen.height))
    shown = buffer
    return true
  }

  func hide() {
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
