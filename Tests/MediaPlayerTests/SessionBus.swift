import Foundation

/// A private session bus of the tests, and programs that use it.
enum SessionBus {
  /// Its address; nil without D-Bus on this machine. One for all tests: a process has one session bus.
  static let address: String? = {
    let daemon = Process()
    daemon.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    daemon.arguments = ["--session", "--nofork", "--print-address"]
    let output = Pipe()
    daemon.standardOutput = output
    daemon.standardError = FileHandle.nullDevice
    guard (try? daemon.run()) != nil else { return nil }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let address = line.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !address.isEmpty else { return nil }
    setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
    let identifier = daemon.processIdentifier
    process = identifier
    // A process that libdispatch's thread starts has nearly all signals blocked, but not this one.
    atexit { kill(SessionBus.process, SIGKILL) }
    return address
  }()

  nonisolated(unsafe) private static var process: pid_t = 0

  /// The output of a program, without the last line break; nil if it cannot run or fails.
  static func run(_ name: String, _ arguments: [String]) async -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(name)")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let status: Int32? = await withCheckedContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      if (try? process.run()) == nil { continuation.resume(returning: nil) }
    }
    guard status == 0 else { return nil }
    return String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      .trimmingCharacters(in: .newlines)
  }

  static func has(_ name: String) -> Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)") }
}

/// A program that monitors the bus into a file until it is stopped.
final class Watcher {
  private let process = Process()
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-watch-\(UUID())")

  init(_ name: String, _ arguments: String...) throws {
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(name)")
    process.arguments = arguments
    process.standardOutput = try FileHandle(forWritingTo: file)
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

  func stop() {
    kill(process.processIdentifier, SIGKILL)
    try? FileManager.default.removeItem(at: file)
  }
}
