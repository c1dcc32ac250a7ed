import AVFoundation
import CPlayheadGTK
import PlayheadEngine

/// Manages the controls over a view's video: creates them on first use, shows and hides them, and updates them only
/// while they are visible.
@MainActor final class ControlsArea {
  let driver = PlayerDriver()
  /// The program's configuration of the controls.
  var options = ControlsLayout.Options() { didSet { if options != oldValue { arrange() } } }
  /// The speeds in the menu, which the program may replace.
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
  /// Called by the button that opens and closes the small window.
  var onPictureInPicture: (() -> Void)?
  /// Called to fill the view (true) or to fit the video into it (false).
  var onFill: ((Bool) -> Void)?
  /// Whether the view's window enters full screen when an item begins to play, and leaves it at the end.
  var fillsScreenAtStart = false
  /// Whether the window leaves full screen when the item has played to its end.
  var leavesFullScreenAtEnd = false
  let view: ViewWidget
  /// The window of the view and its full screen state.
  let window: ViewWindow
  /// The clock of timeouts and of the spinner.
  let clock = SystemClock()
  var visibility = ControlsVisibility()
  /// The bar of controls; nil until the controls are first shown.
  var bar: ControlsBar?
  var barRevealer: Widget?
  /// The title bar; nil until it is first shown, or a program adds a widget.
  var topBar: TopBar?
  var topRevealer: Widget?
  /// The spinner and the message; nil until either is first needed.
  var status: StatusPanel?
  /// The short texts over the video; nil until the first one.
  var indicator: Indicator?
  /// The preview above the seek bar; nil until the pointer first hovers over the bar.
  var bubble: PreviewBubble?
  /// The button that skips an interstitial event; nil until the first offer.
  var skipButton: SkipButton?
  /// Observes interstitial events; nil until the player first waits for one.
  var interruption: InterstitialSkipMonitor?
  /// Generates the thumbnails of the current item; nil until the first hover.
  var previews: PreviewImages?
  /// The hovered position of the seek bar in seconds, and its x coordinate; nil if there is none.
  var hovered: (seconds: Double, x: Double)?
  var facts = PlaybackFacts()
  var player: AVPlayer?
  /// Observes the player; replaced with it.
  private var watch: PlayerObserver?
  var waiting = SpinnerPolicy()
  /// The source of the timer; 0 while it is not running.
  private var ticking: guint = 0
  /// The time of the last full update.
  private var lastRefresh = HostTime.zero
  /// The covered part as last reported.
  private var cover = VideoCover.nothing
  /// Whether the bars are visible or fading in.
  private(set) var isRevealed = false
  /// The height of the view's lower part that the bar covers while visible, in GTK units.
  private(set) var barReach = 0
  /// The heights of the view that are covered by the title bar, by the preview together with the area below it, and by
  /// the skip button.
  var topReach = 0 { didSet { if topReach != oldValue { updateCover() } } }
  /// The height of the preview together with the area below it, in GTK units; 0 while hidden.
  var bubbleReach = 0 { didSet { if bubbleReach != oldValue { updateCover() } } }
  /// The height from the top of the skip button to the lower edge of the view, in GTK units; 0 while hidden.
  var skipReach = 0 { didSet { if skipReach != oldValue { updateCover() } } }
  /// The input over the video. It refers to this object without owning it.
  private var pointer: PointerInput?
  /// Whether the last input was a touch. Touches do not hover, even if an X server moves the pointer along with them.
  var isTouched = false { didSet { if isTouched { setHold(.pointerOver, false) } } }
  /// Publishes the state on the desktop; nil if the program has switched that off, or nothing was published.
  var nowPlaying: NowPlayingUpdater?

  /// A label of whole seconds needs no more than four updates a second.
  private static let refreshInterval = HostDuration.milliseconds(250)

  /// Creates the controls of a view without a player. Widgets are created later.
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

  /// Stops the timer. Runs on the main thread.
  private func tearDown() { stopTicking() }

  // MARK: Player

  /// Replaces the player. A queue that the program has set remains.
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

  /// Resets everything that belongs to the previous item.
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

  /// Updates the controls after a change of the playback state; enters full screen if playback begins.
  private func stateChanged() {
    let wasPlaying = facts.isPlaying
    refresh()
    if fillsScreenAtStart, facts.isPlaying, !wasPlaying { window.setFullScreen(true) }
  }

  /// Repeats the item or leaves full screen at its end.
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

  /// Shows or hides the controls, and the pointer with them.
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

  /// Records the begin or the end of a lasting reason for visible controls.
  func setHold(_ hold: ControlsVisibility.Holds, _ isHeld: Bool) {
    visibility.setHold(hold, isHeld, at: clock.now)
    updateTicking()
  }

  /// Reports the covered part of the video. Bars without a position are not visible yet.
  func updateCover() {
    /// The height that a bar covers: 0 once it has faded out.
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

  /// Updates chapters and menus after the options of the item were loaded or selected.
  private func choicesChanged() {
    bar?.seekBar.setChapters(driver.details?.choices.chapters.map(\.start) ?? [])
    refresh()
  }

  /// Shows or hides the speed menu after the program has replaced the speeds.
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

  /// Removes the timer, if it is running.
  private func stopTicking() {
    if ticking != 0 { g_source_remove(ticking) }
    ticking = 0
  }

  /// Called ten times a second while the timer runs.
  private func tick() {
    driver.repeatIfDue()
    // Frames update the labels as they are drawn; this covers the time without frames.
    let interval = HostDuration(nanoseconds: facts.isWaiting ? 1 : 2 * Self.refreshInterval.nanoseconds)
    if clock.now - lastRefresh >= interval { refresh() }
    apply(visibility.tick(at: clock.now))
  }
}
