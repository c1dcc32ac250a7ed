import Foundation
import Synchronization

/// Moves a manual clock in a program that knows nothing of it.
///
/// ```
///   every thread of the engine waits ──► main queue: calls that are due ──► main queue: the next moment ──┐
///          ▲                                                                                               │
///          └───────────────────────────────────────────────────────────────────────────────────────────────┘
/// ```
/// Each turn is an operation of the main queue. So time stands while the program works there, and what its handlers leave in that
/// queue is done before time moves on. Nobody waits for what the program does elsewhere, or in the machine's own time.
package final class ClockTurns: Sendable {
  package let clock = ManualClock()
  private let isPlanned = Mutex(false)

  package init() { clock.whenIdle { [weak self] in self?.plan() } }

  private func plan() {
    let isNew = isPlanned.withLock { isPlanned in
      defer { isPlanned = true }
      return !isPlanned
    }
    // An operation for the same reason as in `MainQueueDelivery`.
    if isNew { OperationQueue.main.addOperation { self.take() } }
  }

  private func take() {
    isPlanned.withLock { $0 = false }
    if clock.takeTurn() == .called { plan() }
  }
}

extension ClockTurns: EventDelivery {
  package var isMainQueue: Bool { true }
  package func deliver(_ call: @escaping @Sendable () -> Void) { clock.deliver(call) }
}
