import Glibc

/// The signal mask of the calling thread, and of threads that it creates later.
enum SignalMask {
  /// The parent process may have left signals blocked: libdispatch's threads do.
  static func unblock(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}

/// Delivers signals to the main queue, as bytes in a pipe.
///
/// One per program. The signal handler only writes one byte, which POSIX permits in handlers.
final class SignalPipe: Sendable {
  // Written once before the first handler is installed; has a constant initial value, so that handlers run no
  // initialization.
  /// The end that handlers write to; -1 before the pipe exists. Non-blocking: a full pipe drops bytes.
  nonisolated(unsafe) private static var writeEnd: Int32 = -1

  /// The only instance. The first access creates the pipe, which remains open until the process ends.
  static let shared = SignalPipe()

  /// The descriptor that becomes readable with a signal. Read it only with `take()`.
  let readEnd: Int32

  /// Creates the pipe; both ends are non-blocking and closed in child processes.
  private init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    readEnd = ends[0]
    Self.writeEnd = ends[1]
  }

  /// Installs the handler for signals and unblocks them on the calling thread.
  func watch(_ signals: [Int32]) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { signal in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: signal)
      _ = write(SignalPipe.writeEnd, &byte, 1)
      errno = saved
    }
    action.sa_flags = Int32(SA_RESTART)
    for signal in signals { sigaction(signal, &action, nil) }
    SignalMask.unblock(signals)
  }

  /// Restores the default action of signals, which for most of them ends the program.
  static func useDefault(_ signals: [Int32]) {
    for number in signals { signal(number, SIG_DFL) }
  }

  /// The signals since the last call, oldest first.
  func take() -> [Int32] {
    var signals: [Int32] = []
    var bytes = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(readEnd, &bytes, bytes.count)
      guard count > 0 else { return signals }
      signals += bytes.prefix(count).map(Int32.init)
    }
  }
}
