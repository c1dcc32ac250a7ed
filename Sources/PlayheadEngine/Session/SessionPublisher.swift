import CoreMedia
import PlayheadClock
import PlayheadItems

/// Collects the events of a session in order, calls its time observers, and publishes both to the client. Used on the
/// session's thread.
final class SessionPublisher {
  /// The published state.
  private let shared: SessionShared
  /// The events since the last `publish`, in order.
  private var events: [SessionEvent] = []
  /// The time observers of the client. They stay when the item changes.
  private var observers = TimeObservers()
  /// How many of the client's commands have been handled.
  private var handledRevision = 0

  /// - Parameter shared: Receives the events.
  init(_ shared: SessionShared) { self.shared = shared }

  // MARK: Events

  /// Adds an event.
  func add(_ event: SessionEvent) { events.append(event) }

  /// Adds events in order.
  func add(_ events: [SessionEvent]) { self.events += events }

  /// Publishes the events since the last call.
  func publish() {
    guard !events.isEmpty else { return }
    shared.add(events)
    events = []
  }

  // MARK: Snapshots

  /// A command that changes requested values is being handled, in step with `SessionShared.withSnapshot`.
  func beginCommand() { handledRevision += 1 }

  /// Adds an event if the time control status has changed.
  func announceTimeControl(of machine: PlaybackStateMachine) {
    if shared.snapshot.timeControl != machine.timeControl { announceSession(of: machine) }
  }

  /// Adds the current snapshot to the events.
  func announceSession(of machine: PlaybackStateMachine) {
    let timeControl = machine.timeControl
    shared.update { $0.timeControl = timeControl }
    var snapshot = shared.snapshot
    // Values requested by commands that are not handled yet belong to later events.
    if snapshot.revision != handledRevision {
      snapshot.revision = handledRevision
      snapshot.rate = machine.rate
    }
    add(.sessionChanged(snapshot))
  }

  /// Changes a requested value for the session's own reasons, unless the client has requested another in the meantime.
  func replaceRequest(_ change: (inout SessionSnapshot) -> Void) {
    let handled = handledRevision
    shared.update { if $0.revision == handled { change(&$0) } }
  }

  /// Changes an item's snapshot and adds an event.
  func announce(_ item: EngineItem, _ change: (inout ItemSnapshot) -> Void) {
    item.update(change)
    add(.itemChanged(item, item.snapshot))
  }

  // MARK: Time observers

  /// The position up to which every observer has been called.
  var observedPosition: CMTime { observers.position }

  /// Adds an observer.
  func addObserver(_ observation: TimeObservation, identifier: Int) {
    observers.add(observation, identifier: identifier)
  }

  /// Removes an observer. Its calls that were added to the events before remain.
  func removeObserver(_ identifier: Int) { observers.remove(identifier) }

  /// Continues at another position: times between the two are not due.
  func jump(to time: CMTime) { observers.jump(to: time) }

  /// The next time at which an observer is due in the direction of playback.
  func nextObserved(isReversed: Bool) -> CMTime? { observers.next(isReversed: isReversed) }

  /// Adds events for the observers that are due up to `time`.
  func observe(through time: CMTime, isReversed: Bool) {
    for moment in observers.advance(to: time, isReversed: isReversed) {
      add(.observerFired(identifier: moment.identifier, time: moment.time))
    }
  }

  /// Adds events for all periodic observers.
  func firePeriodicObservers(at time: CMTime) {
    for identifier in observers.periodicIdentifiers {
      // An observer that has just been called for this time is not called twice.
      let hasFired = events.contains {
        if case .observerFired(identifier, time) = $0 { true } else { false }
      }
      if !hasFired { add(.observerFired(identifier: identifier, time: time)) }
    }
  }
}
