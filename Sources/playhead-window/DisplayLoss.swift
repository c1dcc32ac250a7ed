import CPlayheadGTK
import Glibc

/// A display that goes away takes the window along; Xlib leaves a program no way but to end.
@MainActor enum DisplayLoss {
  private static weak var program: WindowProgram?

  /// From now on the program says so, and remembers where the film was.
  static func watch(for program: WindowProgram) {
    self.program = program
    playhead_gtk_on_lost_display {
      // Only the main thread speaks to displays.
      MainActor.assumeIsolated {
        DisplayLoss.program?.rememberPosition()
        DisplayLoss.program?.keepMemory(isLast: true)
      }
      StandardError.write("playhead-window: the display went away.")
      _exit(1)
    }
  }
}
