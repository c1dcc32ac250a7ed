import CoreMedia

/// Delivery of timed metadata when it is due.
extension SessionLoop {
  /// Selects the item whose metadata is delivered; nil for none.
  func followMetadata(of item: EngineItem?) {
    metadataItem?.timedMetadata.removeWaiter(shared.gate)
    metadataItem = item
    metadata = TimedMetadataScheduler()
    item?.timedMetadata.addWaiter(shared.gate)
  }

  /// Delivers the metadata that is due at the current position.
  func deliverMetadata() {
    switch machine.state {
    case .empty, .opening, .seeking, .failed: return
    case .drained, .priming, .ready, .running, .ended: deliverMetadata(at: clock.time(at: now))
    }
  }

  /// Delivers the metadata that is due at `time`.
  func deliverMetadata(at time: CMTime) {
    guard let item, item === metadataItem else { return }
    let delivery = metadata.take(item.timedMetadata, at: time, isReversed: machine.isReversed)
    if let present = delivery.present { events.append(.metadataPresent(item, present)) }
    for (listener, groups) in delivery.due { events.append(.metadataDue(item, listener: listener, groups)) }
  }

  /// When metadata is due next; nil while nothing moves.
  var metadataDeadline: HostTime? {
    guard machine.isMoving, clock.isRunning, let next = metadata.next else { return nil }
    // In reverse, an entry is valid up to just before its end.
    return clock.hostTime(ofMedia: machine.isReversed ? next.nanoseconds - 1 : next.nanoseconds)
      .map { max($0, now + .milliseconds(1)) }
  }
}
