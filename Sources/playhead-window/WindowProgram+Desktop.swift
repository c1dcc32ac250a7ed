import AVFoundation
import AVKit
import CPlayheadGTK
import Foundation
import MediaPlayer
import PlayheadBasics

/// The program's connections to its window, the desktop and other programs.
extension WindowProgram: PlaybackQueue {
  /// Connects a new window with the program and the player.
  func connect(_ window: PlayerWindow) {
    self.window = window
    window.onClose = { [weak self] in self?.quit() }
    window.onOpen = { [weak self] in self?.open($0) }
    window.view.onQuit = { [weak self] in self?.quit() }
    window.view.onReadyForDisplay = { [weak self] in self?.start() }
    window.view.onWindowCommand = { [weak self] in self?.perform($0) }
    window.view.queue = self
    window.queueList?.onChoose = { [weak self] in self?.choose($0) }
    if !options.isPlain { window.view.onBack = { [weak self] in self?.showStart() } }
    window.view.player = player
    showCurrent()
    // Players notify on the main queue.
    observations = [
      player.observe(\.timeControlStatus) { [weak self] _, _ in MainActor.assumeIsolated { self?.playingChanged() } },
      player.observe(\.volume) { [weak self] _, _ in MainActor.assumeIsolated { self?.describe() } },
    ]
    describe()
  }

  /// Shows the current file in the title and the queue list.
  func showCurrent() {
    guard queue.current != nil, let window else { return }
    window.title = title
    window.queueList?.show(queue)
    window.showView()
  }

  /// Stops playback and shows the start page.
  func showStart() {
    recordPosition()
    player.pause()
    player.replaceCurrentItem(with: nil)
    queue.replace(with: [])
    window?.showStart(memory.recent)
  }

  // MARK: Files

  /// Plays files that the user selected or dropped, in this order.
  func open(_ files: [String]) {
    let found = MediaList.expand(files)
    guard !found.isEmpty else {
      StandardError.write("playhead-window: \(MediaList.nothing(in: files))")
      let names = files.map(MediaList.name).joined(separator: ", ")
      window?.notify(translated("No films and no music in %@", "“\(names)”"))
      return
    }
    recordPosition()
    queue.replace(with: found)
    playNext()
  }

  /// Handles another start of the program.
  func openedAgain(_ files: [String]) {
    if !files.isEmpty { open(files) }
    window?.present()
  }

  /// Plays the file at an index of the queue.
  private func choose(_ index: Int) {
    recordPosition()
    if let file = queue.jump(to: index) { play(file) }
  }

  /// Whether there is a next file.
  package var hasNext: Bool { queue.hasNext }
  /// Whether there is a previous file.
  package var hasPrevious: Bool { queue.hasPrevious }

  /// Plays the next file.
  package func next() {
    recordPosition()
    playNext()
  }

  /// Plays the previous file.
  package func previous() {
    recordPosition()
    play(queue.goBack())
  }

  // MARK: Window commands

  /// Carries out a window command of a key.
  private func perform(_ command: WindowCommand) {
    switch command {
    case .scale(let scale): window?.resize(scale, picture: player.currentItem?.presentationSize ?? .zero)
    case .toggleOnTop:
      guard let isAbove = window?.toggleOnTop() else { return }
      window?.view.notify(translated(isAbove ? "Stays on top" : "No longer on top"))
    case .saveFrame: saveFrame()
    }
  }

  /// Saves the current frame as a PNG file, exactly and upright, and reports the result over the video.
  private func saveFrame() {
    guard let item = player.currentItem, item.status == .readyToPlay else { return }
    let time = player.currentTime()
    let generator = AVAssetImageGenerator(asset: item.asset)
    generator.appliesPreferredTrackTransform = true
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    let url = FrameFileName.url(for: title, at: time.isNumeric ? time.seconds : 0)
    generator.generateCGImageAsynchronously(for: time) { [weak self, generator] image, _, _ in
      withExtendedLifetime(generator) {}
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          let isSaved = image.map { PNGFile.write($0, to: url.path) } ?? false
          self?.window?.view.notify(
            translated(isSaved ? "Picture saved" : "The picture could not be saved"),
            detail: isSaved ? url.lastPathComponent : "")
        }
      }
    }
  }

  // MARK: Desktop

  /// Called when playback starts, pauses or waits.
  private func playingChanged() {
    guard player.timeControlStatus == .playing else { return stayAwake(false) }
    // No screen blanks within two seconds, and the start of playback has priority.
    Timeout.after(milliseconds: 2000) { [weak self] in self?.stayAwakeForVideo() }
  }

  /// Prevents sleep if video is still playing.
  private func stayAwakeForVideo() {
    let isVideo = (player.currentItem?.presentationSize ?? .zero) != .zero
    stayAwake(player.timeControlStatus == .playing && isVideo)
  }

  /// Prevents blanking only while a video plays: audio does not need the screen, nor does a paused video.
  func stayAwake(_ isAwake: Bool) {
    if application == nil, isAwake, DesktopBus.isAvailable { application = Application(isOnly: false) }
    application?.setAwake(isAwake, for: window?.top, because: translated("A film is playing"))
  }

  /// Publishes the program's name, capabilities and volume on the session bus.
  private func describe() {
    var program = DesktopProgram()
    program.name = "Playhead"
    program.busName = "playhead"
    program.desktopEntry = Application.identifier
    program.mimeTypes = ["video/mp4", "video/x-matroska", "video/webm", "video/quicktime", "audio/mpeg", "audio/flac"]
    program.volume = Double(player.volume)
    program.raise = { [weak self] in self?.window?.present() }
    program.quit = { [weak self] in self?.quit() }
    program.open = { [weak self] in self?.open([$0]) }
    program.setVolume = { [weak self] in self?.player.volume = Float($0) }
    NowPlayingPublisher.shared.setProgram(program)
  }

  /// Removes the program from the session bus.
  func leaveDesktop() { NowPlayingPublisher.shared.withdraw() }
}

/// The file names of saved frames.
enum FrameFileName {
  /// A file in the user's folder for pictures, named after the title and the position.
  static func url(for title: String, at seconds: Double) -> URL {
    let folder = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map { String(cString: $0) } ?? NSHomeDirectory()
    return URL(fileURLWithPath: folder).appendingPathComponent(name(for: title, at: seconds))
  }

  /// A file name of title and position. Characters that file systems do not permit are replaced.
  static func name(for title: String, at seconds: Double) -> String {
    let whole = Int(saturating: max(0, min(359_999, seconds)))
    let time = [whole / 3600, whole / 60 % 60, whole % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
    let safe = title.map { $0 == "/" || $0 == "\0" ? "_" : $0 }
    return "\(String(safe)) \(time).png"
  }
}
