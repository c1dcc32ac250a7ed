import AVFoundation
import AVKit
import CPlayheadGTK
import Foundation
import MediaPlayer

/// The program: plays a list of files in one window.
@MainActor final class WindowProgram {
  let options: WindowOptions
  /// The only player, used for all files.
  let player = AVPlayer()
  /// The window; nil until `run()` creates it.
  var window: PlayerWindow?
  /// The files to play.
  var queue: FileQueue
  /// The state of earlier sessions, and of this one.
  var memory: SavedPlayerState
  /// The connection to the desktop; nil without a session bus.
  var application: Application?
  /// The file of `memory`; nil if nothing is saved.
  let stateFile: PlayerStateFile?
  /// The main loop, which `quit()` ends.
  private let loop = g_main_loop_new(nil, 0)
  /// Whether the current file starts to play as soon as its first frame can be shown.
  private var isStartPending = false
  /// Whether playback was requested before the file was open; the user may have paused it since.
  private var hasBegun = false
  /// The exit status: 0 if any file could be played.
  private var status: Int32 = 0
  /// Observes the status of the current item; replaced with it.
  private var statusObservation: NSKeyValueObservation?
  /// The observations of the player.
  var observations: [NSKeyValueObservation] = []
  /// The observers of the current item's end and failure.
  private var notifications: [any NSObjectProtocol] = []
  /// Retains the observer that ends the program after `options.length`.
  private var lengthObserver: Any?

  /// The delay in milliseconds after which a file that is still opening shows the window without knowing the video's
  /// size, with the spinner and the controls.
  private static let openingDelay = 400
  /// The delay in milliseconds after which the first frame is on the screen, and GTK's style sheet may be loaded.
  private static let firstFrameDelay = 20

  /// Reads the saved state and starts to open the first file, before GTK starts.
  init(_ options: WindowOptions) {
    self.options = options
    stateFile = options.isPlain ? nil : PlayerStateFile.standard()
    memory = stateFile?.read() ?? SavedPlayerState()
    queue = FileQueue(MediaList.expand(options.files), loops: options.loops)
    player.volume = options.volume ?? memory.volume
    player.isMuted = options.isMuted
    if let language = options.subtitles, language != "off" {
      player.setMediaSelectionCriteria(
        AVPlayerMediaSelectionCriteria(preferredLanguages: [language], preferredMediaCharacteristics: nil),
        forMediaCharacteristic: .legible)
    }
    player.defaultRate = options.rate
    if !queue.files.isEmpty { playNext() }
  }

  /// Runs until the window is closed or everything has been played. Returns the program's exit status.
  func run() -> Int32 {
    guard gtk_init_check() != 0 else { return playWithoutWindow() }
    WritingDirection.apply()
    g_set_prgname(Application.identifier)
    DisplayLoss.watch(for: self)
    if !options.isPlain, DesktopBus.isAvailable, let application = Application(isOnly: true) {
      if application.isSecond {
        application.forwardFiles(options.files)
        return 0
      }
      self.application = application
      application.onOpen = { [weak self] in self?.openedAgain($0) }
    }
    if queue.files.isEmpty, !options.files.isEmpty {
      StandardError.write("playhead-window: \(MediaList.nothing(in: options.files))")
      if options.exitsAtEnd { return 1 }
    }
    guard let window = PlayerWindow(options) else { return 1 }
    connect(window)
    for signal in UnixSignal.endings { UnixSignal.watch(signal) { [weak self] in self?.quit() } }
    if queue.files.isEmpty {
      showStart()
      window.show(picture: StartPage.size)
    } else if options.geometry != nil {
      showWindow()
    }
    scheduleWaitingWindow()
    itemChangedStatus()
    savePeriodically()
    StallMeter.install()
    g_main_loop_run(loop)
    end()
    StallMeter.report()
    return status
  }

  /// Without a display the command-line player takes over, if it is known.
  private func playWithoutWindow() -> Int32 {
    if let command = ProcessInfo.processInfo.environment["PLAYHEAD_COMMAND"] {
      let words = [command, "play", "--no-window"] + CommandLine.arguments.dropFirst()
      var pointers = words.map { strdup($0) } + [nil]
      execv(command, &pointers)
    }
    StandardError.write("playhead-window: \(MissingDisplay.message(ProcessInfo.processInfo.environment))")
    return 1
  }

  /// Ends the main loop; `run()` then closes the window.
  func quit() { g_main_loop_quit(loop) }

  /// Saves the state and releases window and player.
  private func end() {
    recordPosition()
    saveState(isLast: true)
    observations = []
    stayAwake(false)
    window?.close()
    player.replaceCurrentItem(with: nil)
    leaveDesktop()
  }

  // MARK: Files

  /// The name of the current file; the program's name without one.
  var title: String { queue.current.map { MediaList.name(of: $0) } ?? "Playhead" }

  /// Plays the next file of the queue.
  func playNext() { play(queue.advance()) }

