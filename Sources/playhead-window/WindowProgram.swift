@_spi(Playhead) import AVFoundation
import AVKit
import CPlayheadGTK
import CoreMedia
import Foundation
import MediaPlayer
import PlayheadCommand
import PlayheadSettings
import PlayheadText

/// The program: plays a list of files in one window.
@MainActor final class WindowProgram {
  /// The options of the command line; those of a later start replace them.
  private var options: WindowOptions
  /// The user's settings.
  private let settings: SettingsController
  /// Whether the next file is the first one of the command line, to which options such as the start apply.
  private var isFirst = true
  /// The only player, used for all files.
  private let player = AVQueuePlayer()
  /// The item of the next file.
  private let next: NextItem
  /// The window; nil until `run()` creates it.
  private var window: PlayerWindow?
  /// The files to play, and the panel that lists them.
  private let playlist: PlaylistController
  /// The state of earlier sessions, and of this one.
  private let store: PlayerStateStore
  /// Carries out the keys and menus of the window.
  private let commands: WindowCommandController
  /// The connection to the desktop.
  private let desktop: DesktopConnection
  /// The main loop, which `quit()` ends.
  private let loop = g_main_loop_new(nil, 0)
  /// Whether the current file starts to play as soon as its first frame can be shown.
  private var start = PlaybackStart()
  /// The exit status: 0 if any file could be played.
  private var status = ExitStatus()
  /// The saved position in seconds from which the current file is resumed; nil for its start.
  private var resumed: Double?
  /// Observes the current item.
  private let observer = ItemObserver()

  /// The delay in milliseconds after which a file that is still opening shows the window without knowing the video's
  /// size, with the spinner and the controls.
  private static let openingDelay = 400

  /// Reads the saved state and starts to open the first file, before GTK starts.
  ///
  /// - Parameter device: The device that plays in place of this computer; nil for this one.
  init(_ options: WindowOptions, device: ExternalPlaybackDevice?) {
    self.options = options
    next = NextItem(player, lastAction: .pause)
    settings = SettingsController(player, isSaved: !options.isPlain)
    store = PlayerStateStore(isSaved: !options.isPlain)
    desktop = DesktopConnection(player)
    commands = WindowCommandController(player, settings)
    playlist = PlaylistController(FileQueue(MediaList.expand(options.files), loops: options.loops))
    player.amplifiedVolume = options.volume ?? min(store.volume, settings.values.maximumVolume)
    player.externalPlaybackDevice = device
    applyOptions()
    playlist.onPlay = { [weak self] in self?.play($0) }
    playlist.onLeave = { [weak self] in self?.recordPosition() }
    observer.onStatus = { [weak self] in self?.itemChangedStatus() }
    observer.onEnd = { [weak self] in self?.playedToEnd() }
    observer.onFailure = { [weak self] in self?.fail($0) }
    playlist.onChange = { [weak self] in self?.queueNext() }
    commands.onSleepTimer = { [weak self] in self?.queueNext() }
    if !queue.entries.isEmpty { playNext() }
  }

