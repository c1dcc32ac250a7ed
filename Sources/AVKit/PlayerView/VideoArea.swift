import CPlayheadGTK
import PlayheadCaptions
import PlayheadClock

/// The video part of a view: the sink that a session fills, the deadline timer, and the widget that draws.
@MainActor final class VideoArea {
  let videoWidget: VideoWidget
  /// Receives the frames of the session.
  let sink: FrameSink
  /// Called when the first frame of an item is about to be shown, or the last frame was removed.
  var onReadyChange: ((Bool) -> Void)?
  /// Whether a first frame is expected.
  var expectsFrame: (() -> Bool)?
  /// Called before a frame is drawn, for changes that can be drawn along with it.
  var onFrame: (() -> Void)?
  /// Whether the program has put widgets over the video.
  var coveredByProgram = false { didSet { occlusionChanged() } }
  /// The part of the video that is covered by controls and messages, in GTK units.
  var coveredByControls = VideoOcclusion.nothing { didSet { occlusionChanged() } }
  /// Whether the program guarantees that it puts nothing over the view without the view's knowledge.
  var allowsDirect: Bool {
    get { direct.isAllowed }
    set { direct.isAllowed = newValue }
  }
  /// Presents frames without GTK's renderer where possible.
  private let direct: DirectFrames
  /// Wakes the main loop when a frame is due.
  private let timer = DeadlineTimer()
  /// The source of `timer` in the main loop.
  private var timerSource: guint = 0
  /// The method of presentation for the current window; nil without one.
  private var presenter: (any FramePresenter)?
  /// Retains cairo's shared memory between drawings.
  private let sharedMemory = SharedMemoryReserve()
  /// Observes whether the window is visible; nil before the first mapping.
  private var visibility: WindowVisibility?
  /// Whether frames are prepared for the expected size of a window that is not mapped yet.
  private var isExpecting = false
  /// Measures the drawing time, by which drawing must start before the deadline.
  private let meter = DrawingMeter()

  /// Creates the widget and the timer. nil if GTK cannot create a widget.
  init?() {
    guard let videoWidget = VideoWidget() else { return nil }
    self.videoWidget = videoWidget
    direct = DirectFrames(videoWidget)
    sink = FrameSink(timer: timer)
    timerSource = timer.install { [weak self] in self?.takeDueFrame() }
    meter.onObservation = { [sink] in sink.observe($0) }
    direct.onObservation = { [sink] in sink.observe($0) }
    videoWidget.onResize = { [weak self] _ in self?.updateTarget() }
    let widget = videoWidget.widget
    Signal.connect(widget, "map") { [weak self] in self?.updateTarget() }
    Signal.connect(widget, "unmap") { [weak self] in self?.updateTarget() }
    Signal.connect(widget, "realize") { [weak self] in
      self?.watchPainting()
      self?.expectWindow()
    }
    Signal.connect(widget, "unrealize") { [weak self] in self?.releaseWindow() }
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Removes the timer and releases the window's resources. Runs on the main thread.
  private func tearDown() {
    g_source_remove(timerSource)
    releaseWindow()
  }

  /// How the video fills the view. A change prepares the current frame again.
  var gravity: VideoGravity {
    get { videoWidget.gravity }
    set { videoWidget.gravity = newValue }
  }

  /// The geometry that the user has changed. A change prepares the current frame again.
  var adjustment: VideoAdjustment {
    get { videoWidget.adjustment }
    set { videoWidget.adjustment = newValue }
  }

  /// How much later than the video the audio is played, in seconds; negative: earlier. At most three seconds: the video
  /// is shown earlier or later, and a file's frames are decoded only a few seconds ahead.
  var audioDelay: Double {
    get { -sink.delay.seconds }
    set { sink.setDelay(.seconds(-max(-3, min(3, (newValue * 1000).rounded() / 1000)))) }
  }

  /// How frames reach the screen, for information; nil without a window.
  var outputPath: String? {
    guard let basePresenter else { return nil }
    if let signal = direct.shownSignal { return "direct, HDR (\(signal.name))" }
    if basePresenter is GLPresenter { return "GL" }
    guard direct.isPreferred else { return "software" }
    return direct.isSynchronized ? "software, direct, synchronized" : "software, direct"
  }

  /// Sets the covered height of the view's lower part, in GTK units.
  func setCoveredBelow(_ height: Int) { sink.setCoveredBelow(height * max(1, videoWidget.viewport.scale)) }

  /// Removes the frame, for a player whose frames have not arrived yet.
  func clear() {
    videoWidget.show(nil, nil)
    direct.end()
    if visibility?.isVisible == false { updateTarget() }
    onReadyChange?(false)
  }

  // MARK: From the sink to the widget

  /// Takes the due frame from the sink, and shows it directly or through the widget. Called by the timer.
  private func takeDueFrame() {
    guard !isExpecting else { return }
    switch sink.takeDue() {
    case .nothing: break
    case .clear: clear()
    case .show(let next, let overlay):
      meter.begin()
      let isFirst = videoWidget.preparedFrame == nil
      let outcome = direct.take(next, hasCaptions: overlay != nil)
      if outcome != .shown { onFrame?() }
      if outcome == .left { videoWidget.show(next, overlay) }
      if outcome == .shown, let cost = meter.end() { sink.add(cost) }
      if isFirst {
        onReadyChange?(true)
        if visibility?.isVisible == false { updateTarget() }
      }
    }
  }

  /// Reports the covered part to the direct path, in device pixels.
  private func occlusionChanged() {
    guard !coveredByProgram else { return direct.occlusion = .everything }
    guard case .edges(let above, let below) = coveredByControls else { return direct.occlusion = coveredByControls }
    let scale = max(1, videoWidget.viewport.scale)
    direct.occlusion = .edges(above: above * scale, below: below * scale)
  }

  /// Measures drawings by the frame clock of the widget.
  private func watchPainting() {
    meter.watch(videoWidget.widget) { [weak self] in
      guard let self else { return }
      self.direct.hasDrawn()
      guard let cost = self.meter.end() else { return }
      self.sink.add(cost)
      // Deferred, because the frame is sent to the display only after this call.
      if self.needsSharedMemory { Timeout.after(milliseconds: 1) { [weak self] in self?.holdSharedMemory() } }
    }
  }

  // MARK: From the window to the sink

  /// If the view fills the program's window, the first frame can be prepared while GTK and the display create the
  /// window. If the size differs, it is prepared again.
  private func expectWindow() {
    guard allowsDirect, videoWidget.preparedFrame == nil, expectsFrame?() == true,
      let root = gtk_widget_get_root(videoWidget.widget)
    else { return }
    let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWindow.self)
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(window, &width, &height)
    guard width > 0, height > 0, gtk_window_is_fullscreen(window) == 0, gtk_window_is_maximized(window) == 0 else {
      return
    }
    let scale = Int(gtk_widget_get_scale_factor(videoWidget.widget))
    isExpecting = true
    sink.expectTarget(
      presenter: madePresenter,
      viewport: Viewport(
        width: Int(width) * scale, height: Int(height) * scale, scale: scale, gravity: gravity,
        adjustment: adjustment, passThrough: videoWidget.passThrough))
  }

