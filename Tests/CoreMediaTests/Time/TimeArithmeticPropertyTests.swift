import CoreMedia
import Foundation
import Testing

/// Compares every operation with results that `time_cases.py` computes from the rules with unbounded fractions.
@Suite struct TimeArithmeticPropertyTests {
  /// The interpreter that runs the script, if the path has one.
  static let python: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { URL(fileURLWithPath: String($0)).appendingPathComponent("python3") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  @Test(.enabled(if: python != nil, "python3, which computes the expected results, is not installed"))
  func operationsMatchReferenceCases() throws {
    let text = try output(of: "time_cases.py", arguments: ["100000"])
    var counts: [Substring: Int] = [:]
    var failures: [String] = []
    for line in text.split(separator: "\n") {
      let entry = try #require(TimeCase(line: line))
      switch entry.holds() {
      case true?: counts[entry.operation, default: 0] += 1
      case false?: failures.append(String(line))
      case nil: failures.append("not understood: \(line)")
      }
    }
    let failureCount = failures.count
    #expect(failureCount == 0, "among them:\n\(failures.prefix(10).joined(separator: "\n"))")
    #expect(counts.values.reduce(0, +) == 100000 && counts.count == 18)
  }

  private func output(of script: String, arguments: [String]) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let interpreter: URL = try #require(Self.python)
    let process = Process()
    let pipe = Pipe()
    process.executableURL = interpreter
    process.arguments = [folder.appendingPathComponent(script).path] + arguments
    process.standardOutput = pipe
    try process.run()
    let data = try #require(try pipe.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }
}
