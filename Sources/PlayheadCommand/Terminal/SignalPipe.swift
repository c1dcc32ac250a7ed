import Glibc
import Synchronization

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

/// Delivers signals and wake-ups of other threads to the main thread's `poll`, as bytes in a pipe.
///
/// One per program. The signal handler only writes one byte, which POSIX permits in handlers.
final class SignalPipe: Sendable {
  // Written once before the first handler is installed; has a constant initial value, so that handlers run no
  // initialization.
  /// The end that handlers and `wake()` write to; -1 before the pipe exists. Non-blocking: a full pipe drops bytes.
  nonisolated(unsafe) private static var writeEnd: Int32 = -1

  /// The only instance. The first access creates the pipe, which remains open until the process ends.
  static let shared = SignalPipe()

  /// The descriptor to poll for input. Read it only with `take()`.
  let readEnd: Int32
  /// Whether a wake-up byte is in the pipe. Limits the pipe to one such byte at a time.
  private let isWoken = Atomic(false)

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

  /// Can be called from any thread, but not from a signal handler. Several calls before the next `take` are merged.
  func wake() {
    guard !isWoken.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var byte: UInt8 = 0
    _ = write(Self.writeEnd, &byte, 1)
  }

  /// The signals since the last call, oldest first. A wake-up only ends the `poll`.
  func take() -> [Int32] {
    var signals: [Int32] = []
    var bytes = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(readEnd, &bytes, bytes.count)
      guard count > 0 else { break }
      signals += bytes.prefix(count).filter { $0 != 0 }.map(Int32.init)
    }
    // Reset only now: a wake-up whose byte has just been read would otherwise count as pending forever. One that comes
    // before this line writes nothing, and its cause is handled by the caller.
    isWoken.store(false, ordering: .sequentiallyConsistent)
    return signals
  }
}
