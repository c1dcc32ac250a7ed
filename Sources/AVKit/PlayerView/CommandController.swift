@_spi(Playhead) import AVFoundation
import CPlayheadGTK
import CoreMedia

/// Carries out the commands of buttons, keys and gestures on the player and the view's window, and confirms them over
/// the video.
@MainActor final class CommandController {
  /// Called after a command that may have changed what the controls show.
  var onChange: (() -> Void)?
  /// Called by a click on the duration.
  var onDuration: (() -> Void)?
  /// Called by the button that opens and closes the small window.
  var onPictureInPicture: (() -> Void)?
  private let driver: PlayerDriver
  private let view: ViewWidget
  private let window: ViewWindow
  private let visibility: ControlsVisibilityController
  private let indicator: IndicatorOverlay

  /// - Parameters:
  ///   - visibility: The source of the keyboard focus.
  ///   - indicator: Shows the confirmations.
  init(
    driver: PlayerDriver, view: ViewWidget, window: ViewWindow, visibility: ControlsVisibilityController,
    indicator: IndicatorOverlay
  ) {
    (self.driver, self.view, self.window) = (driver, view, window)
    (self.visibility, self.indicator) = (visibility, indicator)
  }

  /// Carries out a press of a button of the bar.
  func press(_ control: Control) {
    switch control {
    case .play: driver.togglePlaying()
    case .previous: _ = driver.perform(.queue(-1))
    case .next: _ = driver.perform(.queue(1))
    case .skipBack: _ = driver.perform(.skip(seconds: -10))
    case .skipForward: _ = driver.perform(.skip(seconds: 10))
    case .duration: onDuration?()
    case .stepBack: _ = driver.perform(.step(-1))
    case .stepForward: _ = driver.perform(.step(1))
    case .live: driver.goLive()
    case .fullScreen: window.setFullScreen(!window.isFullScreen)
    case .pictureInPicture: onPictureInPicture?()
    default: break
    }
    onChange?()
  }

  /// Carries out a key's command, and confirms it with the indicator if the controls do not show its effect. False if
  /// the command does not apply here.
  func perform(_ command: PlayerCommand) -> Bool {
    let before = driver.position
    switch command {
    case .showPosition:
      indicator.show(TimeText.spoken(driver.position, of: driver.duration))
      return true
    case .leaveFullScreen:
      if window.isFullScreen { window.setFullScreen(false) } else { return releaseKeyboard() }
      return true
    case .toggleFullScreen: window.setFullScreen(!window.isFullScreen)
    default: guard driver.perform(command) else { return false }
    }
    confirm(command, from: before)
    onChange?()
    return true
  }

  /// Moves the keyboard focus from the controls to the video; false if it was there already.
  private func releaseKeyboard() -> Bool {
    guard visibility.hasKeyboardFocus else { return false }
    gtk_widget_grab_focus(view.widget)
    return true
  }

  /// Confirms a command with the indicator. `before` is the position before the command, for the distance of a seek.
  private func confirm(_ command: PlayerCommand, from before: CMTime) {
    let state = CommandConfirmation.State(
      position: driver.position, duration: driver.duration,
      volume: driver.player.map { $0.isMuted ? 0 : Double($0.volume) }, rate: driver.selectedRate,
      choices: driver.details?.choices, repetition: driver.repetition,
      captions: driver.details?.captionSettings,
      secondarySubtitles: driver.details?.secondarySubtitles)
    guard let made = CommandConfirmation(of: command, from: before, state) else { return }
    indicator.show(made.text, detail: made.detail)
  }
}
