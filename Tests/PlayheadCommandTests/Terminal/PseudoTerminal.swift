import Foundation
import Glibc

/// A program that runs in its own pseudo terminal, whose other end the test holds.
final class PseudoTerminal {
  enum Ending: Equatable { case status(Int32), signal(Int32) }

  private let master: Int32
  private let slave: Int32
  private let process: pid_t
  private(set) var output: [UInt8] = []
  /// The terminal's mode before the program began.
  private let mode: [UInt8]

  init(_ program: String, _ arguments: [String], environment: [String], columns: Int = 80, rows: Int = 24) throws {
    // The ioctls of `posix_openpt`, `unlockpt` and `ptsname`, which Swift's Glibc does not export: TIOCSPTLCK and
    // TIOCGPTN.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, UInt32) = (0, 0)
    guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
      throw Failure()
    }
    let path = "/dev/pts/\(number)"
    // Held open, so that the mode can be read when the program has ended.
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    mode = Self.mode(slave)
    Self.setSize(master, columns: columns, rows: rows)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    // The first terminal that a session leader opens becomes the session's.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // POSIX_SPAWN_SETSID, which Swift's Glibc does not show.
    posix_spawnattr_setflags(&attributes, 0x80)
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, &attributes, &words, &variables)
    for word in words + variables { free(word) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    self.process = process
    if code != 0 { throw Failure() }
  }

  struct Failure: Error {}

  deinit {
    if process > 0 { kill(process, SIGKILL) }
    close(master)
    close(slave)
  }

  var text: String { String(decoding: output, as: UTF8.self) }
  var hasOldMode: Bool { Self.mode(slave) == mode }

  func type(_ text: String) { _ = write(master, text, text.utf8.count) }
  func send(_ signal: Int32) { kill(process, signal) }
  func resize(columns: Int, rows: Int) { Self.setSize(master, columns: columns, rows: rows) }

  /// Reads until the program has written `part`, counted from `start`. False after two minutes: a busy machine can be
  /// very slow.
  func wait(for part: String, from start: Int = 0) -> Bool {
    let expected = Array(part.utf8)
    // Frames are megabytes: searched output is not searched again.
    var searched = start
    return readUntil {
      guard self.output.count > searched else { return false }
      defer { searched = max(start, self.output.count - expected.count + 1) }
      return self.output[searched...].contains(expected)
    }
  }

  /// Reads until the program has ended. nil if it does not.
  func end() -> Ending? {
    var status: Int32 = 0
    guard readUntil({ waitpid(self.process, &status, WNOHANG) != 0 }) else { return nil }
    while drain() {}
    return status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }

  private func readUntil(_ isDone: () -> Bool) -> Bool {
    let limit = ContinuousClock.now + .seconds(120)
    while !isDone() {
      if ContinuousClock.now > limit { return false }
      drain()
    }
    return true
  }

  /// Reads the available output, at most one buffer. False if nothing arrives for a moment.
  @discardableResult
  private func drain() -> Bool {
    var source = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, 20) > 0, source.revents & Int16(POLLIN) != 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(master, &bytes, bytes.count)
    output += bytes.prefix(max(0, count))
    return count > 0
  }

  private static func setSize(_ descriptor: Int32, columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  private static func mode(_ descriptor: Int32) -> [UInt8] {
    var mode = termios()
    tcgetattr(descriptor, &mode)
    return withUnsafeBytes(of: &mode) { Array($0) }
  }
}
