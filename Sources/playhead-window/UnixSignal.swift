import CPlayheadGTK
import Glibc

/// Ends the program cleanly when it receives a signal.
@MainActor enum UnixSignal {
  /// The signals that request termination.
  static let endings = [SIGINT, SIGTERM, SIGHUP]

  /// Carries the closure through GLib's C callback.
  private final class Handler {
    /// Called on the main thread, not in the signal handler.
    let body: @MainActor () -> Void
    /// Creates a handler, which the source retains.
    init(_ body: @escaping @MainActor () -> Void) { self.body = body }
  }

  /// Unblocks signals: a process inherits the signal mask of its parent, and libdispatch's worker threads block nearly
  /// all signals. Call it while there is a single thread.
  static func unblock(_ numbers: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Calls `body` on the main thread whenever the process receives a signal, until the program ends.
  static func watch(_ number: Int32, _ body: @escaping @MainActor () -> Void) {
    g_unix_signal_add_full(
      G_PRIORITY_DEFAULT, number,
      { data in
        guard let data else { return 0 }
        // GTK calls this on the main thread, and the pointer is used nowhere else.
        nonisolated(unsafe) let pointer = data
        MainActor.assumeIsolated { Unmanaged<Handler>.fromOpaque(pointer).takeUnretainedValue().body() }
        return 1
      }, Unmanaged.passRetained(Handler(body)).toOpaque(),
      { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
  }
}
