import Glibc
import Synchronization

/// Where a command's words go. Tests collect them.
protocol Console: Sendable {
  func write(_ text: String)
  func writeError(_ text: String)
  /// The system's code for why words could not be written; nil while all could. What the other end of a pipe no longer
  /// wants is no failure.
  var failure: Int32? { get }
}

extension Console {
  var failure: Int32? { nil }
  func writeLine(_ text: String) { write(text + "\n") }
  func writeErrorLine(_ text: String) { writeError(text + "\n") }
}

/// The program's standard output and standard error.
final class StandardConsole: Console {
  /// `errno` of the first write to standard output that failed; 0: none has.
  private let code = Atomic<Int32>(0)

  var failure: Int32? {
    let code = code.load(ordering: .relaxed)
    return code == 0 ? nil : code
  }

  func write(_ text: String) {
    // After a gap nothing that follows has any worth.
    guard failure == nil, let code = Self.write(text, to: STDOUT_FILENO) else { return }
    self.code.store(code, ordering: .relaxed)
  }

  func writeError(_ text: String) { _ = Self.write(text, to: STDERR_FILENO) }

  /// Writes all of it, or as much as the other end takes: the reader of a pipe that was closed wants no more. Returns the system's code
  /// of a failure.
  private static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written > 0 {
          rest = rest.dropFirst(written)
        } else if written < 0, errno == EAGAIN {
          // The descriptor is shared with the program that started this one, which has made it non-blocking.
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
