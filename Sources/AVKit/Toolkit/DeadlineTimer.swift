import CPlayheadGTK
import Glibc
import PlayheadEngine
import Synchronization

/// Wakes GTK's main loop at a moment, to the microsecond.
///
/// GLib's own timeouts are rounded up to whole milliseconds, which is a third of what a picture may be off. The kernel's timer
/// may be set from any thread.
final class DeadlineTimer: Sendable {
  private let descriptor: Int32

  init() { descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK)) }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Fires at `time`; at once where that has passed. An earlier setting is forgotten.
  func set(_ time: HostTime) {
    let nanoseconds = max(1, time.nanoseconds)
    var setting = itimerspec()
    setting.it_value = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  /// Calls `body` on the main thread whenever the timer fires, until `GSource` is removed with the number returned.
  @MainActor func install(_ body: @escaping @MainActor () -> Void) -> guint {
    final class Handler {
      let body: @MainActor () -> Void
      init(_ body: @escaping @MainActor () -> Void) { self.body = body }
    }
    // Before GTK's drawing (priority 110 and up) and its events (0): a picture that is due waits for nothing.
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
