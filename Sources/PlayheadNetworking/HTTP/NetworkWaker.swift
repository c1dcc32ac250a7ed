import Synchronization

/// Ends the network thread's wait. Before libcurl is loaded nobody waits yet.
final class NetworkWaker: Sendable {
  private let wakeUp = Mutex<(@Sendable () -> Void)?>(nil)

  /// The call is made while the lock is held, which is what keeps the waiting thread's handle alive for it. It calls
  /// nobody back.
  func wake() { wakeUp.withLock { $0?() } }

  func open(_ wakeUp: @escaping @Sendable () -> Void) { self.wakeUp.withLock { $0 = wakeUp } }

  func open(_ library: CurlLibrary, multi: CurlLibrary.Handle) {
    // Sendable: `curl_multi_wakeup` is made to be called from other threads.
    nonisolated(unsafe) let multi = multi
    open { _ = library.multiWake(multi) }
  }

  func close() { wakeUp.withLock { $0 = nil } }
}
