import Synchronization

/// A counter that is incremented by several threads.
final class Count: Sendable {
  /// The number, without an order in relation to other memory.
  private let stored = Atomic<Int>(0)
  /// Adds one. May be called from any thread.
  func add() { stored.add(1, ordering: .relaxed) }
  /// The number of calls of `add()` so far.
  var value: Int { stored.load(ordering: .relaxed) }
}
