import Foundation
import Synchronization

/// A named thread of the closed list in Docs/Threading.md. Its body creates the state that it owns, loops, and returns
/// to end.
package final class EngineThread: Sendable {
  private let finished = DispatchSemaphore(value: 0)
  private let clock: any EngineClock

  /// Starts the thread. `name` is truncated to the 15 characters that Linux shows in `top -H`.
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
    private let body: Mutex<(@Sendable () -> Void)?>
    init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

    func run() {
      let body = body.withLock { body in
        defer { body = nil }
        return body
      }
      body?()
    }
  }
}
