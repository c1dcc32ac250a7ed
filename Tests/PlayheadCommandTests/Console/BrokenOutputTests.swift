import Foundation
import Glibc
import TestSupport
import Testing

@testable import PlayheadCommand

/// A full device and non-UTF-8 file names, passed to the built command.
@Suite struct BrokenOutputTests {
  private func run(_ script: String, _ words: String...) throws -> (status: Int32, error: String) {
    let folder = try TemporaryFolder()
    let error = try folder.file("error", Data())
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, "sh", BuiltCommand.path] + words
    process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": folder.url.path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: error, encoding: .utf8))
  }

  @Test(arguments: [
    "--version", "--help", "info FILE", "info --json FILE", "dump FILE", "captions FILE", "captions --json FILE",
    "explain FILE", "playlist PLAYLIST", "playlist --json PLAYLIST", "frame --at=0 -o IMAGE FILE",
    "play --headless --no-audio --verbose --length=0.1 FILE",
  ]) func failsWhenStdoutIsFull(command: String) throws {
    let folder = try TemporaryFolder()
    let playlist = try folder.file("a.m3u8", Data("#EXTM3U\n#EXTINF:1,\n0.ts\n#EXT-X-ENDLIST\n".utf8))
    let text = command.replacingOccurrences(of: "FILE", with: try Fixtures.url("demo.mp4").path)
      .replacingOccurrences(of: "PLAYLIST", with: playlist.path)
      .replacingOccurrences(of: "IMAGE", with: folder.url.appendingPathComponent("a.png").path)
    let (status, error) = try run(#""$1" \#(text) > /dev/full"#)
    #expect(status == 1)
    #expect(error == "playhead: cannot write the output: No space left on device. Check the disk.\n")
  }

  @Test(arguments: [("dump --audio", "full.wav"), ("frame --at=0 -o", "full.png"), ("frame --at=0 -o", "full.jpg")])
  func failsWhenOutputFileIsFull(command: String, name: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent(name)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/full")
    let (status, error) = try run(
      #""$1" \#(command) "$2" "$3""#, file.path, try Fixtures.url("demo.mp4").path)
    #expect(status == 1)
    #expect(error.hasPrefix("playhead: cannot write “\(file.path)”: No space left on device."))
    #expect(error.filter { $0 == "\n" }.count == 1)
  }

  @Test func succeedsWhenPipeCloses() throws {
    let (status, error) = try run(
      #"trap '' PIPE; "$1" dump "$2" | head -n 1 > /dev/null"#, try Fixtures.url("demo.mp4").path)
    #expect(status == 0 && error.isEmpty)
  }

  @Test(arguments: [
    "info NAME", "info --json NAME", "dump NAME", "play --no-window --no-audio --length=0.1 NAME",
    "play --headless --no-audio --length=0.1 -- NAME", "frame --at=0 -o out.png NAME", "explain NAME",
    "frame --at=0 -o OUT NAME",
  ]) func opensFileWithNonUTF8Name(command: String) throws {
    let folder = try TemporaryFolder()
    let clip = try folder.file("film.mp4", Data(contentsOf: Fixtures.url("h264-bframes.mp4")))
    let name = #""$(printf 'film\377\303(.mp4')""#
    let words = command.replacingOccurrences(of: "NAME", with: name)
      .replacingOccurrences(of: "OUT", with: #""$(printf 'out\377.png')""#)
    let script = #"cd "$2" && mv "$3" \#(name) && "$1" \#(words)"#
    let (status, error) = try run(script, folder.url.path, clip.path)
    #expect(status == 0, "\(error)")
    #expect(error.isEmpty)
  }

  @Test func printsReplacementCharacterPerInvalidByte() throws {
    let (status, error) = try run(#""$1" info "$(printf '/nowhere/\377\376.mp4')""#)
    #expect(status == 1)
    #expect(
      error
        == "playhead: cannot read “/nowhere/\u{FFFD}\u{FFFD}.mp4”: there is no such file. Check the name and the folder.\n"
    )
  }
}
