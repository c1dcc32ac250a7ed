import Synchronization

/// Ends the network thread's wait. Before libcurl is loaded nobody waits yet.
final class NetworkWaker: Sendable {
  /// A closure that is itself what a generic type holds is wrapped anew whenever it is reached through that type, so that each call
  /// goes deeper than the one before, and after hours the stack ends. In a value of its own it stays as it is.
  private struct Call: Sendable {
    let call: @Sendable () -> Void
  }
  private let wakeUp = Mutex<Call?>(nil)

  /// The call is made while the lock is held, which is what keeps the waiting thread's handle alive for it. It calls
  /// nobody back.
  func wake() { wakeUp.withLock { $0?.call() } }

  func open(_ wakeUp: @escaping @Sendable () -> Void) { self.wakeUp.withLock { $0 = Call(call: wakeUp) } }

  func open(_ library: CurlLibrary, multi: CurlLibrary.Handle) {
    // Sendable: `curl_multi_wakeup` is made to be called from other threads.
    nonisolated(unsafe) let multi = multi
    open { _ = library.multiWake(multi) }
  }

  func close() { wakeUp.withLock { $0 = nil } }
}
