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
  MainQueueMonitor.start(milliseconds: 2000) { FileHandle.standardError.write(Data(MainQueueMonitor.warning.utf8)) }
}
