import AVFoundation
import AVKit
import CPlayheadGTK
import Foundation

/// The program: plays the files one after the other in one window.
@MainActor final class WindowProgram {
  private let options: WindowOptions
  private let player = AVPlayer()
  private let loop = g_main_loop_new(nil, 0)
  private var window: PlayerWindow?
  private var queue: FileQueue
  /// The current file is to be played as soon as it can be seen.
  private var isStartPending = false
  private var status: Int32 = 0
  private var statusObservation: NSKeyValueObservation?
  private var notifications: [any NSObjectProtocol] = []
  private var lengthObserver: Any?

  /// After this the window opens without knowing the picture's size: a file that takes so long to open needs a sign of life.
  private static let patience = 400

  init(_ options: WindowOptions) {
    self.options = options
    queue = FileQueue(options.files, loops: options.loops)
    player.volume = options.volume
    player.isMuted = options.isMuted
    if let language = options.subtitles, language != "off" {
      player.setMediaSelectionCriteria(
        AVPlayerMediaSelectionCriteria(preferredLanguages: [language], preferredMediaCharacteristics: nil),
        forMediaCharacteristic: .legible)
    }
    playNext()
  }

  /// Runs until the window closes or everything has been played. Returns the program's exit status.
  func run() -> Int32 {
    guard gtk_init_check() != 0 else {
      StandardError.write(
        "playhead-window: there is no display to open a window on; set DISPLAY or WAYLAND_DISPLAY, or play with `playhead --headless`."
      )
      return 1
    }
    g_set_prgname("playhead-window")
    guard let window = PlayerWindow(options) else { return 1 }
    self.window = window
    window.onClose = { [weak self] in self?.quit() }
    window.view.onQuit = { [weak self] in self?.quit() }
    window.view.onReadyForDisplay = { [weak self] in self?.start() }
    window.view.player = player
    window.title = title
    for signal in UnixSignal.endings { UnixSignal.watch(signal) { [weak self] in self?.quit() } }
    if options.geometry != nil {
      showWindow()
    } else {
      Timeout.after(milliseconds: Self.patience) { [weak self] in self?.showWindow() }
    }
    itemChangedStatus()
    g_main_loop_run(loop)
    window.close()
    player.replaceCurrentItem(with: nil)
    return status
  }

  private func quit() { g_main_loop_quit(loop) }

  // MARK: The files

  private var title: String { queue.current.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "Playhead" }

  private func playNext() {
    let isFirst = queue.current == nil
    guard let file = queue.advance() else { return finish() }
    let url = file.contains("://") ? URL(string: file) ?? URL(fileURLWithPath: file) : URL(fileURLWithPath: file)
    let item = AVPlayerItem(url: url)
    statusObservation = item.observe(\.status, options: [.new]) { [weak self] _, _ in
      MainActor.assumeIsolated { self?.itemChangedStatus() }
    }
    watchEnd(of: item)
    showCaptions(of: item, isFirst: isFirst)
    isStartPending = true
    player.replaceCurrentItem(with: item)
    if isFirst, options.start > 0 {
      player.seek(
        to: CMTime(seconds: options.start, preferredTimescale: 1000), toleranceBefore: .zero, toleranceAfter: .zero)
    }
    window?.title = title
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
          StandardError.write("playhead-window: \(Self.sentence(error as NSError))")
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
        MainActor.assumeIsolated { self?.playNext() }
      },
      center.addObserver(forName: AVPlayerItem.failedToPlayToEndTimeNotification, object: item, queue: nil) {
        [weak self] note in
        let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
        MainActor.assumeIsolated { self?.fail(error) }
      },
    ]
  }

  /// Everything was played, or nothing could be.
  private func finish() {
    status = queue.hasPlayed ? 0 : 1
    if options.exitsAtEnd { DispatchQueue.main.async { self.quit() } }
  }

  // MARK: What happens

  private func itemChangedStatus() {
    guard let item = player.currentItem else { return }
    switch item.status {
    case .readyToPlay:
      showWindow()
      window?.view.showMessage(nil)
      // Sound that begins before the first picture is on the screen would leave the next ones behind; without a picture, or with
      // that of the file before still there, nothing has to be waited for.
      if item.presentationSize == .zero || window?.view.isReadyForDisplay == true { start() }
    case .failed: fail(item.error as NSError?)
    default: break
    }
  }

  private func start() {
    guard isStartPending else { return }
    isStartPending = false
    if let length = options.length, !queue.hasPlayed {
      let end = CMTime(seconds: options.start + length, preferredTimescale: 1000)
      lengthObserver = player.addBoundaryTimeObserver(forTimes: [NSValue(time: end)], queue: nil) { [weak self] in
        MainActor.assumeIsolated { self?.quit() }
      }
    }
    queue.notePlayed()
    player.play()
  }

  private func showWindow() {
    guard let window, !window.isShown else { return }
    window.show(picture: player.currentItem?.presentationSize ?? .zero)
  }

  private func fail(_ error: NSError?) {
    let sentence = error.map(Self.sentence) ?? "\(title) cannot be played."
    StandardError.write("playhead-window: \(sentence)")
    showWindow()
    window?.view.showMessage(sentence)
    playNext()
  }

  /// What failed, why, and what to do, in one line.
  private static func sentence(_ error: NSError) -> String {
    [error.localizedDescription, error.localizedFailureReason, error.localizedRecoverySuggestion].compactMap { $0 }
      .joined(separator: " ")
  }
}
