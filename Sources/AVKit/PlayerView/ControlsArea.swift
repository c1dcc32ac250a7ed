import AVFoundation
import CPlayheadGTK
import PlayheadEngine

/// What lies over a view's picture: makes the controls when they are first wanted, shows and hides them, keeps them up to date while
/// they are seen and draws nothing while they are not.
@MainActor final class ControlsArea {
  let driver = PlayerDriver()
  var wishes = ControlsLayout.Wishes() { didSet { if wishes != oldValue { arrange() } } }
  var speeds = AVPlaybackSpeed.systemDefaultSpeeds { didSet { speedsChanged() } }
  /// What stands over the picture; nil: the item's own title, and that in full screen only.
  var title: String? { didSet { refresh() } }
  /// Takes the user back to where the film was chosen; nil: there is no such place.
  var onBack: (() -> Void)? { didSet { refresh() } }
  /// The window has no title bar, so that the view shows its buttons.
  var hasWindowControls = false { didSet { refresh() } }
  /// The program shows errors of its own queue, so that the view must not replace its sentence.
  var onRetry: (() -> Void)?
  /// The pointer is to be seen, or not.
  var onPointerVisibility: ((Bool) -> Void)?
  /// Something lies over the picture, or nothing does any more.
  var onCover: ((VideoCover) -> Void)?
  /// How much of the view's lower part the controls cover now, in GTK's units.
  var onCovering: ((Int) -> Void)?
  var onPictureInPicture: (() -> Void)?
  /// The picture is to fill the view, or to be seen as a whole.
  var onFill: ((Bool) -> Void)?
  /// The view's window is to fill the screen when an item begins to play, and to leave it at the end.
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
  var interruption: InterruptionWatch?
  var previews: PreviewImages?
  var hovered: (seconds: Double, x: Double)?
  var facts = PlaybackFacts()
  var player: AVPlayer?
  private var watch: PlayerWatch?
  var waiting = WaitingSign()
  private var ticking: guint = 0
  private var lastRefresh = HostTime.zero
  private var cover = VideoCover.nothing
  private(set) var isRevealed = false
  private(set) var barReach = 0
  /// How many rows of the view the title covers while it is seen, and the preview together with what lies below it.
  var topReach = 0 { didSet { if topReach != oldValue { updateCover() } } }
  var bubbleReach = 0 { didSet { if bubbleReach != oldValue { updateCover() } } }
  var skipReach = 0 { didSet { if skipReach != oldValue { updateCover() } } }
  private var pointer: PointerInput?
  /// Fingers were used last. They do not hover, whatever the pointer does that an X server moves along with them.
  var isTouched = false { didSet { if isTouched { setHold(.pointerOver, false) } } }
  var nowPlaying: NowPlayingUpdater?

