import Foundation
import Testing

/// The output of an example and its exit status.
struct ExampleResult: Equatable {
  var status: Int32
  var lines: [String]
}

/// An example as a reader starts it: the unchanged program. With `PLAYHEAD_CLOCK=manual` it runs as fast as its work,
/// and prints the same each time.
struct Example {
  private let process = Process()
  private let output = Pipe()

  /// A hanging example is ended after five minutes, with an error status.
  init(
    _ name: String, _ arguments: [String] = [], isManual: Bool = true, environment: [String: String] = [:]
  ) throws {
    let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["300", folder.appendingPathComponent(name).path] + arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(isManual ? ["PLAYHEAD_CLOCK": "manual"] : [:]) { $1 }.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Waits for a line; nil at the end of the output.
  func line() throws -> String? {
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), let byte = byte.first {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  /// Waits until it exits.
  func finish() -> ExampleResult {
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return ExampleResult(status: process.terminationStatus, lines: text.split(separator: "\n").map(String.init))
  }

  /// Ends a running example. A child of a worker thread starts with SIGTERM blocked; `timeout` forwards the signals it
  /// can.
  func end() {
    let children = try? String(
      contentsOfFile: "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children", encoding: .utf8)
    for child in (children ?? "").split(separator: " ").compactMap({ Int32($0) }) { kill(child, SIGKILL) }
    process.waitUntilExit()
  }

  static func run(_ name: String, _ arguments: String..., isManual: Bool = true) throws -> ExampleResult {
    try Example(name, arguments, isManual: isManual).finish()
  }
}

/// The usual result: success.
func printed(_ lines: String...) -> ExampleResult { ExampleResult(status: 0, lines: lines) }
