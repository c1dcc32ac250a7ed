import CPlayheadGTK
import Foundation

/// Reports on standard error whenever the main loop was busy for longer than a frame of a 60 Hz display, during which
/// nothing was drawn and no key was handled. For developers of the player; `PLAYHEAD_STALLS` enables it, with a limit
/// in milliseconds.
@MainActor enum StallMeter {
  /// Wall time and this thread's CPU time, in milliseconds.
  private struct Moment {
    /// Monotonic wall time.
    var wall = 0.0
    /// CPU time of the calling thread.
    var own = 0.0

    static var now: Moment { Moment(wall: milliseconds(CLOCK_MONOTONIC), own: milliseconds(CLOCK_THREAD_CPUTIME_ID)) }

    /// Reads a clock in milliseconds.
    private static func milliseconds(_ clock: clockid_t) -> Double {
      var time = timespec()
      clock_gettime(clock, &time)
      return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }
  }

  /// The time of the start of the program, to which reports are relative.
  private static let start = Moment.now
  /// The end of the last poll; nil before the first one.
  private static var woke: Moment?
  /// The duration in milliseconds above which a stall is reported.
  private static var limit = 16.0
  /// The number of reported stalls.
  private static var count = 0
  /// The longest busy time in milliseconds, reported or not.
  private static var longest = 0.0

  /// Replaces the poll function of the main loop, if `PLAYHEAD_STALLS` is set.
  static func install() {
    guard let text = ProcessInfo.processInfo.environment["PLAYHEAD_STALLS"] else { return }
    limit = Double(text) ?? limit
    _ = start
    // The loop is busy from the end of one poll until the start of the next.
    g_main_context_set_poll_func(nil) { descriptors, count, timeout in
      MainActor.assumeIsolated { StallMeter.willPoll() }
      let result = g_poll(descriptors, count, timeout)
      MainActor.assumeIsolated { StallMeter.woke = .now }
      return result
    }
  }

  /// Measures the busy time that ends now.
  private static func willPoll() {
    guard let woke else { return }
    let now = Moment.now
    longest = max(longest, now.wall - woke.wall)
    guard now.wall - woke.wall > limit else { return }
    count += 1
    StandardError.write(
      String(
        format: "stall: %.1f ms, of them %.1f ms busy, at %.2f s", now.wall - woke.wall, now.own - woke.own,
        (woke.wall - start.wall) / 1000))
  }

  /// Writes the total at the end of the program.
  static func report() {
    guard woke != nil else { return }
    StandardError.write(String(format: "stalls: %d, the longest turn took %.1f ms", count, longest))
  }
}
