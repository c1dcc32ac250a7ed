import Foundation
import PlayheadStreaming
import Synchronization

// The interstitial events of a player.
extension AVPlayer {
  /// Plays this player's events; created on first use.
  nonisolated func interstitialController() -> InterstitialPlaybackController {
    interstitials.withLock { controller in
      if let controller { return controller }
      let made = InterstitialPlaybackController(self)
      controller = made
      return made
    }
  }

  nonisolated var interstitialControllerIfAny: InterstitialPlaybackController? { interstitials.withLock { $0 } }

  /// The current item and the queued items.
  nonisolated var allItems: [AVPlayerItem] {
    state.withLock { state in (state.item.map { [$0] } ?? []) + state.following }
  }

  nonisolated func prepareInterstitial(_ id: String, of item: AVPlayerItem) {
    interstitialController().prepare(id, of: item)
  }

  nonisolated func beginInterstitial(_ id: String, of item: AVPlayerItem) {
    interstitialController().begin(id, of: item)
  }

  /// Whether the current item may be skipped or played faster; an event's restrictions can forbid it.
  nonisolated var mayAdvance: Bool { !state.withLock { $0.isAdvancementRestricted } }
}
