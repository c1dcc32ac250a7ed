import Synchronization

/// Ends a decoder thread. The thread retains the flag, not the object that owns it.
final class CloseFlag: Sendable {
  /// Whether the thread is to end.
  private let value = Atomic<Bool>(false)

  /// Whether `set()` was called. Read by the thread between packets or blocks of samples.
  var isSet: Bool { value.load(ordering: .acquiring) }

  /// Ends the thread when it reads the flag next.
  func set() { value.store(true, ordering: .releasing) }
}
