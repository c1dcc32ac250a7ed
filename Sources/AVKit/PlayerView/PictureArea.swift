import CPlayheadGTK
import PlayheadCaptions
import PlayheadEngine

/// The picture's side of a view: the sink that a session fills, the timer that says when, the widget that draws.
@MainActor final class PictureArea {
  let picture: PictureWidget
  let sink: PictureSink
  /// The first picture of an item is on its way to the screen, or the last one went away.
  var onReadyChange: ((Bool) -> Void)?
  /// A picture is about to be drawn: what else wants to change is drawn along with it.
  var onPicture: (() -> Void)?
  /// The program put widgets of its own over the picture.
  var coveredByProgram = false { didSet { coverChanged() } }
  /// Controls or words lie over the picture.
  var coveredByControls = false { didSet { coverChanged() } }
  /// The program puts nothing over the view that the view does not know of.
  var allowsDirect = false
  private var path = DirectPath()
  private var direct: DirectWindow?
  private var cannotBeDirect = false
  private var isLeavingDirect = false
  private let timer = DeadlineTimer()
  private var timerSource: guint = 0
  private var presenter: (any PicturePresenter)?
  private var sharedMemory: OpaquePointer?
  private var sharedMemorySize = (width: 0, height: 0)
  private var sight: WindowSight?
  private var drawingSince: HostTime?
  private var paintHandler: (clock: UnsafeMutableRawPointer, identifier: gulong)?
  private let clock = SystemClock()

  init?() {
    guard let picture = PictureWidget() else { return nil }
    self.picture = picture
    sink = PictureSink(timer: timer)
    timerSource = timer.install { [weak self] in self?.takePicture() }
    picture.onResize = { [weak self] _ in self?.updateTarget() }
    let widget = picture.widget
    Signal.connect(widget, "map") { [weak self] in self?.updateTarget() }
    Signal.connect(widget, "unmap") { [weak self] in self?.updateTarget() }
    Signal.connect(widget, "realize") { [weak self] in self?.watchPainting() }
    Signal.connect(widget, "unrealize") { [weak self] in self?.forgetWindow() }
  }

  isolated deinit {
    g_source_remove(timerSource)
    forgetWindow()
  }

  var gravity: PictureGravity {
    get { picture.gravity }
    set { picture.gravity = newValue }
  }

  /// How much of the view's lower part is covered, in GTK's units.
  func setCoveredBelow(_ height: Int) { sink.setCoveredBelow(height * max(1, picture.viewport.scale)) }

  /// Another player: its pictures have yet to come.
  func clear() {
    let isLeaving = path.interrupted()
    picture.show(nil, nil)
    if isLeaving { hideDirectAfterDrawing() }
    if sight?.isSeen == false { updateTarget() }
    onReadyChange?(false)
  }

  // MARK: From the sink to the widget

  private func takePicture() {
    switch sink.takeDue() {
    case .nothing: break
    case .clear: clear()
    case .show(let next, let overlay):
      drawingSince = clock.now
      let isFirst = picture.picture == nil
      switch path.next(situation(of: next, overlay)) {
      case .direct:
        picture.keep(next)
        if !showDirectly(next) {
          cannotBeDirect = true
          leaveDirect(overlay)
        }
      case .composited: compose(next, overlay)
      case .leaving:
        compose(next, overlay)
        hideDirectAfterDrawing()
      }
      if isFirst {
        onReadyChange?(true)
        if sight?.isSeen == false { updateTarget() }
      }
    }
  }

  private func compose(_ next: any PreparedPicture, _ overlay: CaptionOverlay?) {
    onPicture?()
    picture.show(next, overlay)
  }

  // MARK: Past GTK's renderer

  private func situation(of next: any PreparedPicture, _ overlay: CaptionOverlay?) -> DirectPath.Situation {
    DirectPath.Situation(
      isPossible: allowsDirect && !cannotBeDirect && (next as? CairoPicture)?.buffer.segment != nil,
      isCovered: coveredByControls || coveredByProgram || overlay != nil, fits: next.viewport == picture.viewport)
  }

  private func showDirectly(_ next: any PreparedPicture) -> Bool {
    guard let next = next as? CairoPicture, let origin = originInWindow else { return false }
    if direct == nil {
      direct = DirectWindow(in: picture.widget)
      direct?.onExposed = { [weak self] in self?.showAgain() }
    }
    guard let direct else { return false }
    let viewport = next.viewport
    var whole = next.place
    (whole.x, whole.y) = (whole.x + origin.x, whole.y + origin.y)
    let area = PixelRectangle(x: origin.x, y: origin.y, width: viewport.width, height: viewport.height)
    let isShown = direct.show(next.buffer, at: whole, in: area)
    if isShown, let since = drawingSince { sink.addDrawingCost(clock.now - since) }
    drawingSince = nil
    return isShown
  }

