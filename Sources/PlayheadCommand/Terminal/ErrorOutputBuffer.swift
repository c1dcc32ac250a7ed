import Glibc

/// Keeps library output to standard error off the screen: it is redirected to an unnamed file, whose end is printed
/// when the screen is restored. Has no effect if standard error is not a terminal.
final class ErrorOutputBuffer {
  /// A duplicate of the original standard error; -1 while it is not redirected. Owned.
  private var original: Int32 = -1

  /// More output would hide the player's own messages.
  private static let longest = 4096

  /// Starts the redirection into a file that is unlinked at once. Has no effect if it is active, or if no file can be
  /// created.
  func begin() {
    guard original < 0, isatty(STDERR_FILENO) == 1 else { return }
    let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(directory)/playhead-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { return }
    unlink(template)
    original = dup(STDERR_FILENO)
    if original >= 0 {
      _ = fcntl(original, F_SETFD, FD_CLOEXEC)
      dup2(file, STDERR_FILENO)
      CrashGuard.errorOutput = original
    }
    close(file)
  }

  /// Ends the redirection and prints at most the last `longest` bytes. Has no effect if it is not active.
  func end() {
    guard original >= 0 else { return }
    CrashGuard.errorOutput = -1
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.longest)
    Self.copy(to: original, through: buffer, capacity: Self.longest)
    buffer.deallocate()
    dup2(original, STDERR_FILENO)
    close(original)
    original = -1
  }

  /// Prints the end of the redirected output. Allocates nothing: `CrashGuard` calls it from its handler.
  static func copy(to descriptor: Int32, through buffer: UnsafeMutablePointer<UInt8>, capacity: Int) {
    let size = lseek(STDERR_FILENO, 0, SEEK_CUR)
    let retained = min(capacity, max(0, size))
    let count = pread(STDERR_FILENO, buffer, retained, size - retained)
    if count > 0 { _ = write(descriptor, buffer, count) }
  }
}
