import Foundation
import Glibc
import Synchronization

/// The monotonic clock of the machine.
public struct SystemClock: EngineClock {
  /// Creates the clock.
  public init() {}

  /// The time of `CLOCK_MONOTONIC`.
  public var now: HostTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return HostTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The date of the system's real-time clock, which may be set back.
  public var date: Date { Date() }

  /// Makes a gate that waits in real time. The name is ignored.
  public func makeGate(_ name: String) -> any Gate { SystemGate() }
  /// Does nothing: real time does not wait for threads.
  public func threadWillStart() {}
  /// Does nothing, like `threadWillStart`.
  public func threadDidEnd() {}
}

/// A condition variable on the monotonic clock with a flag that latches an early wake-up.
final class SystemGate: Gate, @unchecked Sendable {
  // Sendable: the flag is read and written only under `mutex`.
  /// Guards `isOpen`.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// Measures deadlines on `CLOCK_MONOTONIC`, so that a change of the date does not affect waits.
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// Whether `open` was called since the last wait returned.
  private var isOpen = false

  /// Creates a gate without a latched wake-up.
  init() {
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

  /// Returns at once if `open` was called since the last wait. A past deadline returns at once, too.
  func wait(until deadline: HostTime?) {
    pthread_mutex_lock(mutex)
    defer {
      isOpen = false
      pthread_mutex_unlock(mutex)
    }
    guard let deadline else {
      while !isOpen { pthread_cond_wait(condition, mutex) }
      return
    }
    let clamped = max(0, deadline.nanoseconds)
    var until = timespec(tv_sec: Int(clamped / 1_000_000_000), tv_nsec: Int(clamped % 1_000_000_000))
    while !isOpen {
      if pthread_cond_timedwait(condition, mutex, &until) == ETIMEDOUT { return }
    }
  }

  /// Signals only the first call: further calls before the wait returns have no effect.
  func open() {
    pthread_mutex_lock(mutex)
    let wasOpen = isOpen
    isOpen = true
    pthread_mutex_unlock(mutex)
    if !wasOpen { pthread_cond_signal(condition) }
  }
}