  /// Runs until the window is closed or everything has been played. Returns the program's exit status.
  func run() -> Int32 {
    guard gtk_init_check() != 0 else { return MissingDisplay.playWithoutWindow() }
    WritingDirection.apply()
    g_set_prgname(Application.identifier)
    DisplayLoss.watch(for: self)
    desktop.onOpen = { [weak self] in self?.open($0) }
    desktop.onQuit = { [weak self] in self?.quit() }
    desktop.onStart = { [weak self] in self?.startedAgain($0, reply: $1) }
    settings.onChange = { [weak self] in
      guard let self else { return }
      self.window?.apply(self.settings.values)
      self.queueNext()
      guard self.options.canForward, self.settings.values.secondStart != .newWindow else { return }
      self.desktop.acceptStarts()
    }
    if options.canForward, settings.values.secondStart != .newWindow,
      let status = desktop.becomeOnlyInstance(forwarding: options.forwardedArguments)
    {
      return status
    }
    if queue.entries.isEmpty, !options.files.isEmpty {
      StandardError.write("playhead-window: \(MediaList.nothing(in: options.files))")
      if options.exitsAtEnd { return 1 }
    }
    guard let window = PlayerWindow(options) else { return 1 }
    connect(window)
    for signal in UnixSignal.endings { UnixSignal.watch(signal) { [weak self] in self?.quit() } }
    if queue.entries.isEmpty {
      showStart()
      window.show(frameSize: StartPage.size)
    } else if options.geometry != nil {
      showWindow()
    }
    scheduleWaitingWindow()
    itemChangedStatus()
    store.savePeriodically { [weak self] in self?.saveWhilePlaying() }
    StallMeter.install()
    TerminalConnection.start(player, window.view)
    g_main_loop_run(loop)
    TerminalConnection.end()
    end()
    StallMeter.report()
    return status.value
  }

  /// Ends the main loop; `run()` then closes the window.
  private func quit() { g_main_loop_quit(loop) }

  /// Saves the state and releases window and player.
  private func end() {
    recordPosition()
    saveState(isLast: true)
    settings.finishWriting()
    desktop.stopObserving()
    window?.close()
    player.replaceCurrentItem(with: nil)
    desktop.leave()
    status.answer(status.value)
  }

  /// Applies the options and settings that belong to the player.
  private func applyOptions() {
    player.isMuted = options.isMuted
    player.defaultRate = options.rate
    settings.requestedSubtitles = options.subtitles
    settings.requestedHardwareDecoding = options.hardwareDecoding
    settings.requestedPassthrough = options.passthrough
    settings.requestedDeinterlacing = options.deinterlacing
    settings.requestsDebanding = options.debands
    settings.requestsDisplayAdaptation = options.adaptsToDisplay
  }

  /// Handles another start of the program: plays its files in this window with its options, or appends them to the
  /// queue. `reply` takes the exit status of that start, which is known once its first file plays or all have failed.
  private func startedAgain(_ arguments: [String], reply: @escaping @MainActor (Int32) -> Void) {
    guard let options = try? WindowOptions(arguments: arguments), options.canForward else { return reply(2) }
    window?.present()
    guard !options.files.isEmpty else { return reply(0) }
    let found = MediaList.expand(options.files)
    guard !found.isEmpty else {
      reportNothing(in: options.files)
      return reply(1)
    }
    if settings.values.secondStart == .append, player.currentItem != nil {
      playlist.queue.append(found)
      return reply(0)
    }
    recordPosition()
    status.expect(reply)
    (self.options, isFirst) = (options, true)
    if let volume = options.volume { player.volume = volume }
    applyOptions()
    DeviceSearch.play(player, on: options.route) { [weak self] in self?.window?.view.notify($0) }
    if options.isFullScreen { window?.enterFullScreen() }
    playlist.queue = FileQueue(found, loops: options.loops || queue.loops)
    playNext()
  }

  // MARK: Files

  /// The name of the current file; the program's name without one.
  private var title: String { queue.position.flatMap(queue.name) ?? "Playhead" }

  /// The files to play.
  private var queue: FileQueue { playlist.queue }

  /// Plays the next file of the queue.
  private func playNext() { play(playlist.queue.advance()) }

  /// Plays a file of the queue; nil means that all of them have been played.
  private func play(_ file: String?) {
    guard let file else { return finish() }
    let isFirst = isFirst
    self.isFirst = false
    resumed = nil
    start.opened()
    if let item = next.take(MediaList.url(of: file)) {
      // It plays already.
      start.requested()
      observer.observe(item)
      itemChangedStatus()
    } else {
      let item = options.makeItem(of: file, isFirst: isFirst, settings) { [weak self] in self?.captionsFailed($0) }
      observer.observe(item)
      player.replaceCurrentItem(with: item)
      next.remove()
      if isFirst, options.start > 0 {
        player.seekExactly(to: options.start)
      } else if let position = savedPosition(of: file) {
        player.seekExactly(to: position)
        resumed = position
      }
    }
    showCurrent()
    if window != nil { scheduleWaitingWindow() }
  }

