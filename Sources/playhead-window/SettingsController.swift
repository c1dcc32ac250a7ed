@_spi(Playhead) import AVFoundation
import AVKit
import Dispatch
import PlayheadSettings

/// The user's settings: applies them to the player, and saves changes.
@MainActor final class SettingsController {
  /// The settings; the default ones if nothing is saved.
  private(set) var values: PlayerSettings
  /// The subtitles that the command line requests instead of those of the settings: a language, or “off”; nil if none.
  var requestedSubtitles: String? { didSet { applyLanguages() } }
  /// Called after each change of the settings.
  var onChange: (() -> Void)?
  private let player: AVPlayer
  /// The file of the settings; nil if nothing is saved.
  private let file: SettingsFile?

  /// Writes are serialized and run off the main thread, because home folders may be on a network.
  private static let writing = DispatchQueue(label: "playhead.settings", qos: .utility)

  /// Reads the settings. `isSaved`: whether there is a file; without one the settings are the default ones.
  init(_ player: AVPlayer, isSaved: Bool) {
    self.player = player
    file = isSaved ? SettingsFile.standard() : nil
    values = file?.read() ?? PlayerSettings()
    applyLanguages()
  }

  /// Shows the preferences over a window, and applies and saves each change.
  func showPreferences(for window: PlayerWindow) {
    PreferencesWindow.show(values, for: window.top) { [weak self, weak window] settings in
      self?.change(settings) { window?.notify($0) }
    }
  }

  /// Applies and saves changed settings. `onFailure` receives the message of a failed save.
  private func change(_ settings: PlayerSettings, onFailure: @escaping @MainActor (String) -> Void) {
    values = settings
    applyLanguages()
    if let item = player.currentItem {
      item.captionSettings = item.captionSettings.with(settings)
      for captions in item.sidecarCaptions { captions.settings = captions.settings.with(settings) }
    }
    onChange?()
    guard let file else { return }
    Self.writing.async {
      do {
        try file.write(settings)
      } catch {
        DispatchQueue.main.async {
          let message = translated("The settings could not be saved: %@", "\(error)")
          StandardError.write("playhead-window: \(message)")
          onFailure(message)
        }
      }
    }
  }

  /// Returns after all changes have been written.
  func finishWriting() { Self.writing.sync {} }

  /// Applies the preferred languages to the player.
  private func applyLanguages() {
    let subtitles = requestedSubtitles.map { $0 == "off" ? [] : [$0] } ?? values.subtitleLanguages
    for (characteristic, languages) in [
      (AVMediaCharacteristic.audible, values.audioLanguages), (.legible, subtitles),
    ] {
      let criteria =
        languages.isEmpty
        ? nil : AVPlayerMediaSelectionCriteria(preferredLanguages: languages, preferredMediaCharacteristics: nil)
      player.setMediaSelectionCriteria(criteria, forMediaCharacteristic: characteristic)
    }
  }
}
