import Foundation
import PlayheadEngine
import PlayheadStreaming

// What a player knows of interstitial events.
extension AVPlayer {
  /// Plays this player's events. Made when it is first needed.
  nonisolated func interstitialConductor() -> InterstitialConductor {
    interstitials.withLock { conductor in
      if let conductor { return conductor }
      let made = InterstitialConductor(self)
      conductor = made
      return made
    }
  }

  nonisolated var conductorIfAny: InterstitialConductor? { interstitials.withLock { $0 } }

  /// The current item and what follows it.
  nonisolated var allItems: [AVPlayerItem] {
    state.withLock { state in (state.item.map { [$0] } ?? []) + state.following }
  }

  nonisolated func prepareInterstitial(_ id: String, of item: AVPlayerItem) {
    interstitialConductor().prepare(id, of: item)
  }

  nonisolated func beginInterstitial(_ id: String, of item: AVPlayerItem) {
    interstitialConductor().begin(id, of: item)
  }

  /// Whether what plays may be left or hurried through: an event may forbid it.
  nonisolated var mayAdvance: Bool { !state.withLock { $0.isAdvancementRestricted } }
}

extension AVPlayerItem {
  /// The identifier of the interstitial event that this item was made for; nil for an item of a program, also where an event has it as
  /// a template.
  nonisolated public var interstitialEventIdentifier: String? { state.withLock { $0.interstitialEvent } }

  /// Whether events that the item's stream tells (`EXT-X-DATERANGE` of the class `com.apple.hls.interstitial`) are played. True by
  /// default; it counts from the next time that the stream is looked at.
  nonisolated public var automaticallyHandlesInterstitialEvents: Bool {
    get { engineItem.interstitials.followsStream }
    set {
      engineItem.changeInterstitials { $0.followsStream = newValue }
      owner?.session.interstitialsChanged(of: engineItem)
    }
  }
}
