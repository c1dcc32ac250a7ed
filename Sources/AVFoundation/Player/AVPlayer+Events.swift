import Foundation
import PlayheadEngine

// What the session reports, turned into changes of properties, notifications and calls of handlers.
extension AVPlayer {
  /// Takes what has happened. Runs where clients are called.
  nonisolated func takeEvents() {
    announcePending()
    for event in session.takeEvents() { handle(event) }
  }

  nonisolated private func handle(_ event: SessionEvent) {
    switch event {
    case .sessionChanged(let snapshot): follow(snapshot)
    case .itemChanged(let item, let snapshot):
      guard let item = current(item) else { return }
      // A program that observes the item may look at the player's status.
      if snapshot.status == .ready { update { $0.status = .readyToPlay } }
      item.publish(snapshot)
    case .seekFinished(let identifier, let finished): core.seeks.close(identifier)?(finished)
    case .timeJumped(let item, _): post(AVPlayerItem.timeJumpedNotification, item)
    case .stalled(let item): post(AVPlayerItem.playbackStalledNotification, item)
    case .playedToEnd(let item): post(AVPlayerItem.didPlayToEndTimeNotification, item)
    case .failedToPlayToEnd(let item, let error):
      post(
        AVPlayerItem.failedToPlayToEndTimeNotification, item,
        [AVPlayerItemFailedToPlayToEndTimeErrorKey: error.forClients])
    case .observerFired(let identifier, let time): core.timeObservers[identifier]?.call(at: time)
    }
  }

  nonisolated private func follow(_ snapshot: SessionSnapshot) {
    // The session sets the rate by itself only at the end of an item, for which there is no reason to name, and when it fails.
    let hasFailed = state.withLock { $0.item }?.status == .failed
    update(reason: hasFailed && snapshot.rate == 0 ? .setRateFailed : nil) {
      guard snapshot.revision >= $0.revision else { return }
      $0.rate = snapshot.rate
      $0.timeControl = snapshot.timeControl
    }
  }

  /// The item on the face of the engine's, while it is current: an old one is not told anything any more.
  nonisolated private func current(_ item: EngineItem) -> AVPlayerItem? {
    state.withLock { $0.item?.engineItem === item ? $0.item : nil }
  }

  nonisolated private func post(_ name: NSNotification.Name, _ item: EngineItem, _ userInfo: [String: Any]? = nil) {
    guard let item = current(item) else { return }
    NotificationCenter.default.post(name: name, object: item, userInfo: userInfo)
  }
}
