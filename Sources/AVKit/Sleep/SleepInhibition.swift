import AVFoundation
import CPlayheadGTK

/// Keeps the display and the computer awake while a player plays video, if the player asks for it
/// (`preventsDisplaySleepDuringVideoPlayback`). Audio does not need the display, nor does a paused video.
@MainActor final class SleepInhibition {
  /// The delay in milliseconds before sleep is inhibited: no display sleeps within two seconds, and the start of
  /// playback has priority.
  private static let usualDelay = 2000

  private let inhibitor: any SleepInhibitor
  private let delay: Int
  private weak var player: AVPlayer?
  private var observations: [NSKeyValueObservation] = []
  /// Whether sleep is inhibited.
  private(set) var isActive = false

  /// Creates an inhibition without a player.
  ///
  /// - Parameter delay: In milliseconds; 0 inhibits at once.
  init(_ inhibitor: any SleepInhibitor, delay: Int = SleepInhibition.usualDelay) {
    self.inhibitor = inhibitor
    self.delay = delay
  }

  /// Follows a player; nil permits sleep.
  func follow(_ player: AVPlayer?) {
    self.player = player
    // Players notify on the main queue.
    observations =
      player.map { player in
        [
          player.observe(\.timeControlStatus) { [weak self] _, _ in MainActor.assumeIsolated { self?.changed() } },
          player.observe(\.currentItem?.presentationSize) { [weak self] _, _ in
            MainActor.assumeIsolated { self?.changed() }
          },
          player.observe(\.preventsDisplaySleepDuringVideoPlayback) { [weak self] _, _ in
            MainActor.assumeIsolated { self?.changed() }
          },
        ]
      } ?? []
    changed()
  }

  /// Whether the player plays video and asks for a display that is awake.
  private var isWanted: Bool {
    guard let player, player.timeControlStatus == .playing else { return false }
    return player.preventsDisplaySleepDuringVideoPlayback && (player.currentItem?.presentationSize ?? .zero) != .zero
  }

  /// Permits sleep at once, and inhibits it after the delay.
  private func changed() {
    guard isWanted else { return set(false) }
    guard !isActive else { return }
    guard delay > 0 else { return set(true) }
    Timeout.after(milliseconds: delay) { [weak self] in
      if let self, self.isWanted { self.set(true) }
    }
  }

  private func set(_ isActive: Bool) {
    guard isActive != self.isActive else { return }
    self.isActive = isActive
    inhibitor.setInhibited(isActive)
  }
}

/// Inhibits the sleep of the display and the computer.
@MainActor protocol SleepInhibitor: AnyObject {
  /// Inhibits sleep, or permits it again.
  func setInhibited(_ isInhibited: Bool)
}
