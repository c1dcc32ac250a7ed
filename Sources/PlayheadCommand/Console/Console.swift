import Glibc

/// Where a command's words go. Tests collect them.
protocol Console: Sendable {
  func write(_ text: String)
  func writeError(_ text: String)
}

/// The program's standard output and standard error.
struct StandardConsole: Console {
  func write(_ text: String) { Self.write(text, to: STDOUT_FILENO) }
  func writeError(_ text: String) { Self.write(text, to: STDERR_FILENO) }

  /// Writes all of it, or as much as the other end takes: whoever closed a pipe wants no more.
  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written > 0 { rest = rest.dropFirst(written) } else if written == 0 || errno != EINTR { return }
      }
    }
  }
}

extension Console {
  func writeLine(_ text: String) { write(text + "\n") }
  func writeErrorLine(_ text: String) { writeError(text + "\n") }
}
