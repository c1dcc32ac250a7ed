import Glibc

/// Replaces `Synchronization.Mutex` in every module under the thread sanitizer; installed by `Scripts/sanitize`.
///
/// A contended `Mutex` is acquired inside Swift's library, which is not instrumented: the sanitizer does not see the
/// ordering of its owners, and reports all the state that they protect. It supports the system's own mutex.
package final class Mutex<Value>: @unchecked Sendable {
  // Sendable: `value` is accessed only under `handle`.
  private let handle: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) var value: Value

  package init(_ value: consuming sending Value) {
    handle = .allocate(capacity: 1)
    pthread_mutex_init(handle, nil)
    self.value = value
  }

  deinit {
    pthread_mutex_destroy(handle)
    handle.deallocate()
  }

  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(handle)
    defer { pthread_mutex_unlock(handle) }
    return try body(&value)
  }

  package func withLockIfAvailable<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    guard pthread_mutex_trylock(handle) == 0 else { return nil }
    defer { pthread_mutex_unlock(handle) }
    return try body(&value)
  }
}
