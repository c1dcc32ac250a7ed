import Foundation

@testable import PlayheadCommand

/// The built program.
enum BuiltCommand {
  /// It is next to the tests.
  static let path: String = {
    var tests = URL(fileURLWithPath: WindowProgram.commandPath)
    if !tests.lastPathComponent.hasSuffix(".xctest") {
      tests = CommandLine.arguments.first { $0.hasSuffix(".xctest") }.map { URL(fileURLWithPath: $0) } ?? tests
    }
    return tests.deletingLastPathComponent().appendingPathComponent("playhead").path
  }()

  /// Runs it to its end with these variables added to the environment.
  static func run(
    _ arguments: [String], environment: [String: String]
  ) throws -> (status: Int32, out: String, error: String) {
    let process = Process()
    let folder = try FileManager.default.url(
      for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: FileManager.default.temporaryDirectory,
      create: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files instead of pipes: neither can block while the other is read.
    let files = try ["out", "error"].map { name -> URL in
      let file = folder.appendingPathComponent(name)
      try Data().write(to: file)
      return file
    }
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"].merging(environment) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    return (process.terminationStatus, texts[0], texts[1])
  }
}
