import AVFoundation
import CPlayheadGTK
import PlayheadEngine

/// Manages the controls over a view's video: creates them on first use, shows and hides them, and updates them only
/// while they are visible.
@MainActor final class ControlsArea {
  let driver = PlayerDriver()
  var options = ControlsLayout.Options() { didSet { if options != oldValue { arrange() } } }
  var speeds = AVPlaybackSpeed.systemDefaultSpeeds { didSet { speedsChanged() } }
  /// The title over the video; nil means the item's own title, in full screen only.
  var title: String? { didSet { refresh() } }
  /// Called to return to the program's previous page; nil hides the back button.
  var onBack: (() -> Void)? { didSet { refresh() } }
  /// Whether the window has no title bar, so that the view shows the window buttons.
  var hasWindowControls = false { didSet { refresh() } }
  /// Called by the retry button; set by programs that handle the errors of their own queue.
  var onRetry: (() -> Void)?
  /// Called when the pointer must be shown or hidden.
  var onPointerVisibility: ((Bool) -> Void)?
  /// Called when the covered part of the video changes.
  var onCover: ((VideoCover) -> Void)?
  /// Called when the height of the controls over the view's lower part changes, in GTK units.
  var onCoveredHeight: ((Int) -> Void)?
  var onPictureInPicture: (() -> Void)?
  /// Called to fill the view (true) or to fit the video into it (false).
  var onFill: ((Bool) -> Void)?
  /// Whether the view's window enters full screen when an item begins to play, and leaves it at the end.
  var fillsScreenAtStart = false
  var leavesFullScreenAtEnd = false
  let view: ViewWidget
  let window: ViewWindow
  let clock = SystemClock()
  var visibility = ControlsVisibility()
  var bar: ControlsBar?
  var barRevealer: Widget?
  var topBar: TopBar?
  var topRevealer: Widget?
  var status: StatusPanel?
  var indicator: Indicator?
  var bubble: PreviewBubble?
  var skipButton: SkipButton?
  var interruption: InterstitialSkipMonitor?
  var previews: PreviewImages?
  var hovered: (seconds: Double, x: Double)?
  var facts = PlaybackFacts()
  var player: AVPlayer?
  private var watch: PlayerObserver?
  var waiting = SpinnerPolicy()
  private var ticking: guint = 0
  private var lastRefresh = HostTime.zero
  private var cover = VideoCover.nothing
  private(set) var isRevealed = false
  private(set) var barReach = 0
  /// The heights of the view that are covered by the title bar, by the preview together with the area below it, and by
  /// the skip button.
  var topReach = 0 { didSet { if topReach != oldValue { updateCover() } } }
  var bubbleReach = 0 { didSet { if bubbleReach != oldValue { updateCover() } } }
  var skipReach = 0 { didSet { if skipReach != oldValue { updateCover() } } }
  private var pointer: PointerInput?
  /// Whether the last input was a touch. Touches do not hover, even if an X server moves the pointer along with them.
  var isTouched = false { didSet { if isTouched { setHold(.pointerOver, false) } } }
  var nowPlaying: NowPlayingUpdater?

  /// A label of whole seconds needs no more than four updates a second.
  private static let refreshInterval = HostDuration.milliseconds(250)

