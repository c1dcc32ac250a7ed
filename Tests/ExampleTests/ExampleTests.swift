import Foundation
import Testing

/// The examples as a reader starts them: programs that hand their main thread over and wait for notifications on the main queue.
@Suite struct ExampleTests {
  /// A quarter of a second of silence.
  private final class Silence {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString).wav")

    init() throws {
      func bytes<Value: FixedWidthInteger>(_ value: Value) -> Data {
        withUnsafeBytes(of: value.littleEndian) { Data($0) }
      }
      let sound = Data(count: 4_000)
      var file = Data("RIFF".utf8) + bytes(UInt32(36 + sound.count)) + Data("WAVEfmt ".utf8) + bytes(UInt32(16))
      file += bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(8_000)) + bytes(UInt32(16_000))
      file += bytes(UInt16(2)) + bytes(UInt16(16)) + Data("data".utf8) + bytes(UInt32(sound.count)) + sound
      try file.write(to: url)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
  }

  /// Runs an example to its end; one that hangs is ended after a minute, which its status shows.
  private func run(_ name: String, _ arguments: [String]) throws -> (status: Int32, lines: [String]) {
    let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["60", folder.appendingPathComponent(name).path] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text.split(separator: "\n").map(String.init))
  }

  @Test func aFilePlaysToItsEndAndAgain() throws {
    let file = try Silence()
    let result = try run("PlayAgain", [file.url.path, "2"])
    #expect(result.status == 0)
    #expect(result.lines == ["played, 1 left", "played, 0 left"])
  }

  @Test func anAssetIsLoadedAndPlayed() throws {
    let file = try Silence()
    let result = try run("PlayFile", [file.url.path])
    #expect(result.status == 0)
    #expect(result.lines == ["\(file.url.lastPathComponent): 0.25 s"])
    #expect(try run("PlayFile", ["/nowhere/nothing.wav"]).status == 1)
  }

  @Test func aQueuePlaysOneFileAfterTheOther() throws {
    let files = [try Silence(), try Silence()]
    let result = try run("PlayQueue", files.map(\.url.path))
    #expect(result.status == 0)
    #expect(result.lines == files.map(\.url.lastPathComponent) + ["the end"])
  }

  @Test func anExactSeekLandsWhereItWasAskedTo() throws {
    let file = try Silence()
    let result = try run("SeekExactly", [file.url.path, "0.125"])
    #expect(result.status == 0)
    #expect(result.lines.last == "exact: 0.125 s, finished: true")
  }
}
