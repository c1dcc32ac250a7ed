import Glibc
import Synchronization

/// The terminal, opened separately, so that non-blocking mode affects only this descriptor and not the shell's.
final class TerminalDevice: Sendable {
  /// The descriptor, non-blocking and closed in `deinit`. For `poll` and terminal attributes; use the methods for data.
  let descriptor: Int32
  /// Whether writes are rejected. Read by the thread that writes, set by the main thread.
  private let isCancelled = Atomic(false)

  /// Opens the terminal of a descriptor, by default that of standard output; fails if it is not a terminal.
  init?(of output: Int32 = STDOUT_FILENO) {
    guard isatty(output) == 1, let name = ttyname(output) else { return nil }
    descriptor = open(name, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Writes all bytes, blocking on a slow terminal: nothing is queued, so that a frame is never later than the terminal
  /// causes. Returns false if the terminal has been closed, or `cancel` was called.
  @discardableResult
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      if isCancelled.load(ordering: .relaxed) { return false }
      let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if written < 0, errno == EAGAIN {
        // A tenth of a second limits how long quitting waits for a blocked terminal.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, 100)
        if waiting.revents & Int16(POLLERR | POLLHUP) != 0 { return false }
      } else if written == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Writes text as UTF-8. Blocks like `write(_:)` for bytes.
  @discardableResult
  func write(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Whether the terminal can accept a line of text without blocking.
  var isReady: Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLOUT) != 0
  }

  /// Cancels blocked writes, and rejects others until `resume`.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }
  /// Permits writes again after `cancel()`.
  func resume() { isCancelled.store(false, ordering: .relaxed) }

  /// The available input; empty if there is none, nil if the terminal has been closed.
  func read() -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < 4096 {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 512) { buffer, initialized in
        count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        initialized = max(0, count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return bytes }
      if count <= 0 { return bytes.isEmpty ? nil : bytes }
      bytes += chunk
    }
    return bytes
  }

  /// The current size in cells, 80 × 24 if the terminal does not report one; the cell size is nil if it reports no
  /// pixels.
  var size: TerminalSize {
    var window = winsize()
    // A terminal that does not know its size has that of a VT100.
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    let (columns, rows) = (Int(window.ws_col), Int(window.ws_row))
    let (width, height) = (Int(window.ws_xpixel) / columns, Int(window.ws_ypixel) / rows)
    let isKnown = width > 0 && height > 0
    return TerminalSize(
      columns: columns, rows: rows, cellWidth: isKnown ? width : nil, cellHeight: isKnown ? height : nil)
  }
}
