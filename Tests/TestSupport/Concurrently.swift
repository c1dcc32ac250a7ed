import Foundation

/// Runs two bodies at the same time and returns when both have ended. Each has its own thread: on a machine with few
/// cores the concurrency pool may have no second thread for a body that another one waits for.
public func concurrently(_ first: @escaping @Sendable () -> Void, _ second: () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    first()
    done.signal()
  }
  thread.start()
  second()
  done.wait()
}
