import CoreGraphics
import CoreMedia
import Foundation
import PlayheadImages
import Synchronization
import TestSupport
import Testing

@testable import PlayheadCommand

/// `playhead frame` and `playhead thumbnails`: their output and the written files, read back as media.
@Suite(.serialized) struct ImageCommandTests {
  /// Captures the output.
  private final class Printed: Console {
    private let texts = Mutex<(out: String, error: String)>(("", ""))
    func write(_ text: String) { texts.withLock { $0.out += text } }
    func writeError(_ text: String) { texts.withLock { $0.error += text } }
    var lines: [String] { texts.withLock { $0.out.split(separator: "\n").map(String.init) } }
    var error: String { texts.withLock { $0.error } }
  }

  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  private func run(_ arguments: String...) -> (status: Int32, lines: [String], error: String) {
    let console = Printed()
    let status = PlayheadCommand.run(arguments, console: console)
    return (status, console.lines, console.error)
  }

  /// An image file read by the library, independently of the writer.
  private func read(_ path: String) -> CGImage? {
    var request = ImageRequest()
    request.colors = .sRGB
    guard
      case .image(let extracted) = ImageExtractor(url: URL(fileURLWithPath: path)).image(at: .zero, request: request)
    else { return nil }
    return extracted.image
  }

  private func number(_ path: String) -> Int? { read(path).flatMap { FrameNumber.read($0) } }

  @Test("frame is exact unless keyframe requested", arguments: ["png", "jpg"])
  func frameIsExactUnlessKeyframeRequested(format: String) throws {
    let clip = try Fixtures.url("h264-bframes.mp4").path
    let exact = run("frame", clip, "--at=3.35", "-o", path("exact.\(format)"))
    #expect(exact.status == 0 && exact.lines == ["3.333333"] && exact.error.isEmpty)
    #expect(number(path("exact.\(format)")) == 100)
    let key = run("frame", clip, "--at=3.35", "--keyframe", "-o", path("key.\(format)"))
    #expect(key.status == 0 && key.lines == ["3.000000"])
    #expect(number(path("key.\(format)")) == 90)
    // Exactly at the start of a frame the result is that frame, whatever binary fractions round to.
    for (time, expected) in [("0.7", 21), ("1.1", 33), ("2.3", 69), ("4.1", 123)] {
      _ = run("frame", clip, "--at", time, "-o", path("t.\(format)"))
      #expect(number(path("t.\(format)")) == expected)
    }
  }

