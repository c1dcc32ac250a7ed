import AVFoundation

/// Tells a view when what its controls show may have changed.
@MainActor final class PlayerWatch {
  private var observations: [NSKeyValueObservation] = []
  private var tokens: [any NSObjectProtocol] = []

  /// - Parameters:
  ///   - onItem: another item plays, or none. Not called for the one there is at the beginning.
  ///   - onChange: the state of playing changed.
  ///   - onEnd: the item has been played to its end.
  init(
    _ player: AVPlayer, onItem: @escaping @MainActor () -> Void, onChange: @escaping @MainActor () -> Void,
    onEnd: @escaping @MainActor () -> Void, onJump: @escaping @MainActor () -> Void
  ) {
    // Players deliver on the main queue.
    observations = [
      player.observe(\.currentItem) { _, _ in MainActor.assumeIsolated(onItem) },
      player.observe(\.timeControlStatus) { _, _ in MainActor.assumeIsolated(onChange) },
      player.observe(\.reasonForWaitingToPlay) { _, _ in MainActor.assumeIsolated(onChange) },
      player.observe(\.rate) { _, _ in MainActor.assumeIsolated(onChange) },
      player.observe(\.currentItem?.status) { _, _ in MainActor.assumeIsolated(onChange) },
    ]
    tokens = [
      (AVPlayerItem.didPlayToEndTimeNotification, onEnd), (AVPlayerItem.timeJumpedNotification, onJump),
    ].map { name, body in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak player] note in
        let item = note.object as? AVPlayerItem
        MainActor.assumeIsolated { if let item, item === player?.currentItem { body() } }
      }
    }
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  private func tearDown() { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
