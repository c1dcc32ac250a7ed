import PlayheadItems
import Synchronization

extension AVPlayerItem {
  /// The status of an item.
  public enum Status: Int, Sendable {
    /// It has no player, or is being opened.
    case unknown = 0
    /// It can be played; its duration and tracks are known.
    case readyToPlay = 1
    /// It has failed permanently; create a new item. `error` has the cause.
    case failed = 2
  }

  /// The engine's error with which playback of the item failed, for programs of this package: its cause and its remedy
  /// are separate sentences. nil unless the item has failed or could not be played to its end.
  package nonisolated var failure: MediaError? { state.withLock { $0.endFailure ?? $0.snapshot.error } }
}
