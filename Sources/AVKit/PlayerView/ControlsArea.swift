import AVFoundation
import CPlayheadGTK

/// The controls over a view's video: connects the player, the widgets and the user's input with each other, and updates
/// the widgets only while they are visible.
///
/// ```
///   PlayerConnection ──► facts, events ──► ControlsArea ──► VideoOverlays: bars, status, indicator, preview, skip
///          ▲                                  ▲    │
///          └── CommandController ◄── buttons, keys, PointerInput
///                                             │    └──────► ControlsVisibilityController: when bars are shown
///                                             └── RefreshTimer, frames
/// ```
@MainActor final class ControlsArea {
  /// The program's configuration of the controls.
  var options = ControlsLayout.Options() { didSet { if options != oldValue { optionsChanged() } } }
  /// When the view's window enters and leaves full screen by itself.
  var fullScreenPolicy = FullScreenPolicy()
  /// Called when the pointer must be shown or hidden.
  var onPointerVisibility: ((Bool) -> Void)?
  /// The window of the view and its full screen state.
  let window: ViewWindow
  /// The widgets over the video.
  let overlays: VideoOverlays
  private let view: ViewWidget
  /// When the controls are visible.
  private let visibility: ControlsVisibilityController
  /// The player and the snapshot of its state.
  private let connection = PlayerConnection()
  private let commands: CommandController
  private let menus: PlaybackMenus
  /// Publishes the state on the desktop.
  private let nowPlaying: NowPlayingController
  /// The input over the video.
  let pointer: PointerInput
  /// Updates the controls while no frames do.
  private let timer = RefreshTimer()

  /// Creates the controls of a view without a player. Widgets are created later.
  init(view: ViewWidget) {
    self.view = view
    window = ViewWindow(view: view.widget)
    visibility = ControlsVisibilityController(view: view)
    overlays = VideoOverlays(view: view, window: window, visibility: visibility)
    let driver = connection.driver
    commands = CommandController(
      driver: driver, view: view, window: window, visibility: visibility, indicator: overlays.indicator)
    menus = PlaybackMenus(driver: driver)
    nowPlaying = NowPlayingController(driver: driver)
    let drag = VideoDrag(driver: driver, view: view, indicator: overlays.indicator)
    pointer = PointerInput(view: view, visibility: visibility, commands: commands, drag: drag)
    drag.onSeek = { [weak self] in self?.refresh() }
    connectParts()
  }

  /// Connects the callbacks of the parts that exist from the beginning.
  private func connectParts() {
    connection.onEvent = { [weak self] in self?.handle($0) }
    nowPlaying.onChange = { [weak self] in self?.refresh() }
    // Widgets cannot be shown while GTK maps the window.
    Signal.connect(view.widget, "map") { [weak self] in
      Timeout.after(milliseconds: 0) { if let self, self.connection.needsControls { self.refresh() } }
    }
    visibility.onAction = { [weak self] in self?.apply($0) }
    visibility.onHold = { [weak self] in self?.updateTimer() }
    timer.onTick = { [weak self] in self?.tick() }
    commands.onChange = { [weak self] in self?.refresh() }
    commands.onDuration = { [weak self] in self?.options.showsRemaining.toggle() }
    menus.onSpeed = { [weak self] in self?.refresh() }
    overlays.status.onRetry = { [weak self] in self?.connection.retry() }
    overlays.skip.onChange = { [weak self] in self?.refresh() }
  }

  // MARK: Configuration

  /// Applies the options to the parts, and to the layout.
  private func optionsChanged() {
    overlays.bars.style = options.style
    pointer.offersFullScreen = options.showsFullScreen
    arrange()
  }

  /// The speeds in the menu, which the program may replace. Without any there is no menu.
  var speeds: [AVPlaybackSpeed] {
    get { menus.speeds }
    set {
      menus.speeds = newValue
      options.hasSpeeds = !newValue.isEmpty
      refresh()
    }
  }

  /// The title over the video; nil means the item's own title, in full screen only.
  var title: String? {
    get { overlays.bars.title.title }
    set {
      overlays.bars.title.title = newValue
      refresh()
    }
  }

  /// Called to return to the program's previous page; nil hides the back button.
  var onBack: (() -> Void)? {
    get { overlays.bars.title.onBack }
    set {
      overlays.bars.title.onBack = newValue
      refresh()
    }
  }

  /// Whether the window has no title bar, so that the view shows the window buttons.
  var hasWindowControls: Bool {
    get { overlays.bars.title.hasWindowControls }
    set {
      overlays.bars.title.hasWindowControls = newValue
      refresh()
    }
  }

  /// A message of the program in place of the video.
  var customMessage: String? {
    get { overlays.status.message }
    set {
      overlays.status.message = newValue
      refresh()
    }
  }

