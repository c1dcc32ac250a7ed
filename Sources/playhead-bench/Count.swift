import Synchronization

/// A counter that is incremented by several threads.
final class Count: Sendable {
  private let stored = Atomic<Int>(0)
  func add() { stored.add(1, ordering: .relaxed) }
  var value: Int { stored.load(ordering: .relaxed) }
}
