import Glibc

/// Restores the terminal when the program crashes, which would otherwise be left without echo and cursor.
///
/// The handler uses only functions that POSIX permits there: `dup`, `dup2`, `open`, `poll`, `write`, `pread`,
/// `tcsetattr`, `raise`. The crash then ends the program as usual.
enum CrashGuard {
  // Written on the main thread before handlers are installed and after they are removed; a handler only reads. All have
  // constant initial values, so that no lazy initialization runs inside a handler.
  /// The descriptor of the terminal; -1 while the guard is not armed. Not owned.
  nonisolated(unsafe) private static var descriptor: Int32 = -1
  /// The terminal mode to restore. Owned; freed by `disarm()`.
  nonisolated(unsafe) private static var mode: UnsafeMutablePointer<termios>?
  /// The control sequences to send, in memory that the handler reuses for the redirected error output. Owned.
  nonisolated(unsafe) private static var bytes: UnsafeMutablePointer<UInt8>?
  /// The number of bytes to send.
  nonisolated(unsafe) private static var count = 0
  /// The size of `bytes`: limits the control sequences, and the error output printed after a crash.
  private static var capacity: Int { 4096 }

  /// The original standard error while `ErrorOutputBuffer` redirects it: the buffer contains the reason of a crash.
  nonisolated(unsafe) static var errorOutput: Int32 = -1

  /// The signals of crashes. Each one ends the program after the terminal has been restored.
  private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP]

  /// Installs the handlers.
  ///
  /// - Parameters:
  ///   - descriptor: The terminal, open until `disarm()`.
  ///   - mode: The terminal mode to restore.
  ///   - bytes: The control sequences sent before, at most `capacity` bytes.
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
    // The default action is restored while the handler runs: the fault repeats after it, or `raise` ends the program.
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND) | UInt32(SA_NODEFER))
    for signal in signals { sigaction(signal, &action, nil) }
    SignalMask.unblock(signals)
  }

  /// Removes the handlers and frees their memory. Call it on the main thread after the terminal has been restored.
  static func disarm() {
    for signal in signals { signal_default(signal) }
    descriptor = -1
    mode?.deallocate()
    bytes?.deallocate()
    mode = nil
    bytes = nil
  }

  /// The signal handler. Restores the terminal, prints the redirected error output and raises the signal again, whose
  /// default action ends the program.
  private static func restore(_ signal: Int32) {
    if descriptor >= 0, let mode, let bytes {
      let terminal = redirectOutput(descriptor)
      writeAll(bytes, count, to: terminal)
      tcsetattr(terminal, TCSANOW, mode)
      if errorOutput >= 0 { ErrorOutputBuffer.copy(to: errorOutput, through: bytes, capacity: capacity) }
    }
    raise(signal)
  }

  /// Duplicates the terminal's descriptor and redirects the original one, so that output of other threads is discarded.
  private static func redirectOutput(_ descriptor: Int32) -> Int32 {
    let terminal = dup(descriptor)
    let nowhere = open("/dev/null", O_WRONLY)
    guard terminal >= 0, nowhere >= 0 else { return descriptor }
    dup2(nowhere, descriptor)
    return terminal
  }

  /// Waits at most one second for a terminal that is still receiving an image.
  private static func writeAll(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, to terminal: Int32) {
    var done = 0
    var tries = 0
    while done < count, tries < 10 {
      let written = write(terminal, bytes + done, count - done)
      if written > 0 {
        done += written
        continue
      }
      var waiting = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
      poll(&waiting, 1, 100)
      tries += 1
    }
  }

  /// Restores the default action of a signal.
  private static func signal_default(_ number: Int32) { signal(number, SIG_DFL) }
}