  /// Milliseconds that GTK takes to draw a large window without a frame, while frames cannot be delivered: waiting for
  /// a frame that is almost ready is faster.
  private static let emptyDrawing = 25

  /// The presenter for the current window, created at first use.
  private var madePresenter: any FramePresenter {
    let presenter =
      self.presenter ?? PresenterChoice.makePresenter(for: videoWidget.widget, requestsDirect: allowsDirect)
    self.presenter = presenter
    // The compositor's answer about HDR takes a while.
    if presenter is PassThroughPresenter { direct.openScreen() }
    return presenter
  }

  /// The presenter of what GTK draws.
  private var basePresenter: (any FramePresenter)? { (presenter as? PassThroughPresenter)?.base ?? presenter }

  /// Sets the sink's target: frames are prepared only while they can be shown.
  private func updateTarget() {
    let widget = videoWidget.widget
    let viewport = videoWidget.viewport
    let hasExpected = isExpecting
    if isExpecting {
      guard gtk_widget_get_mapped(widget) != 0, viewport.width > 0, viewport.height > 0 else { return }
      isExpecting = false
    }
    direct.leave()
    occlusionChanged()
    if visibility == nil { visibility = WindowVisibility(of: widget) { [weak self] in self?.updateTarget() } }
    // Programs wait for the first frame, so it is prepared in any case.
    let isTargetNeeded = visibility?.isVisible ?? true || videoWidget.preparedFrame == nil
    guard isTargetNeeded, gtk_widget_get_mapped(widget) != 0, viewport.width > 0, viewport.height > 0 else {
      direct.hide()
      return sink.setTarget(presenter: nil, viewport: nil)
    }
    sink.setTarget(presenter: madePresenter, viewport: viewport)
    guard hasExpected else { return }
    sink.awaitFrame(milliseconds: Self.emptyDrawing)
    takeDueFrame()
  }

  /// Whether frames of this size need a shared memory segment that is not retained yet. Checked after a drawing of that
  /// size, when nothing waits for it.
  private var needsSharedMemory: Bool {
    guard let software = basePresenter as? SoftwarePresenter, software.delivery == .cairo else { return false }
    // Direct presentation rarely needs the segment.
    return !direct.isPreferred && !sharedMemory.isSufficient(for: videoWidget.viewport)
  }

  /// Replaces the retained shared memory by a segment of the current size.
  private func holdSharedMemory() {
    guard needsSharedMemory, let display = gtk_widget_get_display(videoWidget.widget) else { return }
    sharedMemory.hold(videoWidget.viewport, on: display)
  }

  /// Releases the window's resources: the next window may use another renderer.
  private func releaseWindow() {
    isExpecting = false
    // First: it may report another viewport.
    direct.releaseWindow()
    sink.setTarget(presenter: nil, viewport: nil)
    presenter = nil
    visibility = nil
    sharedMemory.release()
    meter.stopWatching()
  }
}
