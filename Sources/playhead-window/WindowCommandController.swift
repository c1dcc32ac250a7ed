import AVFoundation
import AVKit

/// Carries out the commands of keys and menus that concern the window and the player together.
@MainActor final class WindowCommandController {
  private let player: AVPlayer
  /// The user's settings.
  private let settings: SettingsController
  /// The panel with technical information.
  private let information: InformationPanel
  /// The panel that adjusts colors and audio.
  private let adjustments: AdjustmentsPanel
  /// Pauses at a time that the user selects.
  private let sleepTimer: SleepTimer
  /// The window; nil until `connect`.
  private weak var window: PlayerWindow?
  /// Marks the choice of the timer in the menu; nil until `connect`.
  private var showSleepTimer: (@MainActor (Int) -> Void)?
  /// Returns the name of the current file.
  private var title: () -> String = { "" }

  /// Creates a controller for the program's player.
  init(_ player: AVPlayer, _ settings: SettingsController) {
    (self.player, self.settings) = (player, settings)
    information = InformationPanel(player)
    adjustments = AdjustmentsPanel(settings)
    sleepTimer = SleepTimer(player)
  }

  /// Receives the commands of a window. `title` returns the name of the current file.
  func connect(_ window: PlayerWindow, title: @escaping @MainActor () -> String) {
    (self.window, self.title) = (window, title)
    window.view.onWindowCommand = { [weak self] in self?.perform($0) }
    window.view.onColorAdjustment = { [weak self] in self?.adjustments.refresh() }
    connectSleepTimer(to: window)
    window.devicePicker?.player = player
    window.devicePicker?.onSelect = { [settings] in settings.adoptDevice() }
  }

  /// Lets the menu of the window select when the timer pauses.
  private func connectSleepTimer(to window: PlayerWindow) {
    let choices = SleepTimer.Choice.allCases
    showSleepTimer = window.actions.addChoice("sleep") { [weak self, weak window] index in
      guard let self, choices.indices.contains(index) else { return }
      self.sleepTimer.select(choices[index])
      window?.view.notify(translated("Sleep Timer"), detail: choices[index].title)
      self.showSleepTimer?(index)
    }
    sleepTimer.onSleep = { [weak self, weak window] in
      self?.showSleepTimer?(0)
      window?.view.notify(translated("Sleep Timer"))
    }
  }

  /// Whether playback stops at the end of the current file, because the user has selected that.
  var stopsAfterFile: Bool { sleepTimer.choice == .endOfFile }

  /// Called after each choice of the sleep timer.
  var onSleepTimer: (() -> Void)? {
    get { sleepTimer.onChange }
    set { sleepTimer.onChange = newValue }
  }

  /// Whether playback stops with the file that has just ended, because the user has selected that.
  func endsWithFile() -> Bool { sleepTimer.endsWithFile() }

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
    case .adjustments: adjustments.toggle(over: window)
    case .open, .openLocation, .addSubtitles, .preferences, .shortcuts, .playlist, .menu, .contextMenu, .close:
      window.perform(command)
    }
  }
}
