import AVFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// Chapters, covers and text tracks of exported files, as ffmpeg and ffprobe see them.
@Suite("Exports keep chapters, covers and text", .enabled(if: MadeFile.hasFFmpeg && Probe.isInstalled))
struct ExportExtrasTests {
  private static func export(
    _ source: URL, _ preset: String, to file: URL, as type: AVFileType,
    configure: (AVAssetExportSession) -> Void = { _ in }
  ) async throws {
    let session = try #require(AVAssetExportSession(asset: AVURLAsset(url: source), presetName: preset))
    configure(session)
    try await session.export(to: file, as: type)
  }

  /// The start, the end and the title of each chapter.
  private static func chapters(_ file: URL) throws -> [String] {
    try Probe.lines(file.path, "-show_entries chapter=start_time,end_time:chapter_tags=title")
  }

  /// The cues of a text track as SubRip.
  private static func cues(_ file: URL, _ stream: Int) throws -> String {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = try MadeFile.ffmpeg("-i \(file.path) -map 0:s:\(stream) -f srt out.srt", in: folder)
    return try String(contentsOf: made, encoding: .utf8)
  }

  /// The stored bytes of the cover.
  private static func cover(_ file: URL, _ map: String = "0:v:1") throws -> Data {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = try MadeFile.ffmpeg("-i \(file.path) -map \(map) -c copy -f image2pipe out.jpg", in: folder)
    return try Data(contentsOf: made)
  }

  /// Eight seconds of a fixture with three chapters and three cues, of which the second one is displayed from 2 to 5 s.
  private static func source(in folder: URL) throws -> URL {
    let cues =
      "1\n00:00:00,500 --> 00:00:01,000\nOne\n\n2\n00:00:02,000 --> 00:00:05,000\nTwo\n\n"
      + "3\n00:00:06,000 --> 00:00:07,000\nThree\n"
    try Data(cues.utf8).write(to: folder.appendingPathComponent("cues.srt"))
    let chapters = [(0, 2500), (2500, 4500), (4500, 8000)].enumerated().map { index, range in
      "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(range.0)\nEND=\(range.1)\ntitle=Chapter \(index + 1)\n"
    }
    try Data((";FFMETADATA1\n" + chapters.joined()).utf8).write(to: folder.appendingPathComponent("chapters.txt"))
    let video = try Fixtures.url("video-only.mp4").path
    return try MadeFile.ffmpeg(
      "-i \(video) -i cues.srt -i chapters.txt -map 0:v -map 1:s -map_chapters 2 -t 8 -c:v copy -c:s mov_text in.mp4",
      in: folder)
  }

  @Test(
    "a whole file keeps its chapters, its cover and its text",
    arguments: [("a.mp4", AVFileType.mp4), ("a.mkv", AVFileType("org.matroska.mkv"))])
  func whole(_ name: String, _ type: AVFileType) async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent(name)
    let source = try Fixtures.url("demo.mp4")
    try await Self.export(source, AVAssetExportPresetPassthrough, to: file, as: type)
    let expected = try Self.chapters(source)
    #expect(!expected.isEmpty)
    #expect(try Self.chapters(file) == expected)
    #expect(try Self.cover(file) == Self.cover(source))
    if type == .mp4 {
      for stream in 0..<2 { #expect(try Self.cues(file, stream) == Self.cues(source, stream)) }
      let languages = "-select_streams s -show_entries stream_tags=language"
      #expect(try Probe.lines(file.path, languages) == Probe.lines(source.path, languages))
    }
    let (old, new) = (AVURLAsset(url: source), AVURLAsset(url: file))
    let groups = try await new.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
    let before = try await old.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
    #expect(groups.map(\.timeRange.start.seconds) == before.map(\.timeRange.start.seconds))
    #expect(new.commonMetadata.contains { $0.commonKey == .commonKeyArtwork && $0.dataValue?.isEmpty == false })
  }

  @Test(
    "the chapters and cues of a range are cut to it and begin at its start",
    arguments: [AVAssetExportPresetPassthrough, AVAssetExportPresetHighestQuality])
  func range(_ preset: String) async throws {
    let folder = try TemporaryFolder()
    let source = try Self.source(in: folder.url)
    let file = folder.url.appendingPathComponent("part.mp4")
    try await Self.export(source, preset, to: file, as: .mp4) { session in
      session.timeRange = CMTimeRange(start: CMTime(value: 3, timescale: 1), end: CMTime(value: 13, timescale: 2))
    }
    // 2.5 to 4.5 and 4.5 to 8 seconds, cut to 3 to 6.5 seconds.
    #expect(try Self.chapters(file) == ["0.000000,1.500000,Chapter 2", "1.500000,3.500000,Chapter 3"])
    guard preset == AVAssetExportPresetPassthrough else { return }
    let expected = "1\n00:00:00,000 --> 00:00:02,000\nTwo\n\n2\n00:00:03,000 --> 00:00:03,500\nThree\n\n"
    #expect(try Self.cues(file, 0) == expected)
  }

  @Test("encoding presets keep chapters and the cover")
  func encoded() async throws {
    let folder = try TemporaryFolder()
    let source = try Fixtures.url("demo.mp4")
    let file = folder.url.appendingPathComponent("a.m4a")
    try await Self.export(source, AVAssetExportPresetAppleM4A, to: file, as: .m4a)
    #expect(try Self.chapters(file).count == Self.chapters(source).count)
    #expect(try Self.cover(file, "0:v") == Self.cover(source))
  }

  @Test("the cover of the program replaces that of the asset, and a damaged one is left out", arguments: [true, false])
  func ownCover(_ isValid: Bool) async throws {
    let folder = try TemporaryFolder()
    let image = try MadeFile.ffmpeg("-f lavfi -i color=red:s=32x16 -frames:v 1 cover.png", in: folder.url)
    let data = try Data(contentsOf: image)
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierArtwork
    item.value = (isValid ? data : data.prefix(20)) as NSData
    let file = folder.url.appendingPathComponent("a.mp4")
    try await Self.export(Fixtures.url("video-only.mp4"), AVAssetExportPresetPassthrough, to: file, as: .mp4) {
      $0.metadata = [item]
    }
    let streams = try Probe.lines(file.path, "-show_entries stream=codec_name,width,height")
    #expect(streams.contains("png,32,16") == isValid && streams.count == (isValid ? 2 : 1))
  }

  @Test("a filter for sharing removes the location and keeps the title")
  func filter() async throws {
    let folder = try TemporaryFolder()
    let video = try Fixtures.url("video-only.mp4").path
    let source = try MadeFile.ffmpeg(
      "-i \(video) -c copy -metadata title=Film -metadata location=+52.5+013.4/ in.mov", in: folder.url)
    for isShared in [false, true] {
      let file = folder.url.appendingPathComponent("\(isShared).mov")
      try await Self.export(source, AVAssetExportPresetPassthrough, to: file, as: .mov) {
        $0.metadataItemFilter = isShared ? .forSharing() : nil
      }
      let tags = try Probe.lines(file.path, "-show_entries format_tags=title,location")
      #expect(tags == [isShared ? "Film" : "Film,+52.5+013.4/"])
    }
  }
}