  private func showAgain() {
    if path.isDirect, let shown = picture.picture { _ = showDirectly(shown) }
  }

  private func coverChanged() {
    if coveredByControls || coveredByProgram { leaveDirect(nil) }
  }

  /// GTK draws from now on; the direct window goes when it has.
  private func leaveDirect(_ overlay: CaptionOverlay?) {
    guard path.interrupted() else { return }
    if let shown = picture.picture { picture.show(shown, overlay) }
    hideDirectAfterDrawing()
  }

  private func hideDirectAfterDrawing() { isLeavingDirect = true }

  /// Where the view's picture begins in its window, in device pixels.
  private var originInWindow: (x: Int, y: Int)? {
    let widget = picture.widget
    guard let native = gtk_widget_get_native(widget) else { return nil }
    var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
    guard gtk_widget_translate_coordinates(widget, cast(UnsafeMutableRawPointer(native)), 0, 0, &x, &y) != 0 else {
      return nil
    }
    gtk_native_get_surface_transform(native, &left, &top)
    let scale = Double(picture.viewport.scale)
    return (Int(((x + left) * scale).rounded()), Int(((y + top) * scale).rounded()))
  }

  /// How long drawing takes is part of when it has to begin.
  private func watchPainting() {
    guard paintHandler == nil, let frameClock = gtk_widget_get_frame_clock(picture.widget) else { return }
    let pointer = UnsafeMutableRawPointer(frameClock)
    let identifier = Signal.connect(pointer, "after-paint") { [weak self] in
      guard let self else { return }
      if self.isLeavingDirect {
        self.isLeavingDirect = false
        // Not in this call: what was drawn leaves for the display after it.
        Timeout.after(milliseconds: 1) { [weak self] in
          if let self, !self.path.isDirect { self.direct?.hide() }
        }
      }
      guard let since = self.drawingSince else { return }
      self.drawingSince = nil
      self.sink.addDrawingCost(self.clock.now - since)
      // Not in this call: the picture leaves for the display after it.
      if self.wantsSharedMemory { Timeout.after(milliseconds: 1) { [weak self] in self?.holdSharedMemory() } }
    }
    g_object_ref(pointer)
    paintHandler = (pointer, identifier)
  }

  // MARK: From the window to the sink

  /// Pictures are prepared while there is somewhere to show them.
  private func updateTarget() {
    let widget = picture.widget
    let viewport = picture.viewport
    leaveDirect(nil)
    if sight == nil { sight = WindowSight(of: widget) { [weak self] in self?.updateTarget() } }
    // Programs wait for the first picture, so that one comes in any case.
    let isWanted = sight?.isSeen ?? true || picture.picture == nil
    guard isWanted, gtk_widget_get_mapped(widget) != 0, viewport.width > 0, viewport.height > 0 else {
      direct?.hide()
      return sink.setTarget(presenter: nil, viewport: nil)
    }
    let presenter = self.presenter ?? PresenterChoice.makePresenter(for: widget, wantsDirect: allowsDirect)
    self.presenter = presenter
    sink.setTarget(presenter: presenter, viewport: viewport)
  }

  /// Whether pictures of this size go through shared memory that nobody holds yet. Asked after a drawing of that size, not before
  /// it: nobody waits then.
  private var wantsSharedMemory: Bool {
    guard let software = presenter as? SoftwarePresenter, software.delivery == .cairo else { return false }
    let viewport = picture.viewport
    // Few pictures take this way then.
    if allowsDirect, !cannotBeDirect, !coveredByControls { return false }
    return viewport.width * viewport.height > sharedMemorySize.width * sharedMemorySize.height
  }

  private func holdSharedMemory() {
    guard wantsSharedMemory, let display = gtk_widget_get_display(picture.widget) else { return }
    let viewport = picture.viewport
    if let sharedMemory { cairo_surface_destroy(sharedMemory) }
    sharedMemory = playhead_gtk_hold_shared_memory(display, Int32(viewport.width), Int32(viewport.height))
    sharedMemorySize = (viewport.width, viewport.height)
  }

  /// The window goes away, or the view leaves it: the next one may draw in another way.
  private func forgetWindow() {
    sink.setTarget(presenter: nil, viewport: nil)
    presenter = nil
    sight = nil
    _ = path.interrupted()
    direct = nil
    if let sharedMemory { cairo_surface_destroy(sharedMemory) }
    sharedMemory = nil
    sharedMemorySize = (0, 0)
    if let paintHandler {
      g_signal_handler_disconnect(paintHandler.clock, paintHandler.identifier)
      g_object_unref(paintHandler.clock)
    }
    paintHandler = nil
  }
}
