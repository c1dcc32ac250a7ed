import Foundation

/// Runs two bodies at the same time and returns when both have ended. Each has a thread of its own: on a machine with few cores
/// the concurrency pool may have no second thread to give to a body that another one waits for.
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
