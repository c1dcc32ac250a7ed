import AVFoundation

/// Notifies a view when the state that its controls show may have changed.
@MainActor final class PlayerObserver {
  private var observations: [NSKeyValueObservation] = []
  /// The observers of the item's notifications; removed with this object.
  private var tokens: [any NSObjectProtocol] = []

  /// - Parameters:
  ///   - onItem: The current item changed. Not called for the initial item.
  ///   - onChange: The playback state changed.
  ///   - onExternalPlayback: Another device plays from here on, or this computer again.
  ///   - onEnd: The item has played to its end.
  ///   - onJump: The item's time jumped.
  init(
    _ player: AVPlayer, onItem: @escaping @MainActor () -> Void, onChange: @escaping @MainActor () -> Void,
    onExternalPlayback: @escaping @MainActor () -> Void, onEnd: @escaping @MainActor () -> Void,
    onJump: @escaping @MainActor () -> Void
  ) {
    // Players notify on the main queue.
    observations = [
      player.observe(\.currentItem) { _, _ in MainActor.assumeIsolated(onItem) },
      player.observe(\.timeControlStatus) { _, _ in MainActor.assumeIsolated(onChange) },
      player.observe(\.reasonForWaitingToPlay) { _, _ in MainActor.assumeIsolated(onChange) },
      player.observe(\.rate) { _, _ in MainActor.assumeIsolated(onChange) },
      player.observe(\.isExternalPlaybackActive) { _, _ in MainActor.assumeIsolated(onExternalPlayback) },
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

  /// Removes the observers. Runs on the main thread.
  private func tearDown() { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
