import AVFoundation
import AVKit

/// Carries out the commands of keys and menus that concern the window and the player together.
@MainActor final class WindowCommandController {
  private let player: AVPlayer
  /// The panel with technical information.
  private let information: InformationPanel
  /// The window; nil until `connect`.
  private weak var window: PlayerWindow?
  /// Returns the name of the current file.
  private var title: () -> String = { "" }

  /// Creates a controller for the program's player.
  init(_ player: AVPlayer) {
    self.player = player
    information = InformationPanel(player)
  }

  /// Receives the commands of a window. `title` returns the name of the current file.
  func connect(_ window: PlayerWindow, title: @escaping @MainActor () -> String) {
    (self.window, self.title) = (window, title)
    window.view.onWindowCommand = { [weak self] in self?.perform($0) }
  }

  /// Carries out a command.
  private func perform(_ command: WindowCommand) {
    guard let window else { return }
    switch command {
    case .scale(let scale): window.resize(scale, frameSize: player.currentItem?.presentationSize ?? .zero)
    case .toggleOnTop:
      guard let isAbove = window.toggleOnTop() else { return }
      window.view.notify(translated(isAbove ? "Stays on top" : "No longer on top"))
    case .saveFrame:
      FrameSaver.save(player, title: title()) { [weak window] path in
        window?.view.notify(
          translated(path != nil ? "Screenshot saved" : "The screenshot could not be saved"), detail: path ?? "")
      }
    case .information: information.toggle(over: window)
    case .open, .openLocation, .addSubtitles, .preferences, .shortcuts, .playlist, .menu, .contextMenu, .close:
      window.perform(command)
    }
  }
}
