import Foundation
import TestSupport

/// The GObject library, installed into a temporary folder as its package installs it.
final class InstalledLibrary: Sendable {
  /// The folder with include, lib and share.
  let folder: URL

  /// A command's exit status and its output, with that for errors.
  struct Outcome: Equatable {
    var status: Int32
    var output: String
  }

  /// The missing tool, for the message of skipped tests; nil if there is none.
  static let missingTool: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let missing = ["g-ir-scanner", "g-ir-compiler", "pkg-config", "cc", "nm", "Xvfb"].first { name in
      !path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
    let script = "import gi; gi.require_version('Gtk', '4.0'); from gi.repository import Gtk"
    let hasPython = (try? run("/usr/bin/python3", ["-c", script]))?.status == 0
    return missing ?? (hasPython ? nil : "/usr/bin/python3 with GTK 4")
  }()

  /// Installs the library of the running build. Done once for all tests.
  static let shared = Result { try InstalledLibrary() }

  private init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-gtk-\(UUID().uuidString)")
    let products = (Bundle.main.executableURL ?? Fixtures.package).deletingLastPathComponent()
    let script = Fixtures.package.appendingPathComponent("Scripts/gobject")
    let outcome = try Self.run(script.path, [products.path, folder.path])
    guard outcome == Outcome(status: 0, output: "") else { throw Failure(message: outcome.output) }
  }

  /// The reason why the library could not be installed.
  struct Failure: Error {
    let message: String
  }

  /// The variables with which programs find the library.
  var environment: [String: String] {
    let library = folder.appendingPathComponent("lib").path
    return [
      "PKG_CONFIG_PATH": library + "/pkgconfig", "LD_LIBRARY_PATH": library,
      "GI_TYPELIB_PATH": library + "/girepository-1.0", "PLAYHEAD_CLOCK": "manual",
    ]
  }

  /// Compiles a C program as Docs/Embedding.md says, with warnings as errors.
  func compile(_ source: URL) throws -> URL {
    let flags = try Self.run("/usr/bin/env", ["pkg-config", "--cflags", "--libs", "playhead-gtk-1"], environment)
    let program = folder.appendingPathComponent(source.deletingPathExtension().lastPathComponent)
    let warnings = ["-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror"]
    let outcome = try Self.run(
      "/usr/bin/env",
      ["cc", source.path, "-o", program.path] + warnings
        + flags.output.split(whereSeparator: \.isWhitespace).map(String.init),
      environment)
    guard outcome == Outcome(status: 0, output: "") else { throw Failure(message: outcome.output) }
    return program
  }

  /// Runs a program with the library on a screen. One that hangs is ended after ten minutes, with status 124.
  func run(_ program: String, _ arguments: [String], on screen: VirtualScreen) throws -> Outcome {
    try Self.run(
      "/usr/bin/timeout", ["600", program] + arguments, environment.merging(screen.environment) { $1 })
  }

  /// Runs a command and waits for its end.
  static func run(
    _ program: String, _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: text)
  }
}