  /// Four times a second is as often as a label of whole seconds needs to be looked at.
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
      // The program's own.
    } else {
      driver.queue = (player as? AVQueuePlayer).map { QueuePlayerQueue($0) }
    }
    watch = player.map { player in
      PlayerWatch(
        player, onItem: { [weak self] in self?.itemChanged() }, onChange: { [weak self] in self?.stateChanged() },
        onEnd: { [weak self] in self?.reachedEnd() }, onJump: { [weak self] in self?.updateNowPlaying(hasJumped: true) }
      )
    }
    itemChanged()
  }

  private func itemChanged() {
    driver.forgetItem()
    setHovered(nil)
    previews = nil
    driver.details = player?.currentItem.map { ItemDetails($0) }
    driver.details?.onChange = { [weak self] in self?.choicesChanged() }
    bar?.seekBar.setChapters([])
    refresh()
    if updatesNowPlaying { tellDesktopLater(driver.details, attempts: 5) }
  }

  /// By then the bus has answered, if there is one; on a machine that has much to do it takes longer.
  private func tellDesktopLater(_ details: ItemDetails?, attempts: Int) {
    Timeout.after(milliseconds: 1500) { [weak self] in
      guard let self, details === self.driver.details else { return }
      self.updateNowPlaying()
      if attempts > 1, details?.isLoading == false { self.tellDesktopLater(details, attempts: attempts - 1) }
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

  /// The same film once more, from where it failed.
  func retry() {
    if let onRetry { return onRetry() }
    guard let player, let asset = player.currentItem?.asset as? AVURLAsset else { return }
    let position = player.currentTime()
    player.replaceCurrentItem(with: AVPlayerItem(url: asset.url))
    if position.isNumeric, position > .zero { player.seek(to: position) }
    player.play()
  }

  /// The asset of what plays, for pictures along the seek bar.
  var asset: AVAsset? { player?.currentItem.flatMap { $0.status == .readyToPlay ? $0.asset : nil } }

  // MARK: Showing and hiding

  /// Somebody is there.
  func noteActivity() { apply(visibility.activity(at: clock.now)) }

  /// Somebody wants the picture alone.
  func dismiss() { apply(visibility.dismiss()) }

  private func apply(_ action: ControlsVisibility.Action) {
    switch action {
    case .none: break
    case .show:
      onPointerVisibility?(true)
      makeBars()
      refresh()
      if wishes.style != .none { reveal(true) }
    case .hide:
      onPointerVisibility?(false)
      reveal(false)
      setHovered(nil)
    }
    keepTicking()
    updateCover()
  }

  private func reveal(_ isRevealed: Bool) {
    self.isRevealed = isRevealed
    // The button that skips stands above the bar while that is there.
    if skipButton?.isSeen == true { gtk_widget_queue_allocate(view.widget) }
    onCovering?(isRevealed ? barReach : 0)
    for revealer in [barRevealer, topRevealer].compactMap({ $0 }) {
      if isRevealed { gtk_widget_set_visible(revealer, 1) }
      gtk_revealer_set_reveal_child(OpaquePointer(revealer), isRevealed ? 1 : 0)
    }
  }

  /// The bar was laid out: so much of the view's lower part is beneath it while it is seen.
  func setBarReach(_ height: Int) {
    barReach = height
    updateCover()
    if isRevealed { onCovering?(height) }
  }

  func setHold(_ hold: ControlsVisibility.Holds, _ isHeld: Bool) {
    visibility.setHold(hold, isHeld, at: clock.now)
    keepTicking()
  }

  /// What lies over the picture now. Before the bars were given a place they are not seen yet.
  func updateCover() {
    func reach(_ revealer: Widget?, _ height: Int) -> Int {
      guard let revealer = revealer.map({ OpaquePointer($0) }), wishes.style != .none else { return 0 }
      let isSeen = gtk_revealer_get_child_revealed(revealer) != 0 || gtk_revealer_get_reveal_child(revealer) != 0
      return isSeen ? height : 0
    }
    let above = reach(topRevealer, topReach)
    let below = max(reach(barRevealer, barReach), bubbleReach, skipReach)
    let now: VideoCover =
      if indicator?.isShown ?? false || status?.isSpinning ?? false || status?.sentence != nil {
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

  // MARK: Keeping up to date

  /// A picture is about to be drawn. Changing the labels now costs no drawing of its own, and none that a picture would wait for.
  func willDrawPicture() {
    guard visibility.isShown else { return }
    if clock.now - lastRefresh >= Self.refreshInterval { refresh() } else if timecode != nil { showPosition() }
  }

  /// Shows what is true now, at once.
  func refresh() {
    lastRefresh = clock.now
    facts = PlaybackFacts(driver)
    setHold(.paused, !facts.isPlaying)
    setHold(.opening, facts.isOpening)
    showStatus()
    showSkipOffer()
    updateNowPlaying()
    guard visibility.isShown, bar != nil else { return keepTicking() }
    driver.details?.load()
    driver.details?.refresh()
    showPosition()
    showChoices()
    showTitle()
    arrange()
    keepTicking()
  }

  /// Whether the desktop is told what plays.
  var updatesNowPlaying = true { didSet { if updatesNowPlaying { updateNowPlaying() } else { nowPlaying = nil } } }

  /// A sentence of the program's in place of the picture.
  var ownSentence: String? {
    didSet {
      if ownSentence != nil, status == nil { makeStatus() }
      refresh()
    }
  }

  private func choicesChanged() {
    bar?.seekBar.setChapters(driver.details?.choices.chapters.map(\.start) ?? [])
    refresh()
  }

  private func speedsChanged() {
    wishes.hasSpeeds = !speeds.isEmpty
    refresh()
  }

  // MARK: Time

  /// Ticks while there is something that passes with time alone.
  private func keepTicking() {
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
    // While pictures come, they take the labels along; this is for when none do.
    let interval = HostDuration(nanoseconds: facts.isWaiting ? 1 : 2 * Self.refreshInterval.nanoseconds)
    if clock.now - lastRefresh >= interval { refresh() }
    apply(visibility.tick(at: clock.now))
  }
}
