import Synchronization

/// Synchronizes a waiter's ticket number with its cancellation, in either order.
final class Ticket: Sendable {
  private let state = Mutex<(number: Int?, isCancelled: Bool)>((nil, false))

  /// Stores the number. Returns true if the ticket is already cancelled.
  func issue(_ number: Int) -> Bool {
    state.withLock {
      $0.number = number
      return $0.isCancelled
    }
  }

  /// Cancels the ticket. Returns its number if it has one.
  func cancel() -> Int? {
    state.withLock {
      $0.isCancelled = true
      return $0.number
    }
  }
}
