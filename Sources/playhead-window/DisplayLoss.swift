import CPlayheadGTK
import Glibc

/// Handles the loss of the display, after which Xlib forces the program to exit.
@MainActor enum DisplayLoss {
  private static weak var program: WindowProgram?

  /// Installs the handler, which saves the playback position and reports the loss.
  static func watch(for program: WindowProgram) {
    self.program = program
    playhead_gtk_on_lost_display {
      // Only the main thread communicates with displays.
      MainActor.assumeIsolated {
        DisplayLoss.program?.recordPosition()
        DisplayLoss.program?.saveState(isLast: true)
        TerminalConnection.end()
      }
      StandardError.write("playhead-window: the display went away.")
      _exit(1)
    }
  }
}
