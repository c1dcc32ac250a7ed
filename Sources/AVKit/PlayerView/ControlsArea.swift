import CPlayheadGTK
import PlayheadEngine

/// The controls' side of a view: makes them when they are first wanted, shows and hides them, keeps them up to date while they
/// are seen and draws nothing while they are not.
@MainActor final class ControlsArea {
  let driver = PlayerDriver()
  var style = AVPlayerViewControlsStyle.default { didSet { arrange() } }
  var showsFullScreenButton = false { didSet { arrange() } }
  /// The pointer is to be seen, or not.
  var onPointerVisibility: ((Bool) -> Void)?
  /// How much of the view's lower part the controls cover now, in GTK's units.
  var onCovering: ((Int) -> Void)?
  private var isRevealed = false
  private var height = 0
  private let view: ViewWidget
  private let clock = SystemClock()
  private var visibility = ControlsVisibility()
  private var bar: ControlsBar?
  private var revealer: Widget?
  private var ticking: guint = 0
  private var lastRefresh = HostTime.zero
  private var lastPointer: (x: Double, y: Double)?

  /// Four times a second is as often as a label of whole seconds needs to be looked at.
  private static let refreshInterval = HostDuration.milliseconds(250)

  init(view: ViewWidget) {
    self.view = view
    watchPointer()
  }

  isolated deinit { stopTicking() }

  // MARK: Showing and hiding

  /// Somebody is there.
  func noteActivity() { apply(visibility.activity(at: clock.now)) }

  private func apply(_ action: ControlsVisibility.Action) {
    switch action {
    case .none: break
    case .show:
      onPointerVisibility?(true)
      startTicking()
      guard style != .none else { return }
      makeBar()
      refresh()
      if let revealer {
        gtk_widget_set_visible(revealer, 1)
        gtk_revealer_set_reveal_child(OpaquePointer(revealer), 1)
        isRevealed = true
        onCovering?(height)
      }
    case .hide:
      stopTicking()
      onPointerVisibility?(false)
      if let revealer { gtk_revealer_set_reveal_child(OpaquePointer(revealer), 0) }
      isRevealed = false
      onCovering?(0)
    }
  }