  init(view: ViewWidget) {
    self.view = view
    window = ViewWindow(view: view.widget)
    pointer = PointerInput(self)
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  private func tearDown() { stopTicking() }

  // MARK: Player

  func setPlayer(_ player: AVPlayer?) {
    self.player = player
    interruption = nil
    driver.player = player.map { PlayerControl($0) }
    if !(driver.queue is QueuePlayerQueue), driver.queue != nil {
      // A queue of the program remains.
    } else {
      driver.queue = (player as? AVQueuePlayer).map { QueuePlayerQueue($0) }
    }
    watch = player.map { player in
      PlayerObserver(
        player, onItem: { [weak self] in self?.itemChanged() }, onChange: { [weak self] in self?.stateChanged() },
        onEnd: { [weak self] in self?.reachedEnd() }, onJump: { [weak self] in self?.updateNowPlaying(hasJumped: true) }
      )
    }
    itemChanged()
  }

  private func itemChanged() {
    driver.resetItem()
    setHovered(nil)
    previews = nil
    driver.details = player?.currentItem.map { ItemDetails($0) }
    driver.details?.onChange = { [weak self] in self?.choicesChanged() }
    bar?.seekBar.setChapters([])
    refresh()
    if updatesNowPlaying { updateDesktopLater(driver.details, attempts: 5) }
  }

  /// Retries until the session bus has answered, which takes longer on a busy machine.
  private func updateDesktopLater(_ details: ItemDetails?, attempts: Int) {
    Timeout.after(milliseconds: 1500) { [weak self] in
      guard let self, details === self.driver.details else { return }
      self.updateNowPlaying()
      if attempts > 1, details?.isLoading == false { self.updateDesktopLater(details, attempts: attempts - 1) }
    }
  }

  private func stateChanged() {
    let wasPlaying = facts.isPlaying
    refresh()
    if fillsScreenAtStart, facts.isPlaying, !wasPlaying { window.setFullScreen(true) }
  }

  private func reachedEnd() {
    driver.repeatIfDue()
    if leavesFullScreenAtEnd, !driver.isPlaying { window.setFullScreen(false) }
    refresh()
  }

  /// Opens the same asset again at the position where it failed.
  func retry() {
    if let onRetry { return onRetry() }
    guard let player, let asset = player.currentItem?.asset as? AVURLAsset else { return }
    let position = player.currentTime()
    player.replaceCurrentItem(with: AVPlayerItem(url: asset.url))
    if position.isNumeric, position > .zero { player.seek(to: position) }
    player.play()
  }

  /// The asset of the current item, for thumbnails of the seek bar.
  var asset: AVAsset? { player?.currentItem.flatMap { $0.status == .readyToPlay ? $0.asset : nil } }

  // MARK: Showing and hiding

  /// Records user activity, which shows the controls.
  func noteActivity() { apply(visibility.activity(at: clock.now)) }

  /// Hides the controls.
  func dismiss() { apply(visibility.dismiss()) }

  private func apply(_ action: ControlsVisibility.Action) {
    switch action {
    case .none: break
    case .show:
      onPointerVisibility?(true)
      makeBars()
      refresh()
      if options.style != .none { reveal(true) }
    case .hide:
      onPointerVisibility?(false)
      reveal(false)
      setHovered(nil)
    }
    updateTicking()
    updateCover()
  }

  private func reveal(_ isRevealed: Bool) {
    self.isRevealed = isRevealed
    // The skip button is placed above the bar while that is visible.
    if skipButton?.isVisible == true { gtk_widget_queue_allocate(view.widget) }
    onCoveredHeight?(isRevealed ? barReach : 0)
    for revealer in [barRevealer, topRevealer].compactMap({ $0 }) {
      if isRevealed { gtk_widget_set_visible(revealer, 1) }
      gtk_revealer_set_reveal_child(OpaquePointer(revealer), isRevealed ? 1 : 0)
    }
  }

  /// Sets the height of the view's lower part that the bar covers while it is visible.
  func setBarReach(_ height: Int) {
    barReach = height
    updateCover()
    if isRevealed { onCoveredHeight?(height) }
  }

  func setHold(_ hold: ControlsVisibility.Holds, _ isHeld: Bool) {
    visibility.setHold(hold, isHeld, at: clock.now)
    updateTicking()
  }

  /// Reports the covered part of the video. Bars without a position are not visible yet.
  func updateCover() {
    func reach(_ revealer: Widget?, _ height: Int) -> Int {
      guard let revealer = revealer.map({ OpaquePointer($0) }), options.style != .none else { return 0 }
      let isVisible = gtk_revealer_get_child_revealed(revealer) != 0 || gtk_revealer_get_reveal_child(revealer) != 0
      return isVisible ? height : 0
    }
    let above = reach(topRevealer, topReach)
    let below = max(reach(barRevealer, barReach), bubbleReach, skipReach)
    let now: VideoCover =
      if indicator?.isShown ?? false || status?.isSpinning ?? false || status?.message != nil {
        .everything
      } else if above + below > 0 {
        .edges(above: above, below: below)
      } else {
        .nothing
      }
    guard now != cover else { return }
    cover = now
    onCover?(now)
  }

  // MARK: Updating

  /// Called before a frame is drawn: label changes made now need no drawing of their own and do not delay a frame.
  func willDrawFrame() {
    guard visibility.isShown else { return }
    if clock.now - lastRefresh >= Self.refreshInterval { refresh() } else if timecode != nil { showPosition() }
  }

  /// Updates everything at once.
  func refresh() {
    lastRefresh = clock.now
    facts = PlaybackFacts(driver)
    setHold(.paused, !facts.isPlaying)
    setHold(.opening, facts.isOpening)
    showStatus()
    showSkipOffer()
    updateNowPlaying()
    guard visibility.isShown, bar != nil else { return updateTicking() }
    driver.details?.load()
    driver.details?.refresh()
    showPosition()
    showChoices()
    showTitle()
    arrange()
    updateTicking()
  }

  /// Whether the view updates the desktop's now playing information.
  var updatesNowPlaying = true { didSet { if updatesNowPlaying { updateNowPlaying() } else { nowPlaying = nil } } }

  /// A message of the program in place of the video.
  var customMessage: String? {
    didSet {
      if customMessage != nil, status == nil { makeStatus() }
      refresh()
    }
  }

  private func choicesChanged() {
    bar?.seekBar.setChapters(driver.details?.choices.chapters.map(\.start) ?? [])
    refresh()
  }

  private func speedsChanged() {
    options.hasSpeeds = !speeds.isEmpty
    refresh()
  }

  // MARK: Time

  /// Runs the timer while something depends on the passage of time.
  private func updateTicking() {
    let isNeeded = visibility.isShown || facts.isWaiting || driver.repetition.end != nil
    if !isNeeded { return stopTicking() }
    guard ticking == 0 else { return }
    ticking = Timeout.every(milliseconds: 100) { [weak self] in self?.tick() }
  }

  private func stopTicking() {
    if ticking != 0 { g_source_remove(ticking) }
    ticking = 0
  }

  private func tick() {
    driver.repeatIfDue()
    // Frames update the labels as they are drawn; this covers the time without frames.
    let interval = HostDuration(nanoseconds: facts.isWaiting ? 1 : 2 * Self.refreshInterval.nanoseconds)
    if clock.now - lastRefresh >= interval { refresh() }
    apply(visibility.tick(at: clock.now))
  }
}
