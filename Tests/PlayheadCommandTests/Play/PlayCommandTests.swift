import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PlayheadCommand

/// `playhead play` with folders, playlist files and nothing.
@Suite struct PlayCommandTests {
  private final class Printed: Console {
    private let texts = Mutex<(out: String, error: String)>(("", ""))
    func write(_ text: String) { texts.withLock { $0.out += text } }
    func writeError(_ text: String) { texts.withLock { $0.error += text } }
    var out: String { texts.withLock { $0.out } }
    var error: String { texts.withLock { $0.error } }
  }

  private func run(_ arguments: [String], environment: [String: String] = [:]) -> (status: Int32, console: Printed) {
    let console = Printed()
    guard case .play(let options, let files) = try? Invocation(arguments: arguments) else { return (-1, console) }
    let command = PlayCommand(options: options, files: files, console: console, environment: environment)
    return (command.run(), console)
  }

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("play-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test func nothingToPlayIsUsageErrorWithoutDisplay() {
    let (status, console) = run([])
    #expect(status == 2)
    #expect(console.error == "playhead: no file to play. Write “playhead FILE”; “playhead --help” lists the options.\n")
  }

  @Test func folderWithoutMediaIsAnError() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (status, console) = run(["--headless", folder.path])
    #expect(status == 1)
    #expect(
      console.error
        == "playhead: there are no media files in “\(folder.path)”. Name a file, or another folder.\n")
  }

  /// Missing files of a playlist are reported; the others play, under their titles.
  @Test func playlistFilePlaysItsFiles() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try Fixtures.url("audio.mp3").path
    let list = folder.appendingPathComponent("list.m3u")
    try "#EXTINF:1,Lost\nmissing.mp3\n#EXTINF:10,Found\n\(clip)\n".write(to: list, atomically: true, encoding: .utf8)
    let (status, console) = run(["--headless", "--no-audio", "--verbose", "--length=0.1", list.path])
    #expect(status == 1)
    #expect(console.error.contains("missing.mp3”: there is no such file"))
    #expect((console.out + console.error).contains("Found"))
  }
}
