import CoreMedia

/// The published state: snapshots, and events in order.
extension SessionLoop {
  /// Publishes the events since the last call.
  func publish() {
    announceTimeControl()
    guard !events.isEmpty else { return }
    shared.add(events)
    events = []
  }

  /// Adds an event if the time control status has changed.
  func announceTimeControl() {
    if shared.snapshot.timeControl != machine.timeControl { announceSession() }
  }

  /// Adds the current snapshot to the events.
  func announceSession() {
    let timeControl = machine.timeControl
    shared.update { $0.timeControl = timeControl }
    var snapshot = shared.snapshot
    // Values requested by commands that are not handled yet belong to later events.
    if snapshot.revision != handledRevision {
      snapshot.revision = handledRevision
      snapshot.rate = machine.rate
    }
    events.append(.sessionChanged(snapshot))
  }

  /// Changes the current item's snapshot and adds an event.
  func announceItem(_ change: (inout ItemSnapshot) -> Void) {
    guard let item else { return }
    item.update(change)
    events.append(.itemChanged(item, item.snapshot))
  }
}