  /// Plays a file of the queue; nil means that all of them have been played.
  func play(_ file: String?) {
    guard let file else { return finish() }
    let isFirst = !queue.hasPlayed && player.currentItem == nil
    let assetOptions = options.networkTimeout.map { [AVURLAssetNetworkTimeoutKey: $0] }
    let item = AVPlayerItem(asset: AVURLAsset(url: MediaList.url(of: file), options: assetOptions))
    statusObservation = item.observe(\.status, options: [.new]) { [weak self] _, _ in
      MainActor.assumeIsolated { self?.itemChangedStatus() }
    }
    watchEnd(of: item)
    showCaptions(of: item, isFirst: isFirst)
    isStartPending = true
    hasBegun = false
    player.replaceCurrentItem(with: item)
    memory.noteOpened(MediaList.absolute(file))
    if isFirst, options.start > 0 { seek(to: options.start) } else { resume(file) }
    showCurrent()
    if window != nil { scheduleWaitingWindow() }
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
    window?.loadStyleSheet()
    showWindow()
    guard item.status == .unknown else { return }
    hasBegun = true
    player.play()
    window?.view.showControls()
  }

  /// Seeks exactly. May be called before the file is open.
  func seek(to seconds: Double) {
    player.seek(
      to: CMTime(seconds: seconds, preferredTimescale: 1000), toleranceBefore: .zero, toleranceAfter: .zero)
  }

  /// Applies the caption options. Caption files apply to the first file only.
  private func showCaptions(of item: AVPlayerItem, isFirst: Bool) {
    if options.subtitles == "off" {
      var settings = CaptionSettings()
      settings.isShown = false
      item.captionSettings = settings
    }
    guard isFirst else { return }
    for (number, file) in options.captionFiles.enumerated() {
      Task {
        do {
          let captions = try await item.addCaptions(contentsOf: URL(fileURLWithPath: file))
          // The second captions are at the top, so that both can be read.
          if number == 1 { captions.settings.isAtTop = true }
        } catch {
          StandardError.write("playhead-window: \((error as NSError).fullDescription)")
        }
      }
    }
  }

  /// Observes the end and the failure of an item. The observers of the previous one are removed.
  private func watchEnd(of item: AVPlayerItem) {
    for notification in notifications { NotificationCenter.default.removeObserver(notification) }
    // Players post on the main queue.
    let center = NotificationCenter.default
    notifications = [
      center.addObserver(forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil) {
        [weak self] _ in
        MainActor.assumeIsolated { self?.playedToEnd() }
      },
      center.addObserver(forName: AVPlayerItem.failedToPlayToEndTimeNotification, object: item, queue: nil) {
        [weak self] note in
        let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
        MainActor.assumeIsolated { self?.fail(error) }
      },
    ]
  }

  /// Plays the next file, unless the item repeats.
  private func playedToEnd() {
    // The view restarts the item.
    if window?.view.repeatsItem ?? false { return }
    recordPosition()
    if queue.hasNext || options.loops { playNext() } else { finish() }
  }

  /// Sets the exit status after the last file.
  private func finish() {
    status = queue.hasPlayed ? 0 : 1
    if options.exitsAtEnd { DispatchQueue.main.async { self.quit() } }
  }

  // MARK: Events

  /// Shows the window and starts playback once the item is ready; reports its failure.
  func itemChangedStatus() {
    guard let item = player.currentItem else { return }
    switch item.status {
    case .readyToPlay:
      showWindow()
      // Audio that starts before the first frame is on the screen would delay the following frames. Without video, or
      // with a frame of the previous file on the screen, no wait is needed.
      if item.presentationSize == .zero || window?.view.isReadyForDisplay == true { start() }
    case .failed: fail(item.error as NSError?)
    default: break
    }
  }

  /// Starts playback of the current file once. Called when its first frame can be shown, or when there is none.
  func start() {
    guard isStartPending else { return }
    isStartPending = false
    if let length = options.length, !queue.hasPlayed {
      let end = CMTime(seconds: options.start + length, preferredTimescale: 1000)
      lengthObserver = player.addBoundaryTimeObserver(forTimes: [NSValue(time: end)], queue: nil) { [weak self] in
        MainActor.assumeIsolated { self?.quit() }
      }
    }
    queue.notePlayed()
    if !hasBegun { player.play() }
    // The first frame is shown before anything else.
    Timeout.after(milliseconds: Self.firstFrameDelay) { [weak self] in self?.window?.loadStyleSheet() }
  }

  /// Shows the window with the size of the video, if it is not shown yet.
  private func showWindow() {
    guard let window, !window.isShown else { return }
    window.show(picture: player.currentItem?.presentationSize ?? .zero)
  }

  /// Reports the error; the view shows it too, with a retry button.
  private func fail(_ error: NSError?) {
    let message = error?.fullDescription ?? translated("This cannot be played.")
    StandardError.write("playhead-window: \(message)")
    window?.loadStyleSheet()
    showWindow()
    if queue.hasNext || options.loops { playNext() } else { finish() }
  }
}
