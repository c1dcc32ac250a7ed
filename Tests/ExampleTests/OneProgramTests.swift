import Foundation
import TestSupport
import Testing

/// Links command and window of the running build as one program.
enum ProgramLinker {
  /// Whether the tools of `Scripts/one-program` and a screen are installed.
  static let hasTools = ["swiftc", "objcopy", "readelf", "cc", "Xvfb"].allSatisfy { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  /// The folder with the linked program. Done once for all tests.
  static let linked = Result { () throws -> URL in
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-one-\(UUID().uuidString)")
    let products = (Bundle.main.executableURL ?? Fixtures.package).deletingLastPathComponent()
    let script = Fixtures.package.appendingPathComponent("Scripts/one-program")
    let outcome = try InstalledLibrary.run(script.path, [products.path, folder.path])
    guard outcome == .init(status: 0, output: "") else { throw InstalledLibrary.Failure(message: outcome.output) }
    return folder
  }
}

/// Command and window as one program, as packages install it: the development build, linked by `Scripts/one-program`.
@Suite("One program", .serialized, .enabled(if: ProgramLinker.hasTools, "there is no swiftc, objcopy or Xvfb"))
struct OneProgramTests {
  private let folder: URL

  init() throws { folder = try ProgramLinker.linked.get() }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  @Test func commandStartsWithoutTheLibrariesOfTheWindow() throws {
    let header = try InstalledLibrary.run("/usr/bin/env", ["readelf", "-d", path("playhead")]).output
    let needed = header.matches(of: /NEEDED.*\[(.*)\]/).map { String($0.1) }
    #expect(needed.contains("libc.so.6"))
    let prefixes = [
      "libgtk", "libgio", "libglib", "libgobject", "libcairo", "libepoxy", "libX11", "libxcb", "libwayland",
    ]
    for prefix in prefixes {
      #expect(!needed.contains { $0.hasPrefix(prefix) })
    }
    // The dynamic loader lists each library that it opens, until the end of the program.
    let loaded = try InstalledLibrary.run(
      path("playhead"), ["info", Fixtures.url("h264-bframes.mp4").path], ["LD_DEBUG": "files"]
    ).output
    #expect(loaded.contains("file=libavformat.so") && loaded.contains("h264-bframes.mp4"))
    // FFmpeg's libraries bring GLib and cairo themselves.
    #expect(!loaded.contains("libgtk-4.so"))
  }

  @Test func nameSelectsTheProgram() throws {
    #expect(try InstalledLibrary.run(path("playhead"), ["--version"]).output.hasPrefix("playhead "))
    let usage = try InstalledLibrary.run(path("playhead-window"), ["--help"])
    #expect(usage.status == 0 && usage.output.hasPrefix("usage: playhead-window "))
  }

  /// The window is drawn with every kind of symbol: functions, addresses of functions, and data.
  @Test(arguments: ["software", "gl"])
  func windowPlaysToTheEnd(renderer: String) throws {
    let screen = try #require(try VirtualScreen())
    var environment = screen.environment.merging(["PLAYHEAD_RENDERER": renderer]) { $1 }
    environment["GSK_RENDERER"] = nil
    let arguments = ["--no-audio", "--length=1", "--geometry=320x180", try Fixtures.url("h264-bframes.mp4").path]
    let outcome = try InstalledLibrary.run(
      "/usr/bin/timeout", ["120", path("playhead-window")] + arguments, environment)
    #expect(outcome == .init(status: 0, output: ""))
  }

  /// The first library is replaced by a file that is none.
  @Test func missingLibraryEndsTheWindowAndNotTheCommand() throws {
    let libraries = folder.appendingPathComponent("libraries")
    try FileManager.default.createDirectory(at: libraries, withIntermediateDirectories: true)
    try Data("nothing".utf8).write(to: libraries.appendingPathComponent("libgtk-4.so.1"))
    let environment = ["LD_LIBRARY_PATH": libraries.path, "DISPLAY": ":0"]
    let outcome = try InstalledLibrary.run(path("playhead-window"), ["--no-audio", "/nowhere"], environment)
    #expect(outcome.status == 127)
    #expect(outcome.output.contains("playhead: the window needs libgtk-4.so.1, which cannot be used ("))
    #expect(try InstalledLibrary.run(path("playhead"), ["--version"], environment).status == 0)
  }
}