  /// Whether the view updates the desktop's now playing information.
  var updatesNowPlaying: Bool {
    get { nowPlaying.isEnabled }
    set {
      nowPlaying.isEnabled = newValue
      if newValue { updateNowPlaying() }
    }
  }

  /// The largest volume of slider and keys, at least 1.
  var maximumVolume: Float {
    get { driver.maximumVolume }
    set {
      driver.maximumVolume = newValue
      overlays.bars.maximumVolume = Double(newValue)
      if let player = driver.player, player.volume > newValue { player.volume = newValue }
      refresh()
    }
  }

  /// The items before and after the current one.
  var queue: (any PlaybackQueue)? {
    get { driver.queue }
    set {
      driver.queue = newValue
      refresh()
    }
  }

  /// Called by the retry button; set by programs that handle the errors of their own queue.
  var onRetry: (() -> Void)? {
    get { connection.onRetry }
    set { connection.onRetry = newValue }
  }

  /// Called by the button that opens and closes the small window.
  var onPictureInPicture: (() -> Void)? {
    get { commands.onPictureInPicture }
    set { commands.onPictureInPicture = newValue }
  }

  /// Called to fill the view (true) or to fit the video into it (false).
  var onFill: ((Bool) -> Void)? {
    get { pointer.onFill }
    set { pointer.onFill = newValue }
  }

  // MARK: Player

  /// Carries out commands on the player.
  var driver: PlayerDriver { connection.driver }

  /// Replaces the player. A queue that the program has set remains.
  func setPlayer(_ player: AVPlayer?) {
    overlays.skip.reset()
    connection.setPlayer(player)
  }

  /// Sets the playback rate, and the rate at which playback resumes if paused.
  func setRate(_ rate: Float) {
    driver.setRate(rate)
    refresh()
  }

  /// Handles a change of the player.
  private func handle(_ event: PlayerConnection.Event) {
    switch event {
    case .itemChanged: itemChanged()
    case .stateChanged:
      let wasPlaying = connection.playback.isPlaying
      refresh()
      if fullScreenPolicy.enters(wasPlaying: wasPlaying, isPlaying: connection.playback.isPlaying) {
        window.setFullScreen(true)
      }
    case .playedToEnd:
      driver.repeatIfDue()
      if fullScreenPolicy.leavesAtEnd(isPlaying: driver.isPlaying) { window.setFullScreen(false) }
      refresh()
    case .timeJumped: updateNowPlaying(hasJumped: true)
    case .externalPlaybackChanged:
      refresh()
      if let failure = connection.externalPlaybackFailure { notify(failure) }
    }
  }

  /// Resets everything that belongs to the previous item.
  private func itemChanged() {
    driver.resetItem()
    overlays.preview.reset()
    connection.replaceDetails { [weak self] in
      self?.showChapters()
      self?.refresh()
    }
    overlays.bars.setChapters([])
    refresh()
    if updatesNowPlaying { nowPlaying.updateLater { [weak self] in self?.updateNowPlaying() } }
  }

  // MARK: Input

  /// Carries out a key's command. False if it does not apply here.
  func perform(_ command: PlayerCommand) -> Bool { commands.perform(command) }

  /// Records user activity, which shows the controls.
  func noteActivity() { visibility.noteActivity() }

  /// Connects a new bar with the player. Called before the bar is added to the view.
  private func connect(_ bar: ControlsBar) {
    bar.onPress = { [weak self] in self?.commands.press($0) }
    bar.onVolume = { [weak self] in
      self?.driver.setVolume($0)
      self?.notify(IndicatorText.volume($0))
    }
    bar.onMute = { [weak self] in _ = self?.perform(.toggleMute) }
    menus.connect(bar)
    let seekBar = bar.seekBar
    seekBar.onSeek = { [weak self] seconds, isHeld in
      guard let self else { return }
      let time = CMTime(seconds: seconds, preferredTimescale: 1000)
      if isHeld { self.driver.drag(to: time) } else { self.driver.seek(to: time) }
      self.refresh()
    }
    seekBar.onHold = { [weak self] in self?.visibility.setInhibitor(.dragging, $0) }
    seekBar.onHover = { [weak self, weak seekBar] hover in
      guard let self, hover == nil || !self.visibility.isTouched || seekBar?.isHeld == true else { return }
      self.showPreview(at: hover)
    }
  }

  // MARK: Showing and hiding

  /// Shows or hides the controls, and the pointer with them.
  private func apply(_ action: ControlsVisibility.Action) {
    switch action {
    case .none: break
    case .show:
      onPointerVisibility?(true)
      if overlays.bars.make({ connect($0) }) {
        arrange()
        showChapters()
      }
      refresh()
      if options.style != .none { overlays.setBarsRevealed(true) }
    case .hide:
      onPointerVisibility?(false)
      overlays.setBarsRevealed(false)
      overlays.preview.hide()
    }
    updateTimer()
    overlays.updateOcclusion()
  }

