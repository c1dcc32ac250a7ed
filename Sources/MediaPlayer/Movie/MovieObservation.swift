import AVFoundation

/// Observes a movie's item and its player, until the last reference is released.
final class MovieObservation: @unchecked Sendable {
  // Sendable: constants. Observations can be ended on any thread.
  /// A change of the item or the player.
  enum Event: Sendable {
    /// A property has changed that is only shown.
    case changed
    /// The item's status or its buffer has changed.
    case statusChanged
    /// Media has run out.
    case stalled
    /// The item has played to its end.
    case reachedEnd
    /// The item has failed after it was ready.
    case failed((any Error)?)
  }

  /// The observations of properties.
  private let observations: [NSKeyValueObservation]
  /// The tokens of notifications.
  private let notifications: [any NSObjectProtocol]

  /// Begins to observe. `handle` is called on the main queue, and must not retain the observation.
  init(_ item: AVPlayerItem, in player: AVPlayer, _ handle: @escaping @Sendable (Event) -> Void) {
    observations = [
      item.observe(\.status, options: .new) { _, _ in handle(.statusChanged) },
      item.observe(\.isPlaybackLikelyToKeepUp, options: .new) { _, _ in handle(.statusChanged) },
      item.observe(\.duration, options: .new) { _, _ in handle(.changed) },
      item.observe(\.presentationSize, options: .new) { _, _ in handle(.changed) },
      player.observe(\.timeControlStatus, options: .new) { _, _ in handle(.changed) },
    ]
    let center = NotificationCenter.default
    notifications = [
      center.addObserver(forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil) { _ in
        handle(.reachedEnd)
      },
      center.addObserver(forName: AVPlayerItem.failedToPlayToEndTimeNotification, object: item, queue: nil) { note in
        handle(.failed(note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? any Error))
      },
      center.addObserver(forName: AVPlayerItem.playbackStalledNotification, object: item, queue: nil) { _ in
        handle(.stalled)
      },
    ]
  }

  deinit {
    for observation in observations { observation.invalidate() }
    for token in notifications { NotificationCenter.default.removeObserver(token) }
  }
}
