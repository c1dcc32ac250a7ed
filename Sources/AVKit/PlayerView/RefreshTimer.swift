import CPlayheadGTK
import PlayheadClock

/// The timer of the controls, which runs while something depends on the passage of time, and the schedule of updates.
@MainActor final class RefreshTimer {
  /// Called ten times a second while the timer runs.
  var onTick: (() -> Void)?
  /// The times of updates.
  private var schedule = RefreshSchedule()
  /// The source in the main loop; 0 while the timer is not running.
  private var source: guint = 0
  private let clock = SystemClock()

  /// Milliseconds; short enough that the spinner and the hiding of the controls are not noticeably late.
  private static let interval = 100

  /// Creates a stopped timer.
  init() {}

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Stops the timer. Runs on the main thread.
  private func tearDown() { stop() }

  /// Records an update of the controls.
  func noteRefresh() { schedule.noteRefresh(at: clock.now) }

  /// Whether an update is due along with a frame that is about to be drawn.
  var isDueWithFrame: Bool { schedule.isDueWithFrame(at: clock.now) }

  /// Whether an update is due although no frame has caused one.
  func isDueWithoutFrame(isWaiting: Bool) -> Bool { schedule.isDueWithoutFrame(isWaiting: isWaiting, at: clock.now) }

  /// Starts or stops the timer. No effect if it is in that state.
  func setRunning(_ isRunning: Bool) {
    if !isRunning { return stop() }
    guard source == 0 else { return }
    source = Timeout.every(milliseconds: Self.interval) { [weak self] in self?.onTick?() }
  }

  /// Removes the source, if there is one.
  private func stop() {
    if source != 0 { g_source_remove(source) }
    source = 0
  }
}