  /// Shows a short text over the video.
  func notify(_ text: String, detail: String = "") { overlays.indicator.show(text, detail: detail) }

  /// Applies the layout for the current size and item to the bar.
  func arrange() {
    defer { gtk_widget_queue_allocate(view.widget) }
    guard overlays.bars.isMade else { return }
    let choices = connection.choices
    let layout = ControlsLayout(
      options, playback: connection.playback,
      choices: ControlsLayout.Choices(
        audio: choices.audio.names.count, subtitles: choices.subtitles.names.count,
        quality: choices.quality.names.count, chapters: choices.chapters.count),
      width: Int(gtk_widget_get_width(view.widget)), height: Int(gtk_widget_get_height(view.widget)),
      fillsScreen: window.isFullScreen)
    overlays.bars.arrange(layout, playback: connection.playback)
  }

  // MARK: Updating

  /// Called before a frame is drawn: label changes made now need no drawing of their own and do not delay a frame.
  func willDrawFrame() {
    guard visibility.isShown else { return }
    if timer.isDueWithFrame { refresh() } else if timecode != nil { showPosition() }
  }

  /// Updates everything at once.
  func refresh() {
    timer.noteRefresh()
    connection.updatePlayback()
    let hasFailed = connection.playback.failure != nil
    visibility.setInhibitor(.paused, !connection.playback.isPlaying || hasFailed)
    let isAudioOnly = connection.isAudioOnly
    let hasNoVideo = isAudioOnly || connection.playback.externalDevice != nil
    visibility.setInhibitor(.audioOnly, hasNoVideo)
    // Bars cannot fade in before the window is shown.
    if hasFailed || hasNoVideo, !visibility.isShown, gtk_widget_get_mapped(view.widget) != 0 {
      return visibility.noteActivity()
    }
    showMusic(isAudioOnly)
    visibility.setInhibitor(.opening, connection.playback.isOpening)
    overlays.showStatus(connection.playback)
    overlays.skip.update(for: connection.player, isPermitted: options.style != .none)
    updateNowPlaying()
    guard visibility.isShown, overlays.bars.isMade else { return updateTimer() }
    driver.details?.load()
    driver.details?.refresh()
    showPosition()
    overlays.bars.show(menus.contents)
    overlays.bars.title.show(title: title ?? connection.itemTitle)
    arrange()
    updateTimer()
  }

  /// Shows the cover and the texts of an item with audio only.
  private func showMusic(_ isAudioOnly: Bool) {
    let choices = connection.choices
    overlays.showMusic(
      isAudioOnly ? MusicContent(choices, title: title ?? connection.itemTitle) : nil, artwork: choices.artwork,
      url: connection.url)
  }

  /// Updates the position alone: a timecode label changes with every frame.
  private func showPosition() {
    connection.updatePosition()
    overlays.bars.show(
      ControlsContent(connection.playback, timecode: timecode, showsRemaining: options.showsRemaining),
      volume: connection.playback.volume,
      isFullScreen: window.isFullScreen)
  }

  /// The timecode of the item; nil if it has none, is live or has failed, or if timecodes are switched off.
  private var timecode: Timecode? {
    let playback = connection.playback
    guard options.showsTimecodes, playback.hasItem, playback.failure == nil, playback.duration != nil else {
      return nil
    }
    return driver.details?.timecode
  }

  /// Updates the chapter marks of the seek bar.
  private func showChapters() { overlays.bars.setChapters(connection.choices.chapters.map(\.start)) }

  /// Shows the preview for a position of the seek bar; nil hides it.
  private func showPreview(at hover: (seconds: Double, x: Double)?) {
    guard let hover else { return overlays.preview.hide() }
    let content = SeekPreviewContent(
      at: hover.seconds, playback: connection.playback, duration: driver.duration, choices: connection.choices)
    overlays.preview.show(content, at: hover, asset: connection.asset)
  }

  /// Publishes the state for the desktop. `hasJumped`: the position is discontinuous, so it is published in any case.
  private func updateNowPlaying(hasJumped: Bool = false) {
    guard nowPlaying.isEnabled else { return }
    if hasJumped { connection.updatePlayback() }
    nowPlaying.update(
      connection.playback, title: title ?? connection.itemTitle, url: connection.url, hasJumped: hasJumped)
  }

  // MARK: Time

  /// Runs the timer while something depends on the passage of time.
  private func updateTimer() {
    timer.setRunning(visibility.isShown || connection.playback.isWaiting || driver.repetition.end != nil)
  }

  /// Called ten times a second while the timer runs.
  private func tick() {
    driver.repeatIfDue()
    // Frames update the labels as they are drawn; this covers the time without frames.
    if timer.isDueWithoutFrame(isWaiting: connection.playback.isWaiting) { refresh() }
    visibility.check()
  }
}
