import CPlayheadGTK
import Glibc

/// Lets the program end in order when it is asked to.
@MainActor enum UnixSignal {
  /// What asks a program to end.
  static let endings = [SIGINT, SIGTERM, SIGHUP]

  private final class Handler {
    let body: @MainActor () -> Void
    init(_ body: @escaping @MainActor () -> Void) { self.body = body }
  }

  /// A process inherits the signals that whoever started it had blocked: worker threads of libdispatch have nearly all. Call
  /// while there is one thread.
  static func unblock(_ numbers: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  static func watch(_ number: Int32, _ body: @escaping @MainActor () -> Void) {
    g_unix_signal_add_full(
      G_PRIORITY_DEFAULT, number,
      { data in
        guard let data else { return 0 }
        // GTK calls this on the main thread, and the pointer goes nowhere else.
        nonisolated(unsafe) let pointer = data
        MainActor.assumeIsolated { Unmanaged<Handler>.fromOpaque(pointer).takeUnretainedValue().body() }
        return 1
      }, Unmanaged.passRetained(Handler(body)).toOpaque(),
      { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
  }
}
