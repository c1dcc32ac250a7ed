import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadRoutes
import Synchronization

// Maps session events to property changes, notifications and handler calls.
extension AVPlayer {
  /// Handles the session's events. Runs on the delivery queue.
  nonisolated func takeEvents() {
    announcePending()
    for event in session.takeEvents() { handle(event) }
    // The end of an item is reported together with the start of the next one.
    state.withLock { $0.finished = [] }
  }

  /// Handles one event. Events of items that are no longer current are ignored, except those that report their end.
  nonisolated private func handle(_ event: SessionEvent) {
    switch event {
    case .sessionChanged(let snapshot): follow(snapshot)
    case .itemChanged(let item, let snapshot):
      guard let item = current(item) else { return }
      // An observer of the item may read the player's status.
      if snapshot.status == .ready { update { $0.status = .readyToPlay } }
      item.publish(snapshot)
      interstitialControllerIfAny?.follow(item)
      skipIfUnplayable(item)
    case .seekFinished(let identifier, let finished): core.seeks.close(identifier)?(finished)
    case .prerollFinished(let identifier, let finished): core.prerolls.close(identifier)?(finished)
    case .timeJumped(let item, _):
      current(item)?.flushOutputs()
      post(AVPlayerItem.timeJumpedNotification, item)
    case .stalled(let item): post(AVPlayerItem.playbackStalledNotification, item)
    case .logGrew(let item, let access, let errors):
      if access { post(AVPlayerItem.newAccessLogEntryNotification, item) }
      if errors { post(AVPlayerItem.newErrorLogEntryNotification, item) }
    case .metadataDue(let item, let listener, let groups):
      currentOrFinished(item)?.deliverMetadata(groups, to: listener)
    case .metadataPresent(let item, let groups): currentOrFinished(item)?.adopt(groups)
    case .playedToEnd(let item): post(AVPlayerItem.didPlayToEndTimeNotification, item)
    case .failedToPlayToEnd(let item, let error):
      currentOrFinished(item)?.state.withLock { $0.endFailure = error }
      post(
        AVPlayerItem.failedToPlayToEndTimeNotification, item,
        [AVPlayerItemFailedToPlayToEndTimeErrorKey: error.forClients])
    case .scheduleLoaded(let item, let answer):
      if let item = current(item) {
        interstitialControllerIfAny?.report(answer, of: item)
        item.feedCollectors()
      }
    case .interstitialNear(let item, let id): if let item = current(item) { prepareInterstitial(id, of: item) }
    case .interstitialDue(let item, let id, _): if let item = current(item) { beginInterstitial(id, of: item) }
    case .interstitialDropped(let id): interstitialControllerIfAny?.drop(id)
    case .externalPlaybackFailed(let route, let error):
      update { if $0.external.renderer?.route == route { $0.external = ExternalPlaybackState(error: error) } }
    case .observerFired(let identifier, let time): core.timeObservers[identifier]?.call(at: time)
    }
  }

  /// Adopts the session's rate, time control and item. Requested values are unchanged if the snapshot precedes the last
  /// command.
  nonisolated private func follow(_ snapshot: SessionSnapshot) {
    // The session itself changes the rate at the ends of a live stream's window, on failure, and at the end of an item,
    // which has no reason.
    let hasFailed = state.withLock { $0.item }?.status == .failed
    let reason = hasFailed && snapshot.rate == 0 ? .setRateFailed : snapshot.rateCause.map(RateDidChangeReason.init)
    let finished = leavingItem(for: snapshot)
    var hasMoved = false
    update(
      sending: { [session] in hasMoved ? $0.sendNext(to: session, arrivedAt: snapshot.item) : nil },
      reason: reason
    ) {
      guard snapshot.revision >= $0.revision else { return }
      hasMoved = finished != nil && $0.item === finished
      if hasMoved { $0.moveOn() }
      $0.rate = snapshot.rate
      $0.timeControl = snapshot.timeControl
    }
    if hasMoved { startReachedItem() }
  }

  /// The public item of an engine item, if it is current: an earlier item is notified only of its end.
  nonisolated private func current(_ item: EngineItem) -> AVPlayerItem? {
    state.withLock { $0.item?.engineItem === item ? $0.item : nil }
  }

  /// The public item of an engine item that is current, or has ended in this delivery.
  nonisolated private func currentOrFinished(_ item: EngineItem) -> AVPlayerItem? {
    current(item) ?? state.withLock { $0.finished.first { $0.engineItem === item } }
  }

  /// Posts a notification of an item, unless it left the player earlier.
  nonisolated private func post(_ name: NSNotification.Name, _ item: EngineItem, _ userInfo: [String: Any]? = nil) {
    guard let item = currentOrFinished(item) else { return }
    NotificationCenter.default.post(name: name, object: item, userInfo: userInfo)
  }
}

extension AVPlayer.RateDidChangeReason {
  /// The reason for a rate change by the session itself.
  fileprivate init(_ cause: SessionSnapshot.RateCause) {
    switch cause {
    case .reachedLiveEdge: self = .playheadReachedLiveEdge
    case .reachedWindowStart: self = .reversePlaybackReachedStartOfSeekableRange
    }
  }
}
