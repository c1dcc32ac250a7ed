import Foundation
import TestSupport
import Testing

/// The GObject library as programs in C and Python see it.
@Suite(
  "Embedding in other languages", .serialized,
  .enabled(if: InstalledLibrary.missingTool == nil, "there is no \(InstalledLibrary.missingTool ?? "")"))
struct EmbeddingTests {
  private let library: InstalledLibrary
  private let resource: String

  init() throws {
    library = try InstalledLibrary.shared.get()
    resource = try Fixtures.url("h264-bframes.mp4").path
  }

  /// A file of this package.
  private func file(_ path: String) -> URL { Fixtures.package.appendingPathComponent(path) }

  /// Runs a program on a screen of its own.
  private func run(_ program: String, _ arguments: String...) throws -> InstalledLibrary.Outcome {
    try library.run(program, arguments, on: try #require(try VirtualScreen()))
  }

  @Test func libraryExportsTheFunctionsOfItsHeadersOnly() throws {
    let path = library.folder.appendingPathComponent("lib/libplayhead-gtk-1.so.0").path
    let symbols = try InstalledLibrary.run("/usr/bin/env", ["nm", "-D", "--defined-only", path]).output
    // Lower-case types are local. The version of the interface is a symbol too.
    let exported = symbols.matches(of: /[A-Z] ([^@\s]+)(@@\w+)?/).map { String($0.1) }
    let declared = try FileManager.default.contentsOfDirectory(
      at: library.folder.appendingPathComponent("include/playhead-gtk-1/playhead-gtk"), includingPropertiesForKeys: nil
    ).flatMap { header -> [String] in
      let text = try String(contentsOf: header, encoding: .utf8)
      let functions = text.matches(of: /(?m)^[A-Za-z].*?\b(playhead_\w+)\(/).map { String($0.1) }
      let types = text.matches(of: /G_DECLARE_FINAL_TYPE\(\w+, (\w+),/).map { "\($0.1)_get_type" }
      return functions + types
    }
    #expect(declared.count > 60)
    #expect(Set(exported) == Set(declared + ["PLAYHEAD_GTK_1"]))
    #expect(symbols.matches(of: /T playhead_\w+@@PLAYHEAD_GTK_1\n/).count == declared.count)
    let header = try InstalledLibrary.run("/usr/bin/env", ["readelf", "-d", path]).output
    #expect(header.contains("Library soname: [libplayhead-gtk-1.so.0]"))
  }

  @Test(arguments: [["cc", "-std=c99"], ["cc", "-std=gnu17"], ["c++", "-x", "c++", "-std=c++11"]])
  func headersCompileInEachLanguage(compiler: [String]) throws {
    let source = library.folder.appendingPathComponent("include.c")
    try Data("#include <playhead-gtk/playhead-gtk.h>\n".utf8).write(to: source)
    let flags = try InstalledLibrary.run(
      "/usr/bin/env", ["pkg-config", "--cflags", "playhead-gtk-1"], library.environment
    ).output.split(whereSeparator: \.isWhitespace).map(String.init)
    let outcome = try InstalledLibrary.run(
      "/usr/bin/env", compiler + ["-Wall", "-Wextra", "-Werror", "-fsyntax-only"] + flags + [source.path])
    #expect(outcome == .init(status: 0, output: ""))
  }

  @Test func cExamplePlaysAVideoAndReportsAnError() throws {
    let program = try library.compile(file("Examples/EmbedInC/player.c")).path
    #expect(try run(program, resource) == .init(status: 0, output: "the end\n"))
    let missing = "“/nowhere/nothing.mp4” cannot be used: there is no such file.\n"
    #expect(try run(program, "/nowhere/nothing.mp4") == .init(status: 0, output: missing))
  }

  @Test func pythonExamplePlaysAVideoAndReportsAnError() throws {
    let script = file("Examples/EmbedInPython/player.py").path
    #expect(try run("/usr/bin/python3", script, resource) == .init(status: 0, output: "10.0 s\nthe end\n"))
    let missing = "“/nowhere/nothing.mp4” cannot be used: there is no such file.\n"
    #expect(try run("/usr/bin/python3", script, "/nowhere/nothing.mp4") == .init(status: 0, output: missing))
  }

  /// The numbers are drawn into the frames, 30 a second. There is none before the first one, and a still image remains.
  @Test func paintableDrawsTheFrameOfThePosition() throws {
    let program = try library.compile(file("Tests/ExampleTests/Embedding/paintable.c")).path
    #expect(try run(program, resource) == .init(status: 0, output: "-1\n0\n120\n0\n121\n"))
  }

  /// Properties, signals, seeks, queue, errors, tracks and lifetime: the assertions are in the script.
  @Test func objectsFollowTheirContract() throws {
    let script = file("Tests/ExampleTests/Embedding/contract.py").path
    let fixtures = URL(fileURLWithPath: resource).deletingLastPathComponent().path
    _ = try Fixtures.url("demo.mp4")
    let outcome = try run("/usr/bin/python3", script, fixtures)
    #expect(outcome.status == 0, Comment(rawValue: outcome.output))
    #expect(outcome.output.contains("\nOK\n"))
  }
}
