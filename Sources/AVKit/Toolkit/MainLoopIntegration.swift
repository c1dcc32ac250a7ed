import CPlayheadGTK
import Dispatch
import Foundation
import Glibc

// libdispatch's interface for foreign main loops, which CoreFoundation's run loop on Linux uses too.
/// The `eventfd` that becomes readable when the main queue has work.
@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueDescriptor() -> Int32
/// Runs the work of the main queue. Must be called on the main thread.
@_silgen_name("_dispatch_main_queue_callback_4CF")
private func drainMainQueue(_ message: UnsafeMutableRawPointer?)

/// Whether the descriptor is watched, which lasts until the program ends.
@MainActor private var isInstalled = false

/// Lets GLib's main loop run the main dispatch queue and everything isolated to `@MainActor`.
///
/// A GTK program runs `g_application_run` or `g_main_loop_run`, not `dispatchMain()`, so the main queue's work,
/// including players' callbacks, would not run. `AVPlayerView` calls this function itself; a program without a view may
/// call it once GTK's default main context belongs to its main thread. Repeated calls have no effect, and another
/// integration of the same kind is not disturbed: the first to wake drains the queue, and the other finds it empty.
///
/// - Note: Not in Apple's API.
@MainActor public func installMainLoopIntegrationIfNeeded() {
  guard !isInstalled else { return }
  isInstalled = true
  // GLib watches the descriptor in the default main context, whose owner is the main thread.
  g_unix_fd_add(
    mainQueueDescriptor(), G_IO_IN,
    { descriptor, _, _ in
      // The descriptor counts wake-ups and stays readable until it has been read.
      var count: UInt64 = 0
      _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
      drainMainQueue(nil)
      return 1
    }, nil)
  warnIfMainQueueIsBlocked()
}

/// Whether the main queue has run a block since the integration was installed.
@MainActor private var hasRunMainQueue = false

/// Writes a warning to standard error if GTK's loop runs for two seconds and the main queue does not.
///
/// A top-level `await` makes the rest of the program a job on the main queue. GTK's loop then runs within this job, and
/// the queue waits for its end: video plays, and no observer is called.
@MainActor private func warnIfMainQueueIsBlocked() {
  DispatchQueue.main.async { MainActor.assumeIsolated { hasRunMainQueue = true } }
  g_timeout_add(
    2000,
    { _ in
      MainActor.assumeIsolated {
        guard !hasRunMainQueue else { return }
        let warning =
          "AVKit: the main queue does not run within GTK's main loop, so no observer, task or handler is called. "
          + "The program awaits at its top level before the loop; move that into a Task.\n"
        FileHandle.standardError.write(Data(warning.utf8))
      }
      return 0
    }, nil)
}
