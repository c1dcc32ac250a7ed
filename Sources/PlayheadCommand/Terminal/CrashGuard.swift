import Glibc

/// Puts the terminal back when the program dies of a fault: otherwise its user would be left without echo and without cursor.
///
/// The handler does what POSIX allows in one: `write`, `pread`, `tcsetattr`, `raise`. The faults end the program as they would have.
enum CrashGuard {
  // Written on the main thread before handlers are installed and after they are removed; a handler only reads. Each has a constant
  // initial value, so that no lazy initialization can run inside a handler.
  nonisolated(unsafe) private static var descriptor: Int32 = -1
  nonisolated(unsafe) private static var mode: UnsafeMutablePointer<termios>?
  nonisolated(unsafe) private static var bytes: UnsafeMutablePointer<UInt8>?
  nonisolated(unsafe) private static var count = 0
  private static var capacity: Int { 4096 }

  /// Standard error as it was while `ErrorOutputKeeper` holds its words back: the reason of a crash is among them.
  nonisolated(unsafe) static var errorOutput: Int32 = -1

  private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP]

  static func arm(descriptor: Int32, mode: termios, bytes: String) {
    let copy = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    copy.initialize(to: mode)
    let text = bytes.utf8.prefix(capacity)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    _ = UnsafeMutableBufferPointer(start: memory, count: text.count).initialize(from: text)
    self.mode = copy
    self.bytes = memory
    count = text.count
    self.descriptor = descriptor
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { signal in CrashGuard.restore(signal) }
    // The default action is back while the handler runs: the fault repeats after it, or `raise` ends the program.
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND) | UInt32(SA_NODEFER))
    for signal in signals { sigaction(signal, &action, nil) }
    SignalMask.unblock(signals)
  }

  static func disarm() {
    for signal in signals { signal_default(signal) }
    descriptor = -1
    mode?.deallocate()
    bytes?.deallocate()
    mode = nil
    bytes = nil
  }

  private static func restore(_ signal: Int32) {
    if descriptor >= 0, let mode, let bytes {
      _ = write(descriptor, bytes, count)
      tcsetattr(descriptor, TCSANOW, mode)
      if errorOutput >= 0 { ErrorOutputKeeper.copy(to: errorOutput, through: bytes, capacity: capacity) }
    }
    raise(signal)
  }

  private static func signal_default(_ number: Int32) { signal(number, SIG_DFL) }
}
