import CPlayheadGTK
import Glibc
import PlayheadClock
import Synchronization

/// Wakes GTK's main loop at a time with microsecond accuracy.
///
/// GLib's own timeouts are rounded up to whole milliseconds, which is a third of the permitted error of a frame. The
/// kernel timer (`timerfd`) may be set from any thread.
final class DeadlineTimer: Sendable {
  /// The file descriptor of the kernel timer; negative if it could not be created.
  private let descriptor: Int32

  /// Creates a timer that is not set.
  init() { descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK)) }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Fires at `time`, or at once if it has passed. Replaces an earlier setting.
  func set(_ time: HostTime) {
    let nanoseconds = max(1, time.nanoseconds)
    var setting = itimerspec()
    setting.it_value = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  /// Calls `body` on the main thread whenever the timer fires, until the `GSource` with the returned number is removed.
  @MainActor func install(_ body: @escaping @MainActor () -> Void) -> guint {
    final class Handler {
      let body: @MainActor () -> Void
      init(_ body: @escaping @MainActor () -> Void) { self.body = body }
    }
    // A higher priority than GTK's drawing (110 and up) and its events (0), so that a due frame is not delayed.
    return g_unix_fd_add_full(
      G_PRIORITY_HIGH, descriptor, G_IO_IN,
      { descriptor, _, data in
        var count: UInt64 = 0
        guard read(descriptor, &count, MemoryLayout<UInt64>.size) > 0, let data else { return 1 }
        nonisolated(unsafe) let pointer = data
        onMain { Unmanaged<Handler>.fromOpaque(pointer).takeUnretainedValue().body() }
        return 1
      }, Unmanaged.passRetained(Handler(body)).toOpaque(),
      { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
  }
}
