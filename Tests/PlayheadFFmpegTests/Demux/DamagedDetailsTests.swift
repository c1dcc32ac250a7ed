import CoreMedia
import Foundation
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// Files with contradictory headers, and files with damage anywhere: the readable details are reported, and nothing
/// aborts.
@Suite struct DamagedDetailsTests {
  private static func open(_ data: Data) throws -> (info: MediaInfo, details: MediaDetails) {
    let demuxer = try Demuxer(source: MemorySource(data))
    return (demuxer.info, demuxer.readDetails())
  }

  @Test(arguments: [(320, 240), (65_535, 65_535), (1, 1)]) func describesTrackWithoutPackets(
    width: Int, height: Int
  ) throws {
    let (info, details) = try Self.open(
      MadeMovie(tracks: [.init(identifier: 1, width: width, height: height)]).data)
    let track = try #require(info.tracks.first)
    #expect(track.kind == .video && track.video?.width == width && track.video?.height == height)
    #expect(details.tracks[0]?.byteCount == nil && details.chapters.isEmpty)
  }

  @Test func ignoresChapterReferenceToSelf() throws {
    let (info, details) = try Self.open(
      MadeMovie(tracks: [.init(identifier: 1, references: [("chap", [1, 1, 99])])]).data)
    #expect(info.tracks.map(\.isChapterList) == [false])
    #expect(details.chapters.isEmpty)
    #expect(details.tracks[0]?.references == ["chap": [1, 1, 99]])
  }

  /// Three megabytes of a title are found, and not loaded into memory; a size beyond the file ends with the file.
  @Test func omitsMegabyteTags() throws {
    func list(_ items: [UInt8]) -> [UInt8] {
      Bytes.box("udta", Bytes.full("meta", Bytes.full("hdlr", Bytes.big(0, 20)), Bytes.box("ilst", items)))
    }
    func item(_ type: String, _ text: [UInt8]) -> [UInt8] {
      Bytes.box(type, Bytes.box("data", Bytes.big(1, 4), Bytes.big(0, 4), text))
    }
    let long = [UInt8](repeating: 0x61, count: 3 << 20)
    func found(_ items: [UInt8]) throws -> [MediaTag] {
      try Self.open(MadeMovie(tracks: [.init(identifier: 1)], userData: list(items)).data).details.tags
    }
    let tags = try found(item("©nam", long) + item("©ART", Array("B".utf8)))
    #expect(tags.first { $0.key == "©ART" }?.text == "B")
    guard case .stored(let range, .raw)? = tags.first(where: { $0.key == "©nam" })?.value else {
      return #expect(Bool(false))
    }
    #expect(range.count == long.count)
    let many = (0..<10_000).flatMap { _ in item("©cmt", [0x62]) }
    #expect(try found(many).count == TagLimits.count)
  }

  /// Damage anywhere in the headers of a file. The result does not matter, only that there is one.
  @Test(arguments: ["audio-only.m4a", "vfr.mkv", "audio.mp3", "audio.flac", "audio.ogg", "audio.wav", "fragmented.mp4"])
  func survivesDamageAnywhere(name: String) throws {
    let whole = try Data(contentsOf: Fixtures.url(name))
    var numbers = SeededNumbers(3)
    // Tables are at the front and at the end.
    let spans = [0..<min(whole.count, 4096), max(0, whole.count - 4096)..<whole.count]
    for _ in 0..<150 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...12, using: &numbers) {
        let span = spans[Int.random(in: 0..<spans.count, using: &numbers)]
        damaged[Int.random(in: span, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
      }
      if Bool.random(using: &numbers) { damaged = damaged.prefix(Int.random(in: 0...damaged.count, using: &numbers)) }
      guard let demuxer = try? Demuxer(source: MemorySource(Data(damaged))) else { continue }
      let details = demuxer.readDetails()
      for (chapter, next) in zip(details.chapters, details.chapters.dropFirst()) {
        #expect(chapter.timeRange.end <= next.timeRange.start)
      }
    }
  }
}
