import Synchronization

/// Wakes the network thread. Does nothing before libcurl is loaded.
final class NetworkWaker: Sendable {
  /// A wrapper that prevents repeated reabstraction: a closure stored directly in a generic type is wrapped again at
  /// each access, so that each call is nested deeper than the one before, until the stack overflows after hours.
  private struct Call: Sendable {
    /// The function that wakes the thread.
    let call: @Sendable () -> Void
  }
  /// nil before the thread runs and after it has ended.
  private let wakeUp = Mutex<Call?>(nil)

  /// Makes the call while holding the lock, which keeps the waiting thread's handle alive. The call has no callbacks.
  func wake() { wakeUp.withLock { $0?.call() } }

  /// Sets the function that wakes the thread.
  func open(_ wakeUp: @escaping @Sendable () -> Void) { self.wakeUp.withLock { $0 = Call(call: wakeUp) } }

  /// Wakes the thread from libcurl's wait for sockets.
  func open(_ library: CurlLibrary, multi: CurlLibrary.Handle) {
    // Sendable: `curl_multi_wakeup` is designed for calls from other threads.
    nonisolated(unsafe) let multi = multi
    open { _ = library.multiWake(multi) }
  }

  /// Removes the function, before the multi handle is freed.
  func close() { wakeUp.withLock { $0 = nil } }
}
