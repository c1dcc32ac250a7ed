import Dispatch
import Foundation
import Synchronization

/// Runs asynchronous work of the main queue from a synchronous function.
enum MainQueueRunner {
  /// Calls `body` on the main queue and waits until the work that it starts calls `finish`.
  ///
  /// The main thread runs its run loop meanwhile. Another thread blocks, in a process that services the main queue by
  /// itself, such as that of the tests.
  static func run<Result: Sendable>(
    _ body: @escaping @MainActor @Sendable (_ finish: @escaping @MainActor (Result) -> Void) -> Void
  ) -> Result {
    let outcome = Outcome<Result>()
    DispatchQueue.main.async { MainActor.assumeIsolated { body { outcome.set($0) } } }
    if Thread.isMainThread {
      while true {
        if let value = outcome.value { return value }
        _ = RunLoop.main.run(mode: .default, before: .distantFuture)
      }
    }
    while true {
      if let value = outcome.value { return value }
      outcome.semaphore.wait()
    }
  }

  /// The result, and the thread that waits for it.
  private final class Outcome<Result: Sendable>: Sendable {
    /// Signaled with the result.
    let semaphore = DispatchSemaphore(value: 0)
    /// The result; nil before it is known.
    private let stored = Mutex<Result?>(nil)

    /// The result; nil before it is known.
    var value: Result? { stored.withLock { $0 } }

    /// Sets the result.
    func set(_ result: Result) {
      stored.withLock { $0 = result }
      semaphore.signal()
    }
  }
}
