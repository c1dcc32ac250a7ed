import Foundation

/// Calls clients, in order, one at a time. Programs are called on the main queue; a test's clock calls them between two
/// steps of time, on the thread that advances it.
package protocol EventDelivery: AnyObject, Sendable {
  /// Whether the calls are made on the main queue.
  var isMainQueue: Bool { get }
  /// Calls `call` later, after the calls delivered before it.
  func deliver(_ call: @escaping @Sendable () -> Void)
}

extension EventDelivery {
  /// False unless a delivery states otherwise.
  package var isMainQueue: Bool { false }
}

/// Delivers calls on the main queue.
package final class MainQueueDelivery: EventDelivery {
  /// The only instance.
  package static let shared = MainQueueDelivery()
  /// All players share the main queue.
  private init() {}
  /// True: `deliver` adds to `OperationQueue.main`.
  package var isMainQueue: Bool { true }
  /// Uses an operation rather than a block: a notification whose observer requested `OperationQueue.main` is posted in
  /// here, and Foundation waits for that observer unless it runs on that very queue. After `dispatchMain()` the main
  /// queue has no thread of its own by which Foundation could detect that.
  package func deliver(_ call: @escaping @Sendable () -> Void) { OperationQueue.main.addOperation(call) }
}
