import AVFoundation
import AVKit
import CPlayheadGTK
import Foundation
import MediaPlayer

/// The program: plays the files one after the other in one window.
@MainActor final class WindowProgram {
  let options: WindowOptions
  let player = AVPlayer()
  var window: PlayerWindow?
  var queue: FileQueue
  var memory: PlayerMemory
  var application: Application?
  let memoryFile: MemoryFile?
  private let loop = g_main_loop_new(nil, 0)
  /// The current file is to be played as soon as it can be seen.
  private var isStartPending = false
  /// Playing was asked for before the file was open; whether it still is wanted is the viewer's affair.
  private var hasBegun = false
  private var status: Int32 = 0
  private var statusObservation: NSKeyValueObservation?
  var observations: [NSKeyValueObservation] = []
  private var notifications: [any NSObjectProtocol] = []
  private var lengthObserver: Any?

  /// A file that takes longer to open needs a sign of life: the window, without knowing the picture's size, the wheel and the controls.
  private static let patience = 400
  private static let firstPicture = 20

  init(_ options: WindowOptions) {
    self.options = options
    memoryFile = options.isPlain ? nil : MemoryFile.standard()
    memory = memoryFile?.read() ?? PlayerMemory()
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

  /// Runs until the window closes or everything has been played. Returns the program's exit status.
  func run() -> Int32 {
    guard gtk_init_check() != 0 else { return playWithoutWindow() }
    WritingDirection.apply()
    g_set_prgname(Application.identifier)
    DisplayLoss.watch(for: self)
    if !options.isPlain, DesktopBus.isThere, let application = Application(isOnly: true) {
      if application.isSecond {
        application.handOver(options.files)
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
    bePatient()
    itemChangedStatus()
    rememberFromTimeToTime()
    StallMeter.install()
    g_main_loop_run(loop)
    end()
    StallMeter.report()
    return status
  }

  /// No screen: the terminal's player may still play.
  private func playWithoutWindow() -> Int32 {
    if let command = ProcessInfo.processInfo.environment["PLAYHEAD_COMMAND"] {
      let words = [command, "play", "--no-window"] + CommandLine.arguments.dropFirst()
      var pointers = words.map { strdup($0) } + [nil]
      execv(command, &pointers)
    }
    StandardError.write("playhead-window: \(MissingDisplay.sentence(ProcessInfo.processInfo.environment))")
    return 1
  }

  func quit() { g_main_loop_quit(loop) }

  private func end() {
    rememberPosition()
    keepMemory(isLast: true)
    observations = []
    stayAwake(false)
    window?.close()
    player.replaceCurrentItem(with: nil)
    leaveDesktop()
  }

  // MARK: The files

  var title: String { queue.current.map { MediaList.name(of: $0) } ?? "Playhead" }

  func playNext() { play(queue.advance()) }

  /// Plays a file of the queue; without one all of them have been played.
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
    if window != nil { bePatient() }
  }

  private func bePatient() {
    Timeout.after(milliseconds: Self.patience) { [weak self, weak item = player.currentItem] in
      if let item { self?.showWaiting(for: item) }
    }
  }

  /// Nobody knows when, or whether, the film will come: the viewer has its title, a way on, and can pause what has not begun.
  private func showWaiting(for item: AVPlayerItem) {
    guard item === player.currentItem else { return }
    window?.loadStyleSheet()
    showWindow()
    guard item.status == .unknown else { return }
    hasBegun = true
    player.play()
    window?.view.showControls()
  }

  func seek(to seconds: Double) {
    player.seek(
      to: CMTime(seconds: seconds, preferredTimescale: 1000), toleranceBefore: .zero, toleranceAfter: .zero)
  }

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
          // The second stands at the top, so that both can be read.
          if number == 1 { captions.settings.isAtTop = true }
        } catch {
          StandardError.write("playhead-window: \((error as NSError).wholeText)")
        }
      }
    }
  }

  private func watchEnd(of item: AVPlayerItem) {
    for notification in notifications { NotificationCenter.default.removeObserver(notification) }
    // A player posts on the main queue.
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

  private func playedToEnd() {
    // The view starts it again.
    if window?.view.repeatsItem ?? false { return }
    rememberPosition()
    if queue.hasNext || options.loops { playNext() } else { finish() }
  }

  /// Everything was played, or nothing could be.
  private func finish() {
    status = queue.hasPlayed ? 0 : 1
    if options.exitsAtEnd { DispatchQueue.main.async { self.quit() } }
  }

  // MARK: What happens

  func itemChangedStatus() {
    guard let item = player.currentItem else { return }
    switch item.status {
    case .readyToPlay:
      showWindow()
      // Sound that begins before the first picture is on the screen would leave the next ones behind; without a picture, or with
      // that of the file before still there, nothing has to be waited for.
      if item.presentationSize == .zero || window?.view.isReadyForDisplay == true { start() }
    case .failed: fail(item.error as NSError?)
    default: break
    }
  }

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
    // The first picture is put on the screen before anything else.
    Timeout.after(milliseconds: Self.firstPicture) { [weak self] in self?.window?.loadStyleSheet() }
  }

  private func showWindow() {
    guard let window, !window.isShown else { return }
    window.show(picture: player.currentItem?.presentationSize ?? .zero)
  }

  /// The view says it too, and offers to try again.
  private func fail(_ error: NSError?) {
    let sentence = error?.wholeText ?? translated("This cannot be played.")
    StandardError.write("playhead-window: \(sentence)")
    window?.loadStyleSheet()
    showWindow()
    if queue.hasNext || options.loops { playNext() } else { finish() }
  }
}
