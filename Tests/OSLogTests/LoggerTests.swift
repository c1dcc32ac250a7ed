import Foundation
import Testing
import os

@testable import OSLog

@Suite struct LoggerTests {
  private static let message: OSLogMessage =
    "\("Ada", privacy: .public) opens \("secret.mp4") with \(42) of \(2.5, format: .fixed(precision: 1)), \(true)"

  @Test func masksPrivateStringsButNotNumbers() {
    #expect(Self.message.text(showsPrivate: false) == "Ada opens <private> with 42 of 2.5, true")
    #expect(Self.message.text(showsPrivate: true) == "Ada opens secret.mp4 with 42 of 2.5, true")
    let sensitive: OSLogMessage = "\(7, privacy: .sensitive) \(8, privacy: .private)"
    #expect(sensitive.text(showsPrivate: true) == "<private> 8")
    #expect(sensitive.text(showsPrivate: false) == "<private> <private>")
  }

  @Test func equalValuesHaveEqualHashes() {
    func text(_ name: String) -> String {
      OSLogMessage("\(name, privacy: .private(mask: .hash))").text(showsPrivate: false)
    }
    #expect(text("a") == text("a"))
    #expect(text("a") != text("b"))
    #expect(!text("name").contains("name"))
  }

  @Test func formatsAndAlignmentAreApplied() {
    let numbers: OSLogMessage =
      "\(255, format: .hex(includePrefix: true, uppercase: true)) \(-8, format: .octal) \(7, format: .decimal(minDigits: 3))"
    #expect(numbers.text(showsPrivate: false) == "0xFF -10 007")
    let columns: OSLogMessage =
      "[\(5, align: .right(columns: 4))] [\("ab", align: .left(columns: 4), privacy: .public)]"
    #expect(columns.text(showsPrivate: false) == "[   5] [ab  ]")
    let size = CGSize(width: 1.5, height: 2)
    #expect(OSLogMessage("\(size.width) \(Float(0.5)) \(UInt8(9))").text(showsPrivate: false) == "1.500000 0.500000 9")
    #expect(OSLogMessage("\(0.00001, format: .exponential(precision: 2))").text(showsPrivate: false) == "1.00e-05")
  }

  @Test func lineContainsProgramLevelAndOrigin() throws {
    let text = try written { destination in
      destination.write(
        LogRecord(message: "\("x\u{1B}[2J", privacy: .public)", type: .error, subsystem: "org.example", category: "net")
      )
    }
    #expect(text.hasSuffix(" player[\(getpid())] <Error> [org.example:net] x\\u{1b}[2J\n"), "\(text)")
  }

  @Test func concurrentLinesDoNotMix() throws {
    let text = try written { destination in
      DispatchQueue.concurrentPerform(iterations: 8) { number in
        for _ in 0..<20 {
          destination.write(
            LogRecord(
              message: "\(String(repeating: "\(number)", count: 500), privacy: .public)", type: .default, subsystem: "",
              category: ""))
        }
      }
    }
    let lines = text.split(separator: "\n")
    #expect(lines.count == 160)
    #expect(lines.allSatisfy { Set($0.suffix(500)).count == 1 })
  }

  @Test func journalFieldsHaveLengths() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("s").path
    let server = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(server) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    let destination = LogDestination(error: STDERR_FILENO, journal: path, program: "player")
    destination.write(
      LogRecord(message: "two\nlines of \("Ada")", type: .fault, subsystem: "org.example", category: ""))
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(server, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    try #require(count > 0)
    // Field by field, as systemd reads it: name, newline, length as 64 bits with the least significant byte first,
    // value, newline.
    var fields: [String: String] = [:]
    var rest = buffer[..<count]
    while let newline = rest.firstIndex(of: 0x0A) {
      let name = String(decoding: rest[..<newline], as: UTF8.self)
      let length = rest[(newline + 1)..<(newline + 9)].reversed().reduce(0) { $0 << 8 | Int($1) }
      let start = newline + 9
      fields[name] = String(decoding: rest[start..<start + length], as: UTF8.self)
      rest = rest[(start + length + 1)...]
    }
    let expected = [
      "MESSAGE": "two\nlines of <private>", "PRIORITY": "2", "SYSLOG_IDENTIFIER": "player", "SUBSYSTEM": "org.example",
    ]
    #expect(fields == expected)
  }

  @Test func truncatesLongMessage() throws {
    let record = LogRecord(
      message: "\(String(repeating: "a", count: 100_000), privacy: .public)", type: .info, subsystem: "", category: "")
    #expect(record.text(showsPrivate: false).count == LogRecord.limit + 1)
  }

  @Test func disabledLogWritesNothing() {
    #expect(!OSLog.disabled.isEnabled(type: .fault))
    #expect(OSLog(subsystem: "a", category: "b").isEnabled(type: .debug))
  }

  /// As an ordinary program has it; the output is in the log of the tests.
  @Test func allCallsCompile() {
    let logger = Logger(subsystem: "org.example.tests", category: "calls")
    logger.trace("trace")
    logger.debug("\(1) \(UInt8(2), privacy: .public)")
    logger.info("\(CGSize(width: 1, height: 2).width)")
    logger.notice("\(URL(fileURLWithPath: "/"), privacy: .public) \(Logger.self)")
    logger.warning("\(CocoaError(.fileNoSuchFile) as any Error, privacy: .public)")
    logger.error("\(NSNumber(value: 3))")
    logger.critical("\(Float(1.5))")
    logger.fault("fault")
    logger.log("default")
    logger.log(level: .error, "\(["a"], privacy: .public)")
    os_log("done")
    os_log(.info, log: .disabled, "nothing")
  }

  private func written(_ body: (LogDestination) -> Void) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    body(LogDestination(error: handle.fileDescriptor, journal: nil, program: "player"))
    try handle.close()
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}
