import Glibc

/// What stands in for `Synchronization.Mutex` in every module while the thread sanitizer looks on; `Scripts/sanitize` puts it there.
///
/// A contended `Mutex` is taken inside Swift's library, which is not instrumented: the sanitizer does not see that one holder
/// comes after the other, and reports everything that they protect. It knows the system's own mutex.
package final class Mutex<Value>: @unchecked Sendable {
  // Sendable: `value` is touched only under `handle`.
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
