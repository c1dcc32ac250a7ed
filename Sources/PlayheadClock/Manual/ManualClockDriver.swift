import Foundation
import Synchronization

/// Advances a manual clock in a program that is unaware of it.
///
/// ```
///   all threads of the engine wait ──► main queue: calls that are due ──► main queue: the next deadline ──┐
///          ▲                                                                                              │
///          └──────────────────────────────────────────────────────────────────────────────────────────────┘
/// ```
/// Each step is an operation of the main queue. So time stops while the program works there, and the operations that
/// its handlers add to that queue run before time advances. Work of the program elsewhere, or in real time, is not
/// waited for.
package final class ManualClockDriver: Sendable {
  /// The clock that is advanced.
  package let clock = ManualClock()
  /// Whether a step is in the main queue and has not begun. Limits the queue to one step.
  private let isStepEnqueued = Mutex(false)

  /// Creates a clock and starts advancing it.
  package init() { clock.whenIdle { [weak self] in self?.enqueueStep() } }

  /// Enqueues a step, unless one is enqueued already.
  private func enqueueStep() {
    let isNew = isStepEnqueued.withLock { isStepEnqueued in
      defer { isStepEnqueued = true }
      return !isStepEnqueued
    }
    // Uses an operation for the same reason as `MainQueueDelivery`.
    if isNew { OperationQueue.main.addOperation { self.performStep() } }
  }

  /// Performs a step.
  private func performStep() {
    isStepEnqueued.withLock { $0 = false }
    if clock.tryStep() == .called { enqueueStep() }
  }
}

extension ManualClockDriver: EventDelivery {
  /// True: `performStep` makes the calls there.
  package var isMainQueue: Bool { true }
  /// Adds a call to the next step.
  package func deliver(_ call: @escaping @Sendable () -> Void) { clock.deliver(call) }
}
