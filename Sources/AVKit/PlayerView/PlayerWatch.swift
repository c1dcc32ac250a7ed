import AVFoundation

/// Tells a view when what its controls show may have changed.
@MainActor final class PlayerWatch {
  private var observations: [NSKeyValueObservation] = []
  private var endToken: (any NSObjectProtocol)?

  /// - Parameters:
  ///   - onItem: another item plays, or none. Not called for the one there is at the beginning.
  ///   - onChange: the state of playing changed.
  ///   - onEnd: the item has been played to its end.
  init(
    _ player: AVPlayer, onItem: @escaping @MainActor () -> Void, onChange: @escaping @MainActor () -> Void,
    onEnd: @escaping @MainActor () -> Void
  ) {
    // Players deliver on the main queue.
    observations = [
      player.observe(\.currentItem) { _, _ in MainActor.assumeIsolated(onItem) },
      player.observe(\.timeControlStatus) { _, _ in MainActor.assumeIsolated(onChange) },
      player.observe(\.rate) { _, _ in MainActor.assumeIsolated(onChange) },
      player.observe(\.currentItem?.status) { _, _ in MainActor.assumeIsolated(onChange) },
    ]
    endToken = NotificationCenter.default.addObserver(
      forName: AVPlayerItem.didPlayToEndTimeNotification, object: nil, queue: nil
    ) { [weak player] note in
      let item = note.object as? AVPlayerItem
      MainActor.assumeIsolated { if let item, item === player?.currentItem { onEnd() } }
    }
  }

  isolated deinit { if let endToken { NotificationCenter.default.removeObserver(endToken) } }
}
