import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// Files that lie about themselves, and files with damage anywhere: what can be told is told, and nothing stops the program.
@Suite struct BadDetailsTests {
  /// A movie with one track of video that has no samples.
  private static func movie(
    width: Int = 320, height: Int = 240, track parts: [UInt8] = [], references: [Int] = [], userData: [UInt8] = []
  ) -> Data {
    let entry = Bytes.box(
      "avc1", Bytes.big(0, 6), Bytes.big(1, 2), Bytes.big(0, 16), Bytes.big(width, 2), Bytes.big(height, 2),
      Bytes.big(0x48_0000, 4), Bytes.big(0x48_0000, 4), Bytes.big(0, 4), Bytes.big(1, 2), Bytes.big(0, 32),
      Bytes.big(24, 2), Bytes.big(0xFFFF, 2))
    let table = Bytes.box(
      "stbl", Bytes.full("stsd", Bytes.big(1, 4), entry), Bytes.full("stts", Bytes.big(0, 4)),
      Bytes.full("stsc", Bytes.big(0, 4)), Bytes.full("stsz", Bytes.big(0, 8)), Bytes.full("stco", Bytes.big(0, 4)))
    let handler = Bytes.full("hdlr", Bytes.big(0, 4), Array("vide".utf8), Bytes.big(0, 13))
    let media = Bytes.box(
      "mdia", Bytes.full("mdhd", Bytes.big(0, 8), Bytes.big(1000, 4), Bytes.big(0, 4), [0x55, 0xC4, 0, 0]), handler,
      Bytes.box("minf", Bytes.full("vmhd", Bytes.big(0, 8)), table))
    let matrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000].flatMap { Bytes.big($0, 4) }
    let header = Bytes.box(
      "tkhd", [0, 0, 0, 3], Bytes.big(0, 8), Bytes.big(1, 4), Bytes.big(0, 24), matrix, Bytes.big(width << 16, 4),
      Bytes.big(height << 16, 4))
    let chapters =
      references.isEmpty ? [] : Bytes.box("tref", Bytes.box("chap", references.flatMap { Bytes.big($0, 4) }))
    let movieHeader = Bytes.full(
      "mvhd", Bytes.big(0, 8), Bytes.big(1000, 4), Bytes.big(0, 4), Bytes.big(0x1_0000, 4), Bytes.big(0x100, 2),
      Bytes.big(0, 10), matrix, Bytes.big(0, 24), Bytes.big(2, 4))
    return Data(
      Bytes.box("ftyp", Array("isom".utf8), Bytes.big(0, 4))
        + Bytes.box("moov", movieHeader, Bytes.box("trak", header, chapters, media, parts), userData)
        + Bytes.box("mdat", Bytes.big(0, 64)))
  }

  private static func open(_ data: Data) throws -> (info: MediaInfo, details: MediaDetails) {
    let demuxer = try Demuxer(source: MemorySource(data))
    return (demuxer.info, demuxer.readDetails())
  }

  @Test(arguments: [(320, 240), (65_535, 65_535), (1, 1)]) func aTrackWithoutPackets(width: Int, height: Int) throws {
    let (info, details) = try Self.open(Self.movie(width: width, height: height))
    let track = try #require(info.tracks.first)
    #expect(track.kind == .video && track.video?.width == width && track.video?.height == height)
    #expect(details.tracks[0]?.byteCount == nil && details.chapters.isEmpty)
  }

  @Test func aTrackThatIsItsOwnChaptersIsNone() throws {
    let (info, details) = try Self.open(Self.movie(references: [1, 1, 99]))
    #expect(info.tracks.map(\.isChapterList) == [false])
    #expect(details.chapters.isEmpty)
    #expect(details.tracks[0]?.references == ["chap": [1, 1, 99]])
  }

  /// Three megabytes of a title are found, and not taken into memory; what claims more than there is ends with the file.
  @Test func textsOfMegabytes() throws {
    func list(_ items: [UInt8]) -> [UInt8] {
      Bytes.box("udta", Bytes.full("meta", Bytes.full("hdlr", Bytes.big(0, 20)), Bytes.box("ilst", items)))
    }
    func item(_ type: String, _ text: [UInt8]) -> [UInt8] {
      Bytes.box(type, Bytes.box("data", Bytes.big(1, 4), Bytes.big(0, 4), text))
    }
    let long = [UInt8](repeating: 0x61, count: 3 << 20)
    let tags = try Self.open(Self.movie(userData: list(item("©nam", long) + item("©ART", Array("B".utf8))))).details
      .tags
    #expect(tags.first { $0.key == "©ART" }?.text == "B")
    guard case .stored(let range, .raw)? = tags.first(where: { $0.key == "©nam" })?.value else {
      return #expect(Bool(false))
    }
    #expect(range.count == long.count)
    let many = (0..<10_000).flatMap { _ in item("©cmt", [0x62]) }
    #expect(try Self.open(Self.movie(userData: list(many))).details.tags.count == TagLimits.count)
  }

  /// Damage anywhere in the parts of a file that describe it. What comes out does not matter; that something does, does.
  @Test(arguments: ["audio-only.m4a", "vfr.mkv", "audio.mp3", "audio.flac", "audio.ogg", "audio.wav", "fragmented.mp4"])
  func damageAnywhere(name: String) throws {
    let whole = try Data(contentsOf: Fixtures.url(name))
    var numbers = SeededNumbers(3)
    // Tables stand in front and at the end.
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
