import Foundation
import PlayheadItems
import PlayheadMedia
import Synchronization
import TestSupport
import Testing

@testable import PlayheadCommand

/// `playhead explain`: its output for fixtures, whose durations and codecs are in the table of fixtures.
struct ExplainCommandTests {
  private final class Printed: Console {
    private let texts = Mutex<(out: String, error: String)>(("", ""))
    func write(_ text: String) { texts.withLock { $0.out += text } }
    func writeError(_ text: String) { texts.withLock { $0.error += text } }
    var lines: [String] { texts.withLock { $0.out.split(separator: "\n").map(String.init) } }
    var error: String { texts.withLock { $0.error } }
  }

  private func run(_ name: String, _ options: String...) throws -> (Int32, Printed) {
    let console = Printed()
    return (PlayheadCommand.run(["explain"] + options + [try Fixtures.url(name).path], console: console), console)
  }

  @Test("explains playback from open to end") func explainsPlaybackFromOpenToEnd() throws {
    let (status, console) = try run("h264-bframes.mp4")
    #expect(status == 0)
    let sentences = console.lines.map { String($0.split(separator: "  ", maxSplits: 2).last ?? "") }
    let clip = try Fixtures.url("h264-bframes.mp4").path
    #expect(sentences.first == "“\(clip)” is being opened.")
    #expect(sentences.contains("Selected tracks: video (h264), audio (aac)."))
    #expect(sentences.contains { $0.contains("10.0") && $0.contains("2 tracks") })
    #expect(sentences.contains("The clock starts.") && sentences.contains("It was played to its end."))
    #expect(console.lines.contains { $0.hasPrefix("10.0") && $0.contains("at 0:10.000") })
  }

  @Test(
    "explains why software decodes", .enabled(if: !FileManager.default.fileExists(atPath: "/dev/dri")),
    arguments: [("vaapi", "VA-API"), ("nvdec", "NVDEC"), ("v4l2m2m", "V4L2")])
  func explainsWhySoftwareDecodes(name: String, title: String) throws {
    let (status, console) = try run("h264-bframes.mp4", "--hwdec=\(name)")
    let lines = console.lines.filter { $0.contains("Software decodes the video instead of \(title): ") }
    #expect(status == 0 && lines.count == 1 && console.lines.last?.contains("played to its end") == true)
    #expect(lines.allSatisfy { $0.contains("opened (") || $0.contains("no such decoder") }, "\(lines)")
    #expect(try run("h264-bframes.mp4").1.lines.allSatisfy { !$0.contains("decodes") })
  }

  @Test("explains who decodes audio that may pass through") func explainsPassthrough() {
    func sentence(_ event: PassthroughEvent) -> String { JournalSentence.sentence(.audioPassthrough(event), name: "") }
    #expect(sentence(.passing(.eac3)) == "The audio device decodes the E-AC-3 audio.")
    #expect(
      sentence(.decoding(.dts, .notOffered))
        == "The player decodes the DTS audio, which does not pass through: the device does not offer the format.")
  }

  @Test("explains truncated file") func explainsTruncatedFile() throws {
    let (status, console) = try run("truncated.mp4")
    #expect(status == 1)
    #expect(console.error.contains("it ends after"))
    #expect(console.lines.last?.contains("It has failed") == true)
    #expect(!console.lines.contains { $0.contains("played to its end") })
    let (refused, other) = try run("text.mp4")
    #expect(refused == 1 && other.lines.contains { $0.contains("It has failed") })
  }
}
