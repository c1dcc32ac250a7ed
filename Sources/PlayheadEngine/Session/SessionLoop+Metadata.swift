import CoreMedia

/// Telling of timed metadata when its time has come.
extension SessionLoop {
  /// Another item's metadata is told from now on; nil: nobody's.
  func followMetadata(of item: EngineItem?) {
    metadataItem?.timedMetadata.removeWaiter(shared.gate)
    metadataItem = item
    metadata = TimedMetadataScheduler()
    item?.timedMetadata.addWaiter(shared.gate)
  }

  /// Tells what is due at the present position.
  func tellMetadata() {
    switch machine.state {
    case .empty, .opening, .landing, .failed: return
    case .parked, .priming, .ready, .running, .ended: tellMetadata(at: clock.time(at: now))
    }
  }

  func tellMetadata(at time: CMTime) {
    guard let item, item === metadataItem else { return }
    let news = metadata.take(item.timedMetadata, at: time, isReversed: machine.isReversed)
    if let present = news.present { events.append(.metadataPresent(item, present)) }
    for (listener, groups) in news.due { events.append(.metadataDue(item, listener: listener, groups)) }
  }

  /// When metadata is due next; nil while nothing moves.
  var metadataDeadline: HostTime? {
    guard machine.isMoving, clock.isRunning, let next = metadata.next else { return nil }
    // Backward, something holds up to just before its end.
    return clock.hostTime(ofMedia: machine.isReversed ? next.nanoseconds - 1 : next.nanoseconds)
      .map { max($0, now + .milliseconds(1)) }
  }
}
