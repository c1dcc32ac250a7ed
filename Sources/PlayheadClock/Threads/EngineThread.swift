import Foundation
import Synchronization

/// A named thread of the closed list in Docs/Threading.md. Its body creates the state that it owns, loops, and returns
/// to end.
package final class EngineThread: Sendable {
  /// Signalled when the body has returned and the clock knows that the thread has ended.
  private let finished = DispatchSemaphore(value: 0)
  /// The clock that counts the thread as busy unless it waits at a gate.
  private let clock: any EngineClock

  /// Starts the thread. `name` is truncated to the 15 characters that Linux shows in `top -H`.
  ///
  /// - Parameters:
  ///   - clock: Informed before the thread starts and after it has ended.
  ///   - stackSize: In bytes.
  ///   - body: Runs once on the thread. Waits elsewhere than at gates of `clock` count as work: the time of a manual
  ///     clock does not advance meanwhile.
  package init(
    _ name: String, clock: any EngineClock, qualityOfService: QualityOfService = .userInteractive,
    stackSize: Int = 1 << 20,
    body: @escaping @Sendable () -> Void
  ) {
    self.clock = clock
    clock.threadWillStart()
    let finished = self.finished
    let work = Work(body)
    let shown = String(name.prefix(15))
    let thread = Thread {
      // The kernel accepts a name only from the thread itself; a name set before the start is known to Foundation only.
      Thread.current.name = shown
      work.run()
      clock.threadDidEnd()
      finished.signal()
    }
    thread.qualityOfService = qualityOfService
    thread.stackSize = stackSize
    thread.start()
  }

  /// Waits until the body has returned. May be called more than once, from any thread but its own.
  package func join() {
    finished.wait()
    finished.signal()
  }

  /// The body, released with everything it references before the thread counts as ended: Foundation retains a thread's
  /// block longer.
  private final class Work: Sendable {
    /// The closure; nil once `run` has taken it.
    private let body: Mutex<(@Sendable () -> Void)?>
    /// Created by the thread that starts the engine thread.
    init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

    /// Calls the body and releases it. Called once, on the engine thread.
    func run() {
      let body = body.withLock { body in
        defer { body = nil }
        return body
      }
      body?()
    }
  }
}
