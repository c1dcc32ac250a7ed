import Foundation
import Synchronization

/// One message with its origin.
struct LogRecord {
  /// Longer texts are cut: a datagram of the journal has a limit, and the kernel's default is 208 KiB for all that
  /// wait.
  static let limit = 32 << 10

  let message: OSLogMessage
  let type: OSLogType
  let subsystem: String
  let category: String

  func text(showsPrivate: Bool) -> String {
    let text = message.text(showsPrivate: showsPrivate)
    return text.utf8.count <= Self.limit ? text : String(decoding: text.utf8.prefix(Self.limit), as: UTF8.self) + "…"
  }

  /// The datagram of systemd's journal (Native Journal Protocol, https://systemd.io/JOURNAL_NATIVE_PROTOCOL/): fields
  /// with their lengths, so that no text ends a field.
  func datagram(program: String) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ name: String, _ value: String) {
      bytes += Array(name.utf8) + [0x0A]
      withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { bytes += Array($0) }
      bytes += Array(value.utf8) + [0x0A]
    }
    add("MESSAGE", text(showsPrivate: false))
    add("PRIORITY", String(type.priority))
    add("SYSLOG_IDENTIFIER", program)
    if !subsystem.isEmpty { add("SUBSYSTEM", subsystem) }
    if !category.isEmpty { add("CATEGORY", category) }
    return bytes
  }

  /// A line for standard error. Control characters of a message do not reach a terminal.
  func line(program: String, showsPrivate: Bool) -> String {
    let origin = subsystem.isEmpty && category.isEmpty ? "" : " [\(subsystem):\(category)]"
    let text = self.text(showsPrivate: showsPrivate).unicodeScalars.map { scalar in
      scalar == "\n" || scalar == "\t" || !(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value))
        ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }.joined()
    return "\(LogDestination.now) \(program)[\(getpid())] <\(type.name)>\(origin) \(text)\n"
  }
}

/// Where messages go: systemd's journal or standard error.
final class LogDestination: Sendable {
  /// The destination of this process, chosen with the first message.
  static let shared = LogDestination(
    error: STDERR_FILENO, journal: journalOfStandardError ? "/run/systemd/journal/socket" : nil,
    program: ProcessInfo.processInfo.processName)

  private let error: Int32
  private let isTerminal: Bool
  private let journal: Int32?
  private let program: String
  /// Lines of several threads do not mix.
  private let order = Mutex<Void>(())

  /// - Parameters:
  ///   - error: The descriptor that lines go to.
  ///   - journal: The socket of a journal that is preferred; lines are written where it cannot be reached.
  init(error: Int32, journal: String?, program: String) {
    self.error = error
    self.program = program
    isTerminal = isatty(error) == 1
    self.journal = journal.flatMap(Self.connect)
  }

  deinit { if let journal { close(journal) } }

  func write(_ record: LogRecord) {
    if let journal {
      let bytes = record.datagram(program: program)
      // A full journal is not waited for: the line goes to standard error, which the journal reads as well.
      if send(journal, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) == bytes.count {
        return
      }
    }
    let line = Array(record.line(program: program, showsPrivate: isTerminal).utf8)
    order.withLock { _ in
      var rest = line[...]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { Foundation.write(error, $0.baseAddress, $0.count) }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return }
        rest = rest.dropFirst(written)
      }
    }
  }

  private static func connect(_ path: String) -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Foundation.connect(descriptor, $0, size) }
    }
    guard code == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Whether systemd connected standard error to its journal (systemd.exec(5), `JOURNAL_STREAM`: device and inode).
  private static var journalOfStandardError: Bool {
    guard let stream = ProcessInfo.processInfo.environment["JOURNAL_STREAM"] else { return false }
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  /// Local time with milliseconds.
  static var now: String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var seconds = time.tv_sec
    var parts = tm()
    localtime_r(&seconds, &parts)
    return String(
      format: "%04d-%02d-%02d %02d:%02d:%02d.%03d", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
      parts.tm_hour, parts.tm_min, parts.tm_sec, time.tv_nsec / 1_000_000)
  }
}
