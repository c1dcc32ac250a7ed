import CoreMedia
import PlayheadItems
import Synchronization

// Synchronization with other playback.
extension AVPlayer {
  /// Prepares the pipeline so that playback at a rate starts immediately. Returns the value that the completion handler
  /// would receive.
  @discardableResult
  nonisolated public func preroll(atRate rate: Float) async -> Bool {
    await withCheckedContinuation { continuation in
      preroll(atRate: rate) { continuation.resume(returning: $0) }
    }
  }

  /// The playable rate nearest to a requested one for the current item.
  nonisolated func playableRate(for requested: Float) -> Float {
    if state.withLock({ $0.external.isActive }) { return requested > 0 ? 1 : 0 }
    let canReverse = state.withLock { $0.item }?.state.withLock { $0.snapshot.canPlayReverse } ?? false
    let rate = PlayableRates.nearest(to: requested, canReverse: canReverse)
    return state.withLock { $0.isAdvancementRestricted ? min(rate, $0.defaultRate) : rate }
  }
}
