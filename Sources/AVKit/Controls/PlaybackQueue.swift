import AVFoundation

/// The items before and after the current one. Programs with their own playlist provide their own implementation.
@MainActor package protocol PlaybackQueue: AnyObject {
  /// Whether there is an item after the current one.
  var hasNext: Bool { get }
  /// Whether there is an item before the current one.
  var hasPrevious: Bool { get }
  /// Whether the first item follows the last one; nil if the queue cannot do that.
  var loops: Bool? { get }
  /// Sets whether the first item follows the last one. False if the queue cannot do that.
  func setLoops(_ loops: Bool) -> Bool
  /// Whether the items are played in a random order; nil if the queue cannot do that.
  var isShuffled: Bool? { get }
  /// Sets whether the items are played in a random order. False if the queue cannot do that.
  func setShuffled(_ isShuffled: Bool) -> Bool
  /// Plays the next item.
  func next()
  /// Plays the previous item.
  func previous()
}

/// The queue of an `AVQueuePlayer`. It does not retain played items, so "previous" seeks to the start of the current
/// item.
@MainActor final class QueuePlayerQueue: PlaybackQueue {
  private weak var player: AVQueuePlayer?

  /// Creates a queue that does not retain the player.
  init(_ player: AVQueuePlayer) { self.player = player }

  var hasNext: Bool { (player?.items().count ?? 0) > 1 }
  var hasPrevious: Bool { false }
  var loops: Bool? { nil }
  func setLoops(_ loops: Bool) -> Bool { !loops }
  var isShuffled: Bool? { nil }
  func setShuffled(_ isShuffled: Bool) -> Bool { !isShuffled }
  func next() { player?.advanceToNextItem() }
  func previous() { player?.seek(to: .zero) }
}