  @Test("saves every frame of range") func savesEveryFrameOfRange() throws {
    let clip = try Fixtures.url("h264-bframes.mp4").path
    let range = run("frame", clip, "--at=3.35", "--length=0.1", "-o", path("range.png"))
    #expect(range.status == 0)
    // The frame shown at 3.35 s, and those that begin before 3.45 s.
    #expect(
      range.lines.map { $0.split(separator: " ").last ?? "" } == ["3.333333", "3.366667", "3.400000", "3.433333"])
    #expect((1...4).map { number(path("range-000\($0).png")) } == [100, 101, 102, 103])
    #expect(!FileManager.default.fileExists(atPath: path("range.png")))
    #expect(run("frame", clip, "--at=11", "--length=1", "-o", path("range.png")).status == 1)
  }

  @Test("rejects non-video track") func rejectsNonVideoTrack() throws {
    let clip = try Fixtures.url("demo.mp4").path
    #expect(run("frame", clip, "--at=1", "--track=1", "-o", path("t.png")).status == 0)
    #expect(number(path("t.png")) == 30)
    let audio = run("frame", clip, "--at=1", "--track=2", "-o", path("s.png"))
    #expect(audio.status == 1 && audio.error.contains("track 2 is not a selectable video track"))
  }

  /// Every frame that `playhead dump` lists can be saved, whatever the header declares: here it declares four of ten
  /// seconds.
  @Test("finds frames beyond header duration") func findsFramesBeyondHeaderDuration() throws {
    var bytes = [UInt8](try Data(contentsOf: Fixtures.url("vfr.mkv")))
    let mark: [UInt8] = [0x44, 0x89, 0x88]
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) }) + mark.count
    for (offset, byte) in withUnsafeBytes(of: Double(4000).bitPattern.bigEndian, Array.init).enumerated() {
      bytes[place + offset] = byte
    }
    let clip = try folder.file("short.mkv", Data(bytes)).path
    let late = run("frame", clip, "--at=8", "-o", path("late.png"))
    #expect(late.status == 0)
    _ = run("frame", try Fixtures.url("vfr.mkv").path, "--at=8", "-o", path("whole.png"))
    #expect(number(path("whole.png")) != nil && number(path("late.png")) == number(path("whole.png")))
    let behind = run("frame", clip, "--at=30", "-o", path("behind.png"))
    #expect(behind.status == 1 && behind.error.contains("no frame at 0:30.000"))
  }

  @Test("saves upright frame with square pixels") func savesUprightFrameWithSquarePixels() throws {
    _ = run("frame", try Fixtures.url("rotated.mp4").path, "--at=1", "-o", path("r.png"))
    let rotated = try #require(read(path("r.png")))
    #expect(rotated.width == 180 && rotated.height == 320)
    _ = run("frame", try Fixtures.url("anamorphic.mp4").path, "--at=1", "-o", path("a.png"))
    let wide = try #require(read(path("a.png")))
    #expect(wide.width == 320 && wide.height == 180)
  }

  @Test("reports failure and writes nothing") func reportsFailureAndWritesNothing() throws {
    let clip = try Fixtures.url("h264-bframes.mp4").path
    let late = run("frame", clip, "--at=11", "-o", path("late.png"))
    #expect(late.status == 1 && late.lines.isEmpty && late.error.contains("no frame at 0:11.000"))
    #expect(!FileManager.default.fileExists(atPath: path("late.png")))
    let audio = run("frame", try Fixtures.url("audio.mp3").path, "--at=1", "-o", path("s.png"))
    #expect(audio.status == 1 && audio.error.contains("it has no video"))
    let nowhere = run("frame", clip, "--at=1", "-o", path("no/such/folder/x.png"))
    #expect(nowhere.status == 1 && nowhere.error.contains("cannot write"))
    let blocked = try folder.file("file", Data())
    let thumbnails = run("thumbnails", clip, "--count=2", "--out", blocked.path)
    #expect(thumbnails.status == 1 && thumbnails.error.contains("cannot write"))
  }

  /// Five parts of ten seconds: their middles are 1, 3, 5, 7 and 9 s.
  @Test("spreads thumbnails evenly over sheet")
  func spreadsThumbnailsEvenlyOverSheet() throws {
    let clip = try Fixtures.url("h264-bframes.mp4").path
    let sheet = path("sheet.png")
    let result = run(
      "thumbnails", clip, "--count=5", "--width=320", "--exact", "--out", path("new/t"), "--sheet", sheet)
    #expect(result.status == 0 && result.error.isEmpty)
    #expect(
      result.lines == [
        "0001.jpg 1.000000", "0002.jpg 3.000000", "0003.jpg 5.000000", "0004.jpg 7.000000", "0005.jpg 9.000000",
      ])
    for (index, expected) in [30, 90, 150, 210, 270].enumerated() {
      #expect(number(path("new/t/000\(index + 1).jpg")) == expected)
    }
    let all = try #require(read(sheet))
    #expect(all.width == 640 && all.height == 3 * 180)
    for (index, expected) in [30, 90, 150, 210, 270].enumerated() {
      let cell = CGRect(x: CGFloat(index % 2) * 320, y: CGFloat(index / 2) * 180, width: 320, height: 180)
      #expect(all.cropping(to: cell).flatMap { FrameNumber.read($0) } == expected)
    }
  }

  /// Without `--exact` keyframes, each second here.
  @Test("default thumbnails are keyframes") func defaultThumbnailsAreKeyframes() throws {
    let result = run(
      "thumbnails", try Fixtures.url("h264-bframes.mp4").path, "--count=4", "--width=160", "--out", path("k"))
    #expect(result.lines == ["0001.jpg 1.000000", "0002.jpg 3.000000", "0003.jpg 6.000000", "0004.jpg 8.000000"])
    #expect(read(path("k/0003.jpg"))?.width == 160)
  }

  @Test("progress bar grows with work") func progressBarGrowsWithWork() {
    let bar = ProgressBar(glyphs: .ascii)
    #expect(bar.line(0, of: 10) == "\r" + String(repeating: "-", count: 30) + " 0/10")
    #expect(
      bar.line(5, of: 10) == "\r" + String(repeating: "=", count: 15) + String(repeating: "-", count: 15) + " 5/10")
    #expect(bar.line(10, of: 10) == "\r" + String(repeating: "=", count: 30) + " 10/10")
  }

  @Test("chooses columns of contact sheet") func choosesColumnsOfContactSheet() {
    func columns(_ count: Int, _ width: Int, _ height: Int) -> Int {
      ContactSheet.columns(count, cell: (width, height))
    }
    #expect(columns(1, 320, 180) == 1)
    #expect(columns(100, 320, 180) == 8)
    #expect(columns(4, 100, 100) == 2)
    #expect(columns(5, 1, 1) == 3)
    #expect(columns(3, 10, 1000) == 3)
  }

  @Test("prints plain seconds") func printsPlainSeconds() {
    #expect(CMTime(value: 100, timescale: 30).plainSeconds == "3.333333")
    #expect(CMTime(value: -1, timescale: 2).plainSeconds == "-0.500000")
    #expect(CMTime(value: 7, timescale: 1).plainSeconds == "7.000000")
    #expect(CMTime(time: 0.7) == CMTime(value: 7, timescale: 10))
  }
}
