import Glibc
import Synchronization

/// The output of a command. Tests collect it.
protocol Console: Sendable {
  /// Writes text to standard output as it is. Blocks while the reader of a pipe is slow.
  func write(_ text: String)
  /// Writes text to standard error as it is. A failure is ignored.
  func writeError(_ text: String)
  /// The system error code of a failed write; nil if none has failed. A pipe closed by its reader is not a failure.
  var failure: Int32? { get }
}

extension Console {
  var failure: Int32? { nil }
  /// Writes text and a line feed to standard output.
  func writeLine(_ text: String) { write(text + "\n") }
  /// Writes text and a line feed to standard error.
  func writeErrorLine(_ text: String) { writeError(text + "\n") }
}

/// Standard output and standard error of the program.
final class StandardConsole: Console {
  /// The `errno` of the first failed write to standard output; 0 if none has failed.
  private let code = Atomic<Int32>(0)

  var failure: Int32? {
    let code = code.load(ordering: .relaxed)
    return code == 0 ? nil : code
  }

  func write(_ text: String) {
    // After a gap, later output is useless.
    guard failure == nil, let code = Self.write(text, to: STDOUT_FILENO) else { return }
    self.code.store(code, ordering: .relaxed)
  }

  func writeError(_ text: String) { _ = Self.write(text, to: STDERR_FILENO) }

  /// Writes all of the text, or as much as the reader accepts: a closed pipe accepts no more. Returns the system error
  /// code of a failure.
  private static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written > 0 {
          rest = rest.dropFirst(written)
        } else if written < 0, errno == EAGAIN {
          // The descriptor is shared with the parent process, which has made it non-blocking.
          var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&waiting, 1, -1)
        } else if written == 0 || errno != EINTR {
          return errno == EPIPE ? nil : errno
        }
      }
      return nil
    }
  }
}
