import AVFoundation
import Foundation

/// Observes the interstitial events of a player's streams, which AVFoundation plays.
@MainActor final class InterstitialObserver {
  /// A change of the event that plays.
  enum Event {
    /// An event with this identifier plays instead of the file.
    case began(String)
    /// The event with this identifier has ended.
    case ended(String)
    /// The playback of the event has started, stalled or paused.
    case stateChanged
  }

  /// The identifier of the event that plays; nil while the file plays.
  private(set) var currentEvent: String?
  /// The monitor of the player.
  private let monitor: AVPlayerInterstitialEventMonitor
  /// Called on the main queue.
  private let onEvent: (Event) -> Void
  /// The observer of `currentEventDidChangeNotification`.
  private var token: (any NSObjectProtocol)?
  /// The observation of the interstitial player's state.
  private var state: NSKeyValueObservation?

  /// Observes the events of a player until `close()`.
  init(_ player: AVPlayer, onEvent: @escaping (Event) -> Void) {
    self.onEvent = onEvent
    monitor = AVPlayerInterstitialEventMonitor(primaryPlayer: player)
    token = NotificationCenter.default.addObserver(
      forName: AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification, object: monitor, queue: nil
    ) { [weak self] _ in MainActor.assumeIsolated { self?.eventChanged() } }
    state = monitor.interstitialPlayer.observe(\.timeControlStatus) { [weak self] _, _ in
      MainActor.assumeIsolated { self?.onEvent(.stateChanged) }
    }
  }

  /// Whether the event that plays is neither paused nor waiting for media.
  var isPlaying: Bool { monitor.interstitialPlayer.timeControlStatus == .playing }

  /// Ends the observation.
  func close() {
    state?.invalidate()
    if let token { NotificationCenter.default.removeObserver(token) }
    token = nil
  }

  /// Reports the end of the previous event, then the start of the current one.
  private func eventChanged() {
    let (previous, current) = (currentEvent, monitor.currentEvent?.identifier)
    guard current != previous else { return }
    currentEvent = current
    if let previous { onEvent(.ended(previous)) }
    if let current { onEvent(.began(current)) }
  }
}
