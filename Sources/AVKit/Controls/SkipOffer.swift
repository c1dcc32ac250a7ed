import AVFoundation

/// The skip button that the controls offer during an interstitial event. A pure function of the monitor's state.
struct SkipOffer: Equatable {
  /// The title of the button.
  let title: String

  /// nil if nothing can be skipped now.
  ///
  /// - Parameters:
  ///   - isPlaying: Whether an event is playing or paused.
  ///   - label: The program's own button title, from its localized strings.
  init?(isPlaying: Bool, state: AVPlayerInterstitialEvent.SkippableEventState, label: String?) {
    guard isPlaying, state == .eligible else { return nil }
    let own = label?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    title = own.isEmpty ? translated("Skip") : own
  }
}

/// Observes whether the current interstitial event can be skipped, and skips it.
///
/// Created when a player first waits for such an event: most players never have one, and the interstitial player is a
/// second player.
@MainActor final class InterstitialSkipMonitor {
  private let controller: AVPlayerInterstitialEventController
  /// The observers of the controller's notifications; removed with this object.
  private var tokens: [any NSObjectProtocol] = []

  /// - Parameter onChange: Called on the main thread when `offer` may have changed.
  init(_ player: AVPlayer, onChange: @escaping @MainActor () -> Void) {
    controller = AVPlayerInterstitialEventController(primaryPlayer: player)
    tokens = [
      AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification,
      AVPlayerInterstitialEventMonitor.currentEventSkippableStateDidChangeNotification,
    ].map { name in
      // Posted on the main queue.
      NotificationCenter.default.addObserver(forName: name, object: controller, queue: nil) { _ in
        MainActor.assumeIsolated(onChange)
      }
    }
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Removes the observers. Runs on the main thread.
  private func tearDown() { for token in tokens { NotificationCenter.default.removeObserver(token) } }

  /// The button to show now; nil if the current event cannot be skipped.
  var offer: SkipOffer? {
    SkipOffer(
      isPlaying: controller.currentEvent != nil, state: controller.currentEventSkippableState,
      label: controller.currentEventSkipControlLabel)
  }

  /// Skips the rest of the current event. No effect while it cannot be skipped.
  func skip() { controller.skipCurrentEvent() }
}
