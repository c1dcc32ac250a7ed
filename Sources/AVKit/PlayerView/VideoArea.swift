import CPlayheadGTK
import PlayheadCaptions
import PlayheadEngine

/// The picture's side of a view: the sink that a session fills, the timer that says when, the widget that draws.
@MainActor final class VideoArea {
  let picture: VideoWidget
  let sink: FrameSink
  /// The first picture of an item is on its way to the screen, or the last one went away.
  var onReadyChange: ((Bool) -> Void)?
  /// Whether there is something whose first picture may come.
  var awaitsPicture: (() -> Bool)?
  /// A picture is about to be drawn: what else wants to change is drawn along with it.
  var onPicture: (() -> Void)?
  /// The program put widgets of its own over the picture.
  var coveredByProgram = false { didSet { coverChanged() } }
  /// What of controls and words lies over the picture, in GTK's units.
  var coveredByControls = VideoCover.nothing { didSet { coverChanged() } }
  /// The program puts nothing over the view that the view does not know of.
  var allowsDirect: Bool {
    get { direct.isAllowed }
    set { direct.isAllowed = newValue }
  }
  private let direct: DirectFrames
  private let timer = DeadlineTimer()
  private var timerSource: guint = 0
  private var presenter: (any FramePresenter)?
  private var sharedMemory: OpaquePointer?
  private var sharedMemorySize = (width: 0, height: 0)
  private var sight: WindowSight?
  /// Pictures are made already for the size that the window is to have; there is nowhere to show them yet.
  private var isExpecting = false
  private var drawingSince: HostTime?
  private var paintHandler: (clock: UnsafeMutableRawPointer, identifier: gulong)?
  private let clock = SystemClock()

  init?() {
    guard let picture = VideoWidget() else { return nil }
    self.picture = picture
    direct = DirectFrames(picture)
    sink = FrameSink(timer: timer)
    timerSource = timer.install { [weak self] in self?.takePicture() }
    picture.onResize = { [weak self] _ in self?.updateTarget() }
    let widget = picture.widget
    Signal.connect(widget, "map") { [weak self] in self?.updateTarget() }
    Signal.connect(widget, "unmap") { [weak self] in self?.updateTarget() }
    Signal.connect(widget, "realize") { [weak self] in
      self?.watchPainting()
      self?.expectWindow()
    }
    Signal.connect(widget, "unrealize") { [weak self] in self?.forgetWindow() }
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  private func tearDown() {
    g_source_remove(timerSource)
    forgetWindow()
  }

  var gravity: VideoGravity {
    get { picture.gravity }
    set { picture.gravity = newValue }
  }

  /// How much of the view's lower part is covered, in GTK's units.
  func setCoveredBelow(_ height: Int) { sink.setCoveredBelow(height * max(1, picture.viewport.scale)) }

  /// Another player: its pictures have yet to come.
  func clear() {
    picture.show(nil, nil)
    direct.end()
    if sight?.isSeen == false { updateTarget() }
    onReadyChange?(false)
  }

  // MARK: From the sink to the widget

  private func takePicture() {
    guard !isExpecting else { return }
    switch sink.takeDue() {
    case .nothing: break
    case .clear: clear()
    case .show(let next, let overlay):
      drawingSince = clock.now
      let isFirst = picture.picture == nil
      let outcome = direct.take(next, hasCaptions: overlay != nil)
      if outcome != .shown { onPicture?() }
      if outcome == .left { picture.show(next, overlay) }
      if outcome == .shown, let since = drawingSince {
        drawingSince = nil
        sink.addDrawingCost(clock.now - since)
      }
      if isFirst {
        onReadyChange?(true)
        if sight?.isSeen == false { updateTarget() }
      }
    }
  }

  private func coverChanged() {
    guard !coveredByProgram else { return direct.cover = .everything }
    guard case .edges(let above, let below) = coveredByControls else { return direct.cover = coveredByControls }
    let scale = max(1, picture.viewport.scale)
    direct.cover = .edges(above: above * scale, below: below * scale)
  }

  /// How long drawing takes is part of when it has to begin.
  private func watchPainting() {
    guard paintHandler == nil, let frameClock = gtk_widget_get_frame_clock(picture.widget) else { return }
    let pointer = UnsafeMutableRawPointer(frameClock)
    let identifier = Signal.connect(pointer, "after-paint") { [weak self] in
      guard let self else { return }
      self.direct.hasDrawn()
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

  /// A window of the program's own is the view's: the first picture can be made while GTK and the display are still at it. In
  /// another size it is made again.
  private func expectWindow() {
    guard allowsDirect, picture.picture == nil, awaitsPicture?() == true,
      let root = gtk_widget_get_root(picture.widget)
    else { return }
    let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWindow.self)
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(window, &width, &height)
    guard width > 0, height > 0, gtk_window_is_fullscreen(window) == 0, gtk_window_is_maximized(window) == 0 else {
      return
    }
    let scale = Int(gtk_widget_get_scale_factor(picture.widget))
    isExpecting = true
    sink.expectTarget(
      presenter: madePresenter,
      viewport: Viewport(width: Int(width) * scale, height: Int(height) * scale, scale: scale, gravity: gravity))
  }

  /// What GTK takes to draw a large window without a picture, and nobody is told of a picture meanwhile: one that is nearly there is
  /// waited for instead.
  private static let emptyDrawing = 25

  private var madePresenter: any FramePresenter {
    let presenter = self.presenter ?? PresenterChoice.makePresenter(for: picture.widget, wantsDirect: allowsDirect)
    self.presenter = presenter
    return presenter
  }

  /// Pictures are prepared while there is somewhere to show them.
  private func updateTarget() {
    let widget = picture.widget
    let viewport = picture.viewport
    let hasExpected = isExpecting
    if isExpecting {
      guard gtk_widget_get_mapped(widget) != 0, viewport.width > 0, viewport.height > 0 else { return }
      isExpecting = false
    }
    direct.leave()
    coverChanged()
    if sight == nil { sight = WindowSight(of: widget) { [weak self] in self?.updateTarget() } }
    // Programs wait for the first picture, so that one comes in any case.
    let isWanted = sight?.isSeen ?? true || picture.picture == nil
    guard isWanted, gtk_widget_get_mapped(widget) != 0, viewport.width > 0, viewport.height > 0 else {
      direct.hide()
      return sink.setTarget(presenter: nil, viewport: nil)
    }
    sink.setTarget(presenter: madePresenter, viewport: viewport)
    guard hasExpected else { return }
    sink.awaitPicture(milliseconds: Self.emptyDrawing)
    takePicture()
  }

  /// Whether pictures of this size go through shared memory that nobody holds yet. Asked after a drawing of that size, not before
  /// it: nobody waits then.
  private var wantsSharedMemory: Bool {
    guard let software = presenter as? SoftwarePresenter, software.delivery == .cairo else { return false }
    let viewport = picture.viewport
    // Few pictures take this way then.
    if direct.isUsual { return false }
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
    isExpecting = false
    sink.setTarget(presenter: nil, viewport: nil)
    presenter = nil
    sight = nil
    direct.forgetWindow()
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
