import CPlayheadGTK
import Foundation

/// Reports on standard error whenever the main loop was busy for longer than a frame of a 60 Hz display, during which
/// nothing was drawn and no key was handled. For developers of the player; `PLAYHEAD_STALLS` enables it, with a limit
/// in milliseconds.
@MainActor enum StallMeter {
  /// Wall time and this thread's CPU time, in milliseconds.
  private struct Moment {
    var wall = 0.0
    var own = 0.0

    static var now: Moment { Moment(wall: milliseconds(CLOCK_MONOTONIC), own: milliseconds(CLOCK_THREAD_CPUTIME_ID)) }

    private static func milliseconds(_ clock: clockid_t) -> Double {
      var time = timespec()
      clock_gettime(clock, &time)
      return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }
  }

  private static let start = Moment.now
  private static var woke: Moment?
  private static var limit = 16.0
  private static var count = 0
  private static var longest = 0.0

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

  static func report() {
    guard woke != nil else { return }
    StandardError.write(String(format: "stalls: %d, the longest turn took %.1f ms", count, longest))
  }
}
