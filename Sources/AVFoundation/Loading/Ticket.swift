import Synchronization

/// Brings together a waiter's number and its cancellation, whichever comes first.
final class Ticket: Sendable {
  private let state = Mutex<(number: Int?, isCancelled: Bool)>((nil, false))

  /// Takes the number. True when it was cancelled before.
  func issue(_ number: Int) -> Bool {
    state.withLock {
      $0.number = number
      return $0.isCancelled
    }
  }

  /// Cancels. Returns the number if there is one already.
  func cancel() -> Int? {
    state.withLock {
      $0.isCancelled = true
      return $0.number
    }
  }
}