  /// The position in seconds at which a file is resumed; nil for its start.
  private func savedPosition(of file: String) -> Double? { settings.values.resumes ? store.position(of: file) : nil }

  /// Whether the current item has been played to its end: the player would advance at once to an item that is queued.
  private var isAtEnd: Bool { player.currentItem.map { player.currentTime() >= $0.duration } ?? true }

  /// Queues the item of the file that follows the current one, or none if playback stops there or resumes elsewhere.
  private func queueNext() {
    var following = queue
    guard start.isOver, !isAtEnd, !commands.stopsAfterFile, !(window?.view.repeatsItem ?? false),
      let file = following.advance(), savedPosition(of: file) == nil
    else { return next.remove() }
    next.queue(MediaList.url(of: file)) {
      options.makeItem(of: file, isFirst: false, settings) { [weak self] in self?.captionsFailed($0) }
    }
  }

  /// Shows the window after a while if the current file is still opening then.
  private func scheduleWaitingWindow() {
    Timeout.after(milliseconds: Self.openingDelay) { [weak self, weak item = player.currentItem] in
      if let item { self?.showWaiting(for: item) }
    }
  }

  /// Shows the window, the title and the controls while the file is still opening, so that the user can pause or select
  /// another file.
  private func showWaiting(for item: AVPlayerItem) {
    guard item === player.currentItem else { return }
    showWindow()
    guard item.status == .unknown else { return }
    start.requested()
    player.play()
    window?.view.showControls()
  }

  /// Plays the next file, unless the item repeats.
  private func playedToEnd() {
    // The view restarts the item.
    if window?.view.repeatsItem ?? false { return }
    if let file = queue.current { store.recordEnd(of: file) }
    guard !commands.endsWithFile() else { return }
    if queue.hasNext || queue.loops { playNext() } else { finish() }
  }

  /// Sets the exit status after the last file.
  private func finish() {
    status.value = queue.hasPlayed ? 0 : 1
    status.answer(status.value)
    if options.exitsAtEnd { DispatchQueue.main.async { self.quit() } }
  }

  // MARK: Events

  /// Shows the window and starts playback once the item is ready; reports its failure.
  private func itemChangedStatus() {
    guard let item = player.currentItem else { return }
    switch item.status {
    case .readyToPlay:
      options.selectDefaultCaptions(of: item)
      if window?.isShown ?? false { window?.follow(frameSize: item.presentationSize) } else { showWindow() }
      // Audio that starts before the first frame is on the screen would delay the following frames. Without video, or
      // with a frame of the previous file on the screen, no wait is needed.
      if item.presentationSize == .zero || window?.view.isReadyForDisplay == true { begin() }
    case .failed: fail(item.error as NSError?)
    default: break
    }
  }

  /// Starts playback of the current file once. Called when its first frame can be shown, or when there is none.
  private func begin() {
    let action = start.begin()
    guard action != .none else { return }
    if let length = options.length, !queue.hasPlayed {
      observer.observe(player, at: options.start + length) { [weak self] in self?.quit() }
    }
    playlist.queue.notePlayed()
    if let duration = player.currentItem?.duration, duration.isNumeric { playlist.queue.noteDuration(duration.seconds) }
    status.answer(0)
    // A file that cannot be opened is not remembered.
    if let file = queue.current { store.noteOpened(file) }
    queueNext()
    if action == .play { player.play() }
    if let resumed {
      let place = TimeText.text(CMTime(seconds: resumed, preferredTimescale: 1000))
      window?.view.notify(translated("Resumed at %@", place), detail: translated("Press Home to start over"))
    }
  }

