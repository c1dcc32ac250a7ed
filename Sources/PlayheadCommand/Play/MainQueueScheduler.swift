import Dispatch
import Synchronization

/// Schedules one call on the main queue for any number of requests before it.
final class MainQueueScheduler: Sendable {
  /// The call; nil before `connect(_:)` and after `disconnect()`.
  private let call = Mutex<(@MainActor @Sendable () -> Void)?>(nil)
  /// Whether a call is in the main queue. It becomes false before the call, so that no request is lost.
  private let isScheduled = Atomic(false)

  /// Sets the call.
  func connect(_ call: @escaping @MainActor @Sendable () -> Void) { self.call.withLock { $0 = call } }

  /// Removes the call. Scheduled calls have no effect.
  func disconnect() { call.withLock { $0 = nil } }

  /// Schedules the call. Any thread.
  func schedule() {
    guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    DispatchQueue.main.async { [self] in
      isScheduled.store(false, ordering: .sequentiallyConsistent)
      let call = call.withLock { $0 }
      MainActor.assumeIsolated { call?() }
    }
  }
}
