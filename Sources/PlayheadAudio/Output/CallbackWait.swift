import Glibc

/// Waits for an audio callback to end.
///
/// A callback takes microseconds, so the first checks are immediate. A callback that was preempted, perhaps by the
/// waiting thread itself, needs the processor to continue: from then on the waiting thread sleeps between checks. The
/// callback runs on a thread of the audio server and cannot wake other threads.
enum CallbackWait {
  /// The number of checks before the first sleep.
  private static let spinLimit = 64
  /// The sleep between later checks: 50 µs.
  private static let pause = timespec(tv_sec: 0, tv_nsec: 50_000)

  /// Returns once `isUnderWay` is false.
  static func wait(while isUnderWay: () -> Bool) {
    var checks = 0
    while isUnderWay() {
      checks += 1
      guard checks > spinLimit else { continue }
      var pause = pause
      nanosleep(&pause, nil)
    }
  }
}
