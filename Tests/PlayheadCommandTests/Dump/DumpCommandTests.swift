import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PlayheadCommand

/// `playhead dump` with selected tracks and a range, and its WAV file read back as media.
@Suite(.serialized) struct DumpCommandTests {
  private final class Printed: Console {
    private let texts = Mutex<(out: String, error: String)>(("", ""))
    func write(_ text: String) { texts.withLock { $0.out += text } }
    func writeError(_ text: String) { texts.withLock { $0.error += text } }
    var lines: [Substring] { texts.withLock { $0.out.split(separator: "\n").map { Substring(String($0)) } } }
    var error: String { texts.withLock { $0.error } }
  }

  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func dump(_ file: String, _ options: String...) -> (status: Int32, lines: [Substring], error: String) {
    let console = Printed()
    let status = PlayheadCommand.run(["dump", file] + options, console: console)
    return (status, console.lines, console.error)
  }

  private func times(_ lines: [Substring], _ kind: String) -> [Double] {
    lines.filter { $0.hasPrefix(kind) }.compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("pts=") }.flatMap { Double($0.dropFirst(4)) }
    }
  }

  private func checksums(_ lines: [Substring], _ kind: String) -> [Substring] {
    lines.filter { $0.hasPrefix(kind) }.compactMap { $0.split(separator: "=").last }
  }

  @Test("range contains only its frames") func rangeContainsOnlyItsFrames() throws {
    let clip = try Fixtures.url("demo.mp4").path
    let part = dump(clip, "--start=2", "--length=1")
    #expect(part.status == 0 && part.error.isEmpty)
    // 30 frames a second.
    #expect(times(part.lines, "video").map { Int(($0 * 30).rounded()) } == Array(60..<90))
    let audio = times(part.lines, "audio")
    #expect(try #require(audio.first) >= 1.99 && #require(audio.last) < 3)
    let whole = dump(clip)
    #expect(Array(checksums(whole.lines, "video")[60..<90]) == checksums(part.lines, "video"))
  }

  /// The file's second and third tracks have two languages.
  @Test("dumps only chosen tracks") func dumpsOnlyChosenTracks() throws {
    let clip = try Fixtures.url("demo.mp4").path
    let first = dump(clip, "--track=2", "--length=2")
    let second = dump(clip, "--track=3", "--length=2")
    for dump in [first, second] {
      #expect(dump.status == 0 && times(dump.lines, "video").isEmpty && !times(dump.lines, "audio").isEmpty)
    }
    #expect(checksums(first.lines, "audio") != checksums(second.lines, "audio"))
    let frame = dump(clip, "--track=1", "--length=2")
    #expect(frame.status == 0 && times(frame.lines, "video").count == 60 && times(frame.lines, "audio").isEmpty)
    let none = dump(clip, "--track=99")
    #expect(none.status == 1 && none.lines.isEmpty && none.error.contains("track 99 holds neither video nor audio"))
    let two = dump(clip, "--track=2", "--track=3")
    #expect(two.status == 1 && two.error.contains("only one video and one audio track"))
  }

  @Test("WAV file contains samples", arguments: ["sine.wav", "audio.flac"]) func wavFileContainsSamples(
    name: String
  ) throws {
    let path = folder.url.appendingPathComponent("out.wav").path
    let original = dump(try Fixtures.url(name).path, "--audio=\(path)")
    #expect(original.status == 0)
    let copy = dump(path)
    #expect(copy.status == 0 && !checksums(original.lines, "audio").isEmpty)
    #expect(checksums(copy.lines, "audio") == checksums(original.lines, "audio"))
  }

  @Test("reports unwritable WAV file") func reportsUnwritableWAVFile() throws {
    let clip = try Fixtures.url("sine.wav").path
    let nowhere = dump(clip, "--audio=\(folder.url.path)/no/such/folder/x.wav")
    #expect(nowhere.status == 1 && nowhere.error.contains("cannot write"))
    #expect(dump(clip, "--audio=x.mp3").status == 2)
  }
}
