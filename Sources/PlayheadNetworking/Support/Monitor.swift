import Glibc
import PlayheadBasics

/// A value behind a lock, with a condition to wait for changes.
///
/// Only byte readers may wait here; they count as busy on a manual clock, so time waits for the network. Everything
/// else waits at the gates of its clock.
package final class Monitor<State>: @unchecked Sendable {
  // Sendable: `state` is accessed only under `mutex`, and leaves it only as the result of a caller's body.
  /// Guards the value. Not recursive: bodies must not call other methods of the same monitor.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// Signalled by `change`.
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// The guarded value.
  private var state: State

  /// Creates a monitor with an initial value.
  package init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Accesses the value under the lock without waking waiting threads.
  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Changes the value and wakes waiting threads.
  package func change<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return try body(&state)
  }

  /// Calls `body` now and after each change, until it returns a value.
  ///
  /// Blocks the calling thread; `body` runs under the lock.
  package func wait<Result>(for body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }

  /// Calls `body` now and after each change, until it returns a value or the time is over; nil then.
  ///
  /// Blocks the calling thread; `body` runs under the lock. The time is that of `CLOCK_MONOTONIC`.
  package func wait<Result>(atMost seconds: Double, for body: (inout State) -> Result?) -> Result? {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = end.tv_nsec + Int(saturating: min(max(0, seconds), 1e9) * 1e9)
    end.tv_sec += nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      if pthread_cond_timedwait(condition, mutex, &end) != 0 { return body(&state) }
    }
  }
}
