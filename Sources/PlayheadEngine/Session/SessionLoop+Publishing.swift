import CoreMedia
import PlayheadItems

/// The published state: snapshots, and events in order.
extension SessionLoop {
  /// Publishes the events since the last call.
  func publish() {
    announceTimeControl()
    item?.setIdle(machine.isIdle)
    publisher.publish()
  }

  /// Adds an event if the time control status has changed.
  func announceTimeControl() { publisher.announceTimeControl(of: machine) }

  /// Adds the current snapshot to the events.
  func announceSession() { publisher.announceSession(of: machine) }

  /// Changes the current item's snapshot and adds an event.
  func announceItem(_ change: (inout ItemSnapshot) -> Void) {
    if let item { publisher.announce(item, change) }
  }
}
