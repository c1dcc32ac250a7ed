import Foundation

/// Passes calls to a client until it is closed. When `close` has returned, no call is running on another thread and
/// none will start.
///
/// A call can close its own gate, and can lead to further calls on the same thread.
final class CallGate: @unchecked Sendable {
  // Sendable: the variables are accessed only while `condition` is locked, which is never held during a call.
  /// Guards the variables and signals the end of calls.
  private let condition = NSCondition()
  private var isClosed = false
  /// The nesting depth of running calls by thread.
  private var calls: [pthread_t: Int] = [:]

  /// Makes the call unless the gate is closed. Returns whether it was made.
  @discardableResult
  func pass(_ call: () -> Void) -> Bool {
    let thread = pthread_self()
    condition.lock()
    guard !isClosed else {
      condition.unlock()
      return false
    }
    calls[thread, default: 0] += 1
    condition.unlock()
    call()
    condition.lock()
    let remaining = calls[thread, default: 1] - 1
    calls[thread] = remaining == 0 ? nil : remaining
    if remaining == 0 && isClosed { condition.broadcast() }
    condition.unlock()
    return true
  }

  /// Closes the gate and waits for calls that run on other threads. Has no effect if already closed.
  func close() {
    let thread = pthread_self()
    condition.lock()
    isClosed = true
    while calls.keys.contains(where: { $0 != thread }) { condition.wait() }
    condition.unlock()
  }

  /// Whether calls are passed on. Another thread can close the gate at any time after.
  var isOpen: Bool {
    condition.lock()
    defer { condition.unlock() }
    return !isClosed
  }
}
