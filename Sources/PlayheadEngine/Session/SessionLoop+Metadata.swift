import CoreMedia
import PlayheadClock

/// Delivery of timed metadata when it is due.
extension SessionLoop {
  /// Delivers the metadata that is due at the current position.
  func deliverMetadata() {
    switch machine.state {
    case .empty, .opening, .seeking, .failed: return
    case .drained, .priming, .ready, .running, .ended: deliverMetadata(at: clock.time(at: now))
    }
  }

  /// Delivers the metadata that is due at `time`.
  func deliverMetadata(at time: CMTime) {
    publisher.add(timedMetadata.take(of: item, at: time, isReversed: machine.isReversed))
  }

  /// When metadata is due next; nil while nothing moves.
  var metadataDeadline: HostTime? {
    guard machine.isMoving, clock.isRunning, let next = timedMetadata.nextNanoseconds(isReversed: machine.isReversed)
    else { return nil }
    return clock.hostTime(ofMedia: next).map { max($0, now + .milliseconds(1)) }
  }
}
