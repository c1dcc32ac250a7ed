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
  /// The decoders that the command line requests instead of those of the settings; nil if none.
  var requestedHardwareDecoding: PlayerSettings.HardwareDecoding?
  /// The audio codecs that the command line passes through instead of those of the settings; nil if none are given, and
  /// once the user has changed the setting.
  var requestedPassthrough: PassthroughCodecs?
  /// What the command line requests for interlaced video instead of the settings; nil if nothing.
  var requestedDeinterlacing: PlayerSettings.Deinterlacing?
  /// Whether the command line requests that bands are smoothed, whatever the settings.
  var requestsDebanding = false
  /// Whether the command line requests that the speed is adapted to the display, whatever the settings.
  var requestsDisplayAdaptation = false { didSet { applyDisplayAdaptation() } }
  /// Called after each change of the settings.
  var onChange: (() -> Void)?
  /// Receives the message of a failed save.
  var onFailure: (@MainActor @Sendable (String) -> Void)?
  /// Whether a change has not been saved yet.
  private var isWriting = false
  private let player: AVQueuePlayer
  /// The file of the settings; nil if nothing is saved.
  private let file: SettingsFile?

  /// The milliseconds between a change and its save.
  private static let writeDelay = 500

  /// Writes are serialized and run off the main thread, because home folders may be on a network.
  private static let writing = DispatchQueue(label: "playhead.settings", qos: .utility)

  /// Reads the settings. `isSaved`: whether there is a file; without one the settings are the default ones.
  init(_ player: AVQueuePlayer, isSaved: Bool) {
    self.player = player
    file = isSaved ? SettingsFile.standard() : nil
    values = file?.read() ?? PlayerSettings()
    if !values.audioDevice.isEmpty { player.audioOutputDeviceUniqueID = values.audioDevice }
    applyLanguages()
    applyDisplayAdaptation()
  }

  /// Shows the preferences over a window, and applies and saves each change.
  func showPreferences(for window: PlayerWindow) {
    PreferencesWindow.show(values, player, for: window.top) { [weak self] settings in self?.change(settings) }
  }

  /// Applies and saves a change of settings.
  func change(_ body: (inout PlayerSettings) -> Void) {
    var settings = values
    body(&settings)
    if settings != values { change(settings) }
  }

  /// Applies and saves changed settings.
  private func change(_ settings: PlayerSettings) {
    // The newer choice of the user counts.
    if settings.resources.passthrough != values.resources.passthrough { requestedPassthrough = nil }
    values = settings
    applyLanguages()
    applyDisplayAdaptation()
    let filters = player.currentItem?.videoFilters
    // The current item, and the one of the next file.
    for item in player.items() {
      apply(to: item)
      item.captionSettings = item.captionSettings.with(settings)
      for captions in item.sidecarCaptions { captions.settings = captions.settings.with(settings) }
    }
    if player.currentItem?.videoFilters != filters { showFilteredFrame() }
    onChange?()
    scheduleWrite()
  }

  /// Decodes the frame that is shown again, with changed filters. Without effect on playback, which soon shows others.
  private func showFilteredFrame() {
    guard player.rate == 0, player.currentItem?.status == .readyToPlay, !player.isExternalPlaybackActive else {
      return
    }
    player.seek(to: player.currentTime(), toleranceBefore: .zero, toleranceAfter: .zero)
  }

  /// Adopts the size and the position of subtitles that the user has changed by keys, for further files.
  func adopt(_ captions: CaptionSettings) {
    let (scales, lifts) = (PlayerSettings.subtitleScales, PlayerSettings.subtitleLifts)
    values.subtitleScale = max(scales.lowerBound, min(scales.upperBound, captions.scale))
    values.subtitleLift = max(lifts.lowerBound, min(lifts.upperBound, captions.lift))
    scheduleWrite()
  }

  /// Adopts the audio device that the user has selected.
  func adoptDevice() {
    values.audioDevice = player.audioOutputDeviceUniqueID ?? ""
    scheduleWrite()
  }

  /// Saves the settings after a while.
  private func scheduleWrite() {
    guard file != nil, !isWriting else { return }
    isWriting = true
    // A slider that is dragged changes a setting many times.
    Timeout.after(milliseconds: Self.writeDelay) { [weak self] in self?.write() }
  }

  /// Saves the settings, if that is pending.
  private func write() {
    guard let file, isWriting else { return }
    isWriting = false
    let (settings, onFailure) = (values, onFailure)
    Self.writing.async {
      do {
        try file.write(settings)
      } catch {
        DispatchQueue.main.async {
          let message = translated("The settings could not be saved: %@", "\(error)")
          StandardError.write("playhead-window: \(message)")
          onFailure?(message)
        }
      }
    }
  }

  /// Returns after all changes have been written.
  func finishWriting() {
    guard let file else { return }
    let pending = isWriting ? values : nil
    isWriting = false
    // On this thread: others may be busy for long.
    Self.writing.sync { if let pending { try? file.write(pending) } }
  }

  /// Adapts the speed to the display, or not.
  private func applyDisplayAdaptation() {
    player.adaptsRateToDisplay = requestsDisplayAdaptation || values.picture.adaptsToDisplay
  }

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
