import AVFoundation

/// What the controls offer of an event that interrupts the film: to leave out the rest of it. A pure function of what a monitor says.
struct SkipOffer: Equatable {
  /// What the button says.
  let title: String

  /// nil where nothing may be skipped now.
  ///
  /// - Parameters:
  ///   - isPlaying: An event is played, or paused.
  ///   - label: The program's own word for it, from its bundle of texts.
  init?(isPlaying: Bool, state: AVPlayerInterstitialEvent.SkippableEventState, label: String?) {
    guard isPlaying, state == .eligible else { return nil }
    let own = label?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    title = own.isEmpty ? translated("Skip") : own
  }
}

/// Tells a view what of an interrupting event may be skipped, and skips it.
///
/// Made when a player waits for such an event for the first time: most never have one, and the player of events is a second player.
@MainActor final class InterruptionWatch {
  private let controller: AVPlayerInterstitialEventController
  private var tokens: [any NSObjectProtocol] = []

  /// - Parameter onChange: `offer` may be another one.
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

  private func tearDown() { for token in tokens { NotificationCenter.default.removeObserver(token) } }

  var offer: SkipOffer? {
    SkipOffer(
      isPlaying: controller.currentEvent != nil, state: controller.currentEventSkippableState,
      label: controller.currentEventSkipControlLabel)
  }

  func skip() { controller.skipCurrentEvent() }
}
