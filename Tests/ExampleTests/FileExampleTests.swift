import Foundation
import TestSupport
import Testing

/// Examples that inspect files. The expected lines come from ffprobe and from `Scripts/fixtures`.
@Suite("Examples that inspect files") struct FileExampleTests {
  @Test("tracks, tags and chapters are listed")
  func listTracks() throws {
    let result = try Example.run("ListTracks", try Fixtures.url("demo.mp4").path)
    #expect(result.status == 0)
    #expect(result.lines.first == "20.0 s")
    // Kilobits a second are ffprobe's bit_rate, in whole thousands; they change with the encoder's version.
    let tracks = result.lines.dropFirst().prefix(6).map { $0.replacing(/\s+\d+ kbit\/s$/, with: "") }
    #expect(
      tracks == [
        "  1  vide  'avc1'  1280 × 720, 30.0 pictures a second  20.0 s",
        "  2  soun  'aac '  48000 Hz, 2 channels  eng  20.0 s",
        "  3  soun  'aac '  48000 Hz, 2 channels  deu  20.0 s", "  4  sbtl  'tx3g'  eng  19.75 s",
        "  5  sbtl  'tx3g'  deu  19.75 s", "  7  text  'text'  eng  20.0 s",
      ])
    #expect(result.lines.contains("  title: A Day over the Hills"))
    #expect(
      result.lines.suffix(4) == [
        "  chapter at 0.0 s: Dawn", "  chapter at 5.0 s: Noon", "  chapter at 10.0 s: Dusk",
        "  chapter at 15.0 s: Night",
      ])
    #expect(try Example.run("ListTracks").status == 2)
    #expect(try Example.run("ListTracks", Fixtures.url("text.mp4").path).status == 1)
  }

  @Test("selection options are listed with their menu names")
  func listSelections() throws {
    let result = try Example.run("ListSelections", try Fixtures.url("demo.mp4").path)
    #expect(
      result
        == printed(
          "AVMediaCharacteristicVisual", "  Unknown language (default)", "AVMediaCharacteristicAudible",
          "  English (default)", "  German", "AVMediaCharacteristicLegible", "  English (default)", "  German", "  Off")
    )
  }

  /// Without a sync sample after the first one in range, every coarse image is the first frame; the exact one is that
  /// of 5 s.
  @Test("thumbnails at three times, coarse ones and an exact one")
  func thumbnails() throws {
    let result = try Example.run("Thumbnails", try Fixtures.url("h264-long-gop.mp4").path)
    #expect(
      result
        == printed(
          "asked for 1.0 s, got 320 × 180 of 0.0 s", "asked for 5.0 s, got 320 × 180 of 0.0 s",
          "asked for 9.0 s, got 320 × 180 of 0.0 s", "exactly in the middle: 320 × 180 of 5.0 s"))
  }

  /// The fixture's audio has 48,000 frames a second; both files are made by the example.
  @Test("a film is read, written again, and exported")
  func readWriteExport() throws {
    let folder = try TemporaryFolder()
    let source = try Fixtures.url("h264-bframes.mp4")
    let seconds = try Fixtures.expected("h264-bframes.mp4").audioSeconds
    let result = try Example.run("ReadWriteExport", source.path, folder.url.path, isManual: false)
    #expect(result.status == 0)
    let words = result.lines.first?.split(separator: " ") ?? []
    #expect(words.count > 1 && abs((Double(words[1]) ?? 0) / 48_000 - seconds) < 0.05)
    #expect(result.lines.first?.hasSuffix("a positive level") == true)
    #expect(result.lines.dropFirst() == ["written: 1.0 s", "exported: 2.0 s"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(names == ["part.mov", "second.mp4"])
    #expect(try Example.run("ReadWriteExport").status == 2)
    #expect(try Example.run("ReadWriteExport", "/nowhere", folder.url.path).status == 1)
  }

  @Test("clips of two files are joined and faded")
  func joinedClips() throws {
    let files = try ["h264-bframes.mp4", "hevc.mp4"].map { try Fixtures.url($0).path }
    let result = try Example.run("JoinClips", files[0], files[1])
    #expect(
      result
        == printed(
          "vide: h264-bframes.mp4 for 2.0 s, hevc.mp4 for 2.0 s",
          "soun: h264-bframes.mp4 for 2.0 s, hevc.mp4 for 2.0 s",
          "composed: 320 × 180 of 3.0 s", "played 4.0 s"))
  }

  /// At 3.5 of 10 s: the bar covers 35 % of 960 pixels, the clock hand's dot has turned by one and three quarters (3.5
  /// s / 2 s), and the frame is number 105, in blocks of 5 of the video's 320 columns.
  @Test("an overlay is drawn in sync with the video")
  func overlayInSync() throws {
    let folder = try TemporaryFolder()
    let image = folder.url.appendingPathComponent("image.ppm")
    #expect(
      try Example.run("OverlayInStep", try Fixtures.url("h264-bframes.mp4").path, image.path, "3.5")
        == ExampleResult(status: 0, lines: []))
    let file = try Data(contentsOf: image)
    let head = Data("P6 960 540 255\n".utf8)
    #expect(file.count == head.count + 960 * 540 * 3 && file.starts(with: head))
    func pixel(_ x: Int, _ y: Int) -> [Int] {
      let index = head.count + (y * 960 + x) * 3
      return file[index..<index + 3].map(Int.init)
    }
    // 0.9 of (255, 191, 0) over any video: red 230 to 255, blue at most 25.
    #expect((0..<336).allSatisfy { pixel($0, 534)[0] >= 228 && pixel($0, 534)[2] <= 27 })
    #expect(pixel(337, 534)[2] > 60 || pixel(337, 534)[0] < 200)
    let digits = (0..<18).map { pixel($0 * 15 + 8, 7)[0] > 127 }
    #expect(digits.prefix(2) == [true, false])
    #expect(digits.dropFirst(2).reduce(0) { $0 * 2 + ($1 ? 1 : 0) } == 105)
    // The dot is at (0, −28) from the clock hand's center, (880, 80), before it turns. Three quarters on: at (−28, 0).
    #expect(pixel(852, 80).allSatisfy { $0 > 250 })
    #expect(try Example.run("OverlayInStep", "/nowhere", image.path, "1").status == 1)
  }
}