  private func makeBar() {
    guard bar == nil, let bar = ControlsBar(driver: driver), let revealer = gtk_revealer_new() else { return }
    ControlsStyleSheet.install(for: view.widget)
    self.bar = bar
    self.revealer = revealer
    bar.onFullScreen = { [weak self] in self?.toggleFullScreen() }
    bar.onMenu = { [weak self] in self?.setHold(.menuOpen, $0) }
    bar.onDragging = { [weak self] in self?.setHold(.dragging, $0) }
    gtk_revealer_set_transition_type(OpaquePointer(revealer), GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
    gtk_revealer_set_transition_duration(OpaquePointer(revealer), 200)
    gtk_revealer_set_child(OpaquePointer(revealer), bar.widget)
    view.add(revealer)
    arrange()
    guard let motion = gtk_event_controller_motion_new() else { return }
    Signal.connect(place: UnsafeMutableRawPointer(motion), "enter") { [weak self] _ in self?.setHold(.pointerOver, true)
    }
    Signal.connect(UnsafeMutableRawPointer(motion), "leave") { [weak self] in self?.setHold(.pointerOver, false) }
    gtk_widget_add_controller(bar.widget, motion)
  }

  private func arrange() {
    bar?.arrange(showsFullScreen: showsFullScreenButton, isMinimal: style == .minimal)
    if style == .none, let revealer { gtk_widget_set_visible(revealer, 0) }
    gtk_widget_queue_allocate(view.widget)
  }

  /// Where the row lies in a view of this size. Left out where it does not fit.
  func layOut(width: Int, height: Int) {
    guard let revealer, gtk_widget_get_visible(revealer) != 0 else { return }
    let wish = view.measure(revealer, GTK_ORIENTATION_HORIZONTAL)
    // A seek bar gets hard to aim at beyond the width of a hand's movement.
    let barWidth = max(wish.minimum, style == .floating ? min(width, 640) : width)
    let barHeight = view.measure(revealer, GTK_ORIENTATION_VERTICAL, for: barWidth).minimum
    let fits = wish.minimum <= width && barHeight <= height
    gtk_widget_set_child_visible(revealer, fits ? 1 : 0)
    guard fits else { return cover(0) }
    let lift = style == .floating ? height / 12 : 0
    view.place(
      revealer, x: (width - barWidth) / 2, y: max(0, height - barHeight - lift), width: barWidth, height: barHeight)
    cover(barHeight + lift)
  }

  private func cover(_ height: Int) {
    self.height = height
    if isRevealed { onCovering?(height) }
  }

  // MARK: Keeping up to date

  /// A picture is about to be drawn. Changing the labels now costs no drawing of its own, and none that a picture would wait for.
  func willDrawPicture() {
    if visibility.isShown, clock.now - lastRefresh >= Self.refreshInterval { refresh() }
  }

  /// Shows the effect of a command at once.
  func refresh() {
    lastRefresh = clock.now
    setHold(.paused, !driver.isPlaying)
    if visibility.isShown { bar?.refresh(isFullScreen: isFullScreen) }
  }

  private func startTicking() {
    guard ticking == 0 else { return }
    ticking = Timeout.every(milliseconds: 250) { [weak self] in self?.tick() }
  }

  private func stopTicking() {
    if ticking != 0 { g_source_remove(ticking) }
    ticking = 0
  }

  private func tick() {
    // While pictures come, they take the labels along; this is for when none do.
    if clock.now - lastRefresh >= HostDuration(nanoseconds: 2 * Self.refreshInterval.nanoseconds) { refresh() }
    apply(visibility.tick(at: clock.now))
  }

  private func setHold(_ hold: ControlsVisibility.Holds, _ isHeld: Bool) {
    visibility.setHold(hold, isHeld, at: clock.now)
  }

  // MARK: Pointer

  private func watchPointer() {
    guard let motion = gtk_event_controller_motion_new() else { return }
    let pointer = UnsafeMutableRawPointer(motion)
    Signal.connect(place: pointer, "enter") { [weak self] in self?.lastPointer = $0 }
    Signal.connect(place: pointer, "motion") { [weak self] in self?.pointerMoved(to: $0) }
    Signal.connect(pointer, "leave") { [weak self] in
      guard let self else { return }
      self.lastPointer = nil
      self.visibility.pointerLeft(at: self.clock.now)
    }
    gtk_widget_add_controller(view.widget, motion)
    guard let click = gtk_gesture_click_new() else { return }
    Signal.connectPresses(UnsafeMutableRawPointer(click)) { [weak self] in self?.pressed(count: $0) }
    gtk_widget_add_controller(view.widget, click)
  }

  /// GTK also reports a pointer that lies still while windows appear and change beneath it.
  private func pointerMoved(to place: (x: Double, y: Double)) {
    defer { lastPointer = place }
    guard let lastPointer, abs(lastPointer.x - place.x) + abs(lastPointer.y - place.y) >= 1 else { return }
    noteActivity()
  }

  private func pressed(count: Int) {
    gtk_widget_grab_focus(view.widget)
    noteActivity()
    if count == 2, showsFullScreenButton { toggleFullScreen() }
  }

  // MARK: Full screen

  private var window: UnsafeMutablePointer<GtkWindow>? {
    guard let root = gtk_widget_get_root(view.widget) else { return nil }
    let pointer = UnsafeMutableRawPointer(root)
    return g_type_is_a(playhead_gtk_type_of(pointer), gtk_window_get_type()) != 0 ? cast(pointer) : nil
  }

  var isFullScreen: Bool { window.map { gtk_window_is_fullscreen($0) != 0 } ?? false }

  func toggleFullScreen() { setFullScreen(!isFullScreen) }

  func setFullScreen(_ isFullScreen: Bool) {
    guard let window else { return }
    if isFullScreen { gtk_window_fullscreen(window) } else { gtk_window_unfullscreen(window) }
    refresh()
  }
}
