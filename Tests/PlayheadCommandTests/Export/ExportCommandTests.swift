import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadImages
import Synchronization
import TestSupport
import Testing

@testable import PlayheadCommand

/// `playhead export`: the written files, read back as media.
@Suite struct ExportCommandTests {
  /// Captures the output.
  private final class Printed: Console {
    private let texts = Mutex<(out: String, error: String)>(("", ""))
    func write(_ text: String) { texts.withLock { $0.out += text } }
    func writeError(_ text: String) { texts.withLock { $0.error += text } }
    var error: String { texts.withLock { $0.error } }
  }

  private func run(_ arguments: String...) -> (status: Int32, error: String) {
    let console = Printed()
    return (PlayheadCommand.run(arguments, console: console), console.error)
  }

  @Test func copiesRangeToAnotherContainer() throws {
    let folder = try TemporaryFolder()
    let new = folder.url.appendingPathComponent("part.mov")
    let source = try Fixtures.url("h264-bframes.mp4").path
    let result = run("export", source, "--from=2.5", "--to=4", "--progress", "-o", new.path)
    #expect(result.status == 0 && result.error.contains("/100"))
    let info = try MediaProbe.probe(new)
    #expect(abs(info.duration.seconds - 1.5) < 0.001)
    // The fixture has 30 numbered frames a second.
    var request = ImageRequest()
    request.toleranceBefore = .zero
    guard case .image(let first) = ImageExtractor(url: new).image(at: .zero, request: request) else {
      Issue.record("no frame")
      return
    }
    #expect(FrameNumber.read(first.image) == 75)
  }

  @Test func reportsExistingFileAndLeavesItAlone() throws {
    let folder = try TemporaryFolder()
    let new = try folder.file("a.mp4", Data("mine".utf8))
    let result = run("export", try Fixtures.url("video-only.mp4").path, "-o", new.path)
    #expect(result.status == 1 && result.error.contains("a file with this name exists"))
    #expect(try Data(contentsOf: new) == Data("mine".utf8))
  }

  @Test func encodesWithPreset() throws {
    let folder = try TemporaryFolder()
    let new = folder.url.appendingPathComponent("part.mp4")
    let source = try Fixtures.url("h264-bframes.mp4").path
    let result = run("export", source, "--to=0.5", "--preset=low", "--progress", "-o", new.path)
    #expect(result.status == 0, "\(result.error)")
    let video = try #require(try MediaProbe.probe(new).tracks.first { $0.kind == .video }?.video)
    #expect(video.width <= 224 && video.height <= 128)
    #expect(run("export", source, "--preset=huge", "-o", "b.mp4").error.contains("“huge” is no preset"))
  }

  @Test func showsSpeedAndTimeLeft() {
    // A quarter of 40 s in 2 s: five times as fast, and 6 s are left.
    #expect(ExportPace(part: 0.25, of: 40, after: .seconds(2)).text == " 5.0× 0:06 left\u{1B}[K")
    #expect(ExportPace(part: 0, of: 40, after: .seconds(2)).text == "\u{1B}[K")
  }

  @Test func refusesCommandLinesWithoutDestination() {
    #expect(run("export", "a.mp4").status == 2)
    #expect(run("export", "a.mp4", "-o", "b.txt").error.contains("“b.txt” has no known extension"))
    #expect(run("export", "a.mp4", "-o", "b.mp4", "--from=3", "--to=2").status == 2)
    #expect(run("frame", "a.mp4", "--from=3").status == 2)
  }
}
