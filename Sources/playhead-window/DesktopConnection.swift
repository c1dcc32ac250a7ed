@_spi(Playhead) import AVFoundation
import AVKit
import CPlayheadGTK
import Foundation
import MediaPlayer

/// The program's connection to the desktop: a single instance, and MPRIS on the session bus.
@MainActor final class DesktopConnection {
  /// Called with the file or address that the desktop asks to play.
  var onOpen: (([String]) -> Void)?
  /// Called when the program was started again, with the arguments of that start. `reply` takes its exit status once.
  var onStart: ((_ arguments: [String], _ reply: @escaping @MainActor (Int32) -> Void) -> Void)?
  /// Called when the desktop asks the program to end.
  var onQuit: (() -> Void)?
  /// The window, which the desktop can bring to the front; nil before there is one.
  weak var window: PlayerWindow?
  private let player: AVPlayer
  /// The desktop application; nil without a session bus.
  private var application: Application?
  /// Whether `application` receives the starts of the program.
  private var isOnly = false
  /// The observations of the player; empty before `observePlayer()`.
  private var observations: [NSKeyValueObservation] = []

  /// Creates a connection for the player of the program, without contacting the desktop.
  init(_ player: AVPlayer) { self.player = player }

  /// Makes this the only instance of the program, if there is a session bus.
  ///
  /// - Returns: The exit status of this start if another instance has handled it; nil if this is the only instance.
  func becomeOnlyInstance(forwarding arguments: [String]) -> Int32? {
    guard DesktopBus.isAvailable, let application = Application(isOnly: true) else { return nil }
    if application.isSecond { return application.forward(arguments) }
    accept(application)
    return nil
  }

  /// Lets later starts of the program play in this window, unless another instance does that already. No effect if this
  /// is the only instance.
  func acceptStarts() {
    guard !isOnly, DesktopBus.isAvailable, let application = Application(isOnly: true), !application.isSecond else {
      return
    }
    accept(application)
  }

  /// Handles the starts that an application receives.
  private func accept(_ application: Application) {
    (self.application, isOnly) = (application, true)
    application.onStart = { [weak self] arguments, reply in
      guard let self, let onStart = self.onStart else { return reply(1) }
      onStart(arguments, reply)
    }
  }

  // MARK: Player

  /// Observes the player, and publishes the program on the session bus.
  func observePlayer() {
    // Players notify on the main queue.
    observations = [
      player.observe(\.volume) { [weak self] _, _ in MainActor.assumeIsolated { self?.describe() } }
    ]
    window?.observeFullScreen { [weak self] in self?.describe() }
    describe()
  }

  /// The MIME types that the program opens: those of the desktop file.
  private static let mimeTypes = [
    "video/mp4", "video/x-matroska", "video/webm", "video/quicktime", "video/mpeg", "video/mp2t", "video/ogg",
    "video/x-msvideo", "video/x-flv", "video/3gpp", "video/x-m4v", "audio/mpeg", "audio/mp4", "audio/flac",
    "audio/ogg", "audio/opus", "audio/x-wav", "audio/aac", "audio/x-matroska", "audio/webm",
    "application/vnd.apple.mpegurl", "audio/x-mpegurl", "audio/x-scpls", "application/xspf+xml",
  ]

  /// Stops observing.
  func stopObserving() { observations = [] }

  // MARK: Session bus

  /// Publishes the program's name, capabilities and volume on the session bus.
  private func describe() {
    var program = DesktopProgram()
    program.name = "Playhead"
    program.busName = "playhead"
    program.desktopEntry = Application.identifier
    program.mimeTypes = Self.mimeTypes
    program.volume = Double(player.amplifiedVolume)
    program.isFullScreen = window?.isFullScreen ?? false
    program.setFullScreen = { [weak self] in self?.window?.setFullScreen($0) }
    program.raise = { [weak self] in self?.window?.present() }
    program.quit = { [weak self] in self?.onQuit?() }
    program.open = { [weak self] in self?.onOpen?([$0]) }
    program.setVolume = { [weak self] in self?.player.volume = Float($0) }
    NowPlayingPublisher.shared.setProgram(program)
  }

  /// Removes the program from the session bus.
  func leave() { NowPlayingPublisher.shared.withdraw() }
}
