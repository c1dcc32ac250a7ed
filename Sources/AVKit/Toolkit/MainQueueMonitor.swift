import CPlayheadGTK
import Dispatch

/// Detects that GTK's main loop runs and the main queue does not.
///
/// A top-level `await` makes the rest of the program a job on the main queue. GTK's loop then runs within this job, and
/// the queue waits for its end: video plays, and no observer is called.
@MainActor enum MainQueueMonitor {
  /// The message for the author of the program: the condition, its effect and the remedy.
  static let warning =
    "AVKit: the main queue does not run within GTK's main loop, so no observer, task or handler is called. "
    + "The program awaits at its top level before the loop; move that into a Task.\n"

  /// Whether the main queue has run a block since the start.
  private final class Progress {
    var hasRun = false
  }

  /// Calls `report` once on the main thread, unless the main queue runs a block before GTK's loop has run for so long.
  static func start(milliseconds: Int, report: @escaping @MainActor () -> Void) {
    let progress = Progress()
    DispatchQueue.main.async { MainActor.assumeIsolated { progress.hasRun = true } }
    Timeout.after(milliseconds: milliseconds) { if !progress.hasRun { report() } }
  }
}
