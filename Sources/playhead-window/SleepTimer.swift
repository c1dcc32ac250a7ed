import AVFoundation
import AVKit

/// Pauses the player after a time that the user selects, or at the end of the file.
@MainActor final class SleepTimer {
  /// When the timer pauses.
  enum Choice: Equatable, CaseIterable {
    case off, quarterHour, halfHour, hour, ninetyMinutes, endOfFile

    /// The minutes until the player is paused; nil without a fixed time.
    var minutes: Int? {
      switch self {
      case .quarterHour: 15
      case .halfHour: 30
      case .hour: 60
      case .ninetyMinutes: 90
      case .off, .endOfFile: nil
      }
    }

    /// The entry of the menu.
    @MainActor var title: String {
      switch self {
      case .off: translated("Off")
      case .endOfFile: translated("At the end of the file")
      default: translated("%@ minutes", "\(minutes ?? 0)")
      }
    }
  }

  /// When the timer pauses. A new choice starts the time again.
  private(set) var choice = Choice.off { didSet { onChange?() } }
  /// Called after each choice.
  var onChange: (() -> Void)?
  /// Counts the choices, so that earlier ones have no effect.
  private var generation = 0
  private let player: AVPlayer
  /// Called when the timer has paused the player.
  var onSleep: (() -> Void)?

  /// Creates a timer that is off.
  init(_ player: AVPlayer) { self.player = player }

  /// Selects when the timer pauses.
  func select(_ choice: Choice) {
    self.choice = choice
    generation += 1
    guard let minutes = choice.minutes else { return }
    let generation = generation
    Timeout.after(milliseconds: minutes * 60_000) { [weak self] in
      guard let self, self.generation == generation else { return }
      self.player.pause()
      self.end()
    }
  }

  /// Whether playback stops at the end of the current file; the timer is off afterwards.
  func endsWithFile() -> Bool {
    guard choice == .endOfFile else { return false }
    end()
    return true
  }

  /// Switches the timer off, and reports that it has fired.
  private func end() {
    select(.off)
    onSleep?()
  }
}
