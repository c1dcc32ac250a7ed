import CPlayheadGTK
import Dispatch
import Testing

@testable import AVKit

/// A test of the main actor is a job of the main queue, as a program is after an `await` at its top level.
@MainActor @Suite struct MainQueueMonitorTests {
  private final class Flags {
    var isReported = false
    var isOver = false
  }

  private func startMonitor() -> Flags {
    let flags = Flags()
    MainQueueMonitor.start(milliseconds: 10) { flags.isReported = true }
    return flags
  }

  /// Runs GLib's loop until a timeout after the monitor's.
  private func runLoop(_ flags: Flags) {
    Timeout.after(milliseconds: 20) { flags.isOver = true }
    while !flags.isOver { _ = g_main_context_iteration(nil, 1) }
  }

  @Test func reportsALoopWithinAJobOfTheMainQueue() {
    let flags = startMonitor()
    runLoop(flags)
    #expect(flags.isReported)
  }

  @Test func reportsNothingIfTheMainQueueRunsBeforeTheLoop() async {
    let flags = startMonitor()
    // Blocks of the main queue run in order, so the monitor's has run before this one.
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    runLoop(flags)
    #expect(!flags.isReported)
  }
}
