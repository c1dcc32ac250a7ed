import Glibc

/// Waits for an audio callback to end.
///
/// A callback takes microseconds, so the first looks follow each other at once. One that lost its processor, to the
/// waiting thread itself perhaps, needs it to go on: from then on the waiting thread sleeps between looks. The callback
/// is a guest of the audio server and can wake nobody.
enum CallbackWait {
  private static let quickLooks = 64
  private static let pause = timespec(tv_sec: 0, tv_nsec: 50_000)

  static func wait(while isUnderWay: () -> Bool) {
    var looks = 0
    while isUnderWay() {
      looks += 1
      guard looks > quickLooks else { continue }
      var pause = pause
      nanosleep(&pause, nil)
    }
  }
}