  /// Shows the window with the size of the video, if it is not shown yet.
  private func showWindow() {
    guard let window, !window.isShown else { return }
    window.show(frameSize: player.currentItem?.presentationSize ?? .zero)
  }

  /// Reports the error; the view shows it too, with a retry button.
  private func fail(_ error: NSError?) {
    let message = error?.fullDescription ?? translated("This cannot be played.")
    StandardError.write("playhead-window: \(message)")
    playlist.queue.noteFailure(message)
    showWindow()
    if queue.hasNext || queue.loops { playNext() } else { finish() }
  }

  // MARK: Saved state

  /// Saves the state if a file is playing.
  private func saveWhilePlaying() {
    guard player.timeControlStatus == .playing else { return }
    recordPosition()
    saveState(isLast: false)
  }

  /// Records the position of the current file.
  func recordPosition() { store.recordPosition(of: player, in: queue.current) }

  /// Saves the state. A volume of the command line is not saved.
  ///
  /// - Parameter isLast: Whether the program ends: returns after the file has been written.
  func saveState(isLast: Bool) {
    store.save(volume: options.volume == nil ? player.amplifiedVolume : nil, isLast: isLast)
  }

  // MARK: Window

  /// Connects a new window with the program and the player.
  private func connect(_ window: PlayerWindow) {
    self.window = window
    desktop.window = window
    window.onClose = { [weak self] in self?.quit() }
    window.onPreferences = { [weak window, settings] in if let window { settings.showPreferences(for: window) } }
    window.onOpen = { [weak self] in self?.open($0) }
    window.apply(settings.values)
    settings.onFailure = { [weak window] in window?.notify($0) }
    window.view.onCaptionStyle = { [settings] in settings.adopt($0) }
    window.onForget = { [weak self] in
      guard let self else { return }
      self.store.forget($0)
      self.window?.showStart(self.store.recent)
    }
    window.view.onQuit = { [weak self] in self?.quit() }
    window.view.onReadyForDisplay = { [weak self] in self?.begin() }
    window.view.onRepetition = { [weak self] in self?.queueNext() }
    commands.connect(window) { [weak self] in self?.title ?? "" }
    playlist.connect(window)
    if !options.isPlain { window.view.onBack = { [weak self] in self?.showStart() } }
    window.view.player = player
    showCurrent()
    desktop.observePlayer()
  }

  /// Shows the current file in the title and the queue list.
  private func showCurrent() {
    guard queue.current != nil, let window else { return }
    window.title = title
    window.showView()
  }

  /// Stops playback and shows the start page.
  private func showStart() {
    recordPosition()
    player.pause()
    player.replaceCurrentItem(with: nil)
    playlist.queue.replace(with: [])
    window?.showStart(store.recent)
  }

  /// Plays files that the user selected or dropped, in this order.
  private func open(_ files: [String]) {
    if let item = player.currentItem, files.allSatisfy({ CaptionFileName.isCaptionFile($0) }) {
      return CaptionAdder.add(
        files, to: item, settings.values, onShown: { [weak self] in self?.window?.view.notify($0) },
        onFailure: { [weak self] in self?.captionsFailed($0) })
    }
    let found = MediaList.expand(files)
    guard !found.isEmpty else { return reportNothing(in: files) }
    recordPosition()
    playlist.queue.replace(with: found)
    playNext()
  }

  /// Reports folders without media files.
  private func reportNothing(in folders: [String]) {
    StandardError.write("playhead-window: \(MediaList.nothing(in: folders))")
    let names = folders.map(MediaList.name).joined(separator: ", ")
    window?.notify(translated("No video or audio files in %@", "“\(names)”"))
  }

  /// Reports a caption file that cannot be read. Playback continues.
  private func captionsFailed(_ sentence: String) {
    StandardError.write("playhead-window: \(sentence)")
    window?.notify(sentence)
  }
}
