import CoreMedia
import Foundation
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// Chapters of every kind of container.
@Suite struct ChapterSourcesTests {
  private static func open(_ data: Data) throws -> (info: MediaInfo, details: MediaDetails) {
    let demuxer = try Demuxer(source: MemorySource(data))
    return (demuxer.info, demuxer.readDetails())
  }

  private static func shown(_ chapters: [ChapterInfo]) -> [String] {
    chapters.map { chapter in
      let titles = chapter.titles.map { "\($0.text)(\($0.language ?? "-"))" }
      return "\(chapter.timeRange.start.seconds)-\(chapter.timeRange.end.seconds) " + titles.joined(separator: " ")
    }
  }

  /// QuickTime File Format “Chapter Lists”: one track of text for each language.
  @Test func readsChapterTracksInTwoLanguages() throws {
    let movie = MadeMovie(tracks: [
      .init(identifier: 1, references: [("chap", [2, 3])]),
      .init(identifier: 2, language: "eng", texts: [(0, "One"), (4, "Two"), (7, "Three")]),
      .init(identifier: 3, language: "deu", texts: [(0, "Eins"), (4, "Zwei")], extendedLanguage: "de-AT"),
    ])
    let (info, details) = try Self.open(movie.data)
    #expect(
      Self.shown(details.chapters) == [
        "0.0-4.0 One(eng) Eins(deu)", "4.0-7.0 Two(eng) Zwei(deu)", "7.0-10.0 Three(eng)",
      ])
    #expect(info.tracks.map(\.isChapterList) == [false, true, true])
    #expect(info.tracks.map(\.languageTag) == [nil, nil, "de-AT"])
  }

  /// A list that references itself, nothing and another's list is read once.
  @Test func ignoresCyclicChapterReferences() throws {
    let movie = MadeMovie(tracks: [
      .init(identifier: 1, references: [("chap", [2, 1, 77])]),
      .init(identifier: 2, texts: [(0, "A"), (5, "B")], references: [("chap", [2, 1])]),
    ])
    let details = try Self.open(movie.data).details
    #expect(Self.shown(details.chapters) == ["0.0-5.0 A(-)", "5.0-10.0 B(-)"])
  }

  /// Nero's list: hundreds of nanoseconds, and titles with their lengths.
  @Test func readsNeroChapters() throws {
    func chapter(_ seconds: Int, _ title: String) -> [UInt8] {
      Bytes.big(seconds * 10_000_000, 8) + [UInt8(title.utf8.count)] + Array(title.utf8)
    }
    let list = Bytes.box(
      "chpl", [1, 0, 0, 0], Bytes.big(0, 4), [3], chapter(0, "Anfang"), chapter(3, "Mitte"), chapter(8, "Ende"))
    let movie = MadeMovie(tracks: [.init(identifier: 1)], userData: Bytes.box("udta", list))
    #expect(
      try Self.shown(Self.open(movie.data).details.chapters).map { $0.split(separator: " ").last } == [
        "Anfang(-)", "Mitte(-)", "Ende(-)",
      ])
  }

  /// The comments shared by Ogg and FLAC files (wiki.xiph.org “Chapter Extension”), inserted into a FLAC file.
  @Test func readsXiphChapterComments() throws {
    let whole = [UInt8](try Data(contentsOf: Fixtures.url("audio.flac")))
    let comments = [
      "CHAPTER001=00:00:00.000", "CHAPTER001NAME=First", "CHAPTER002=00:00:04.500", "CHAPTER002NAME=Second", "TITLE=T",
    ]
    var block: [UInt8] = Bytes.little(1, 4) + [0x78] + Bytes.little(comments.count, 4)
    for comment in comments { block += Bytes.little(comment.utf8.count, 4) + Array(comment.utf8) }
    // After the stream info, which is 34 bytes with a header of four (RFC 9639 §8.2) and is not the last block any
    // more.
    var file = Array(whole[..<42])
    file[4] &= 0x7F
    file += [0x84] + Bytes.big(block.count, 3) + block + Self.frames(whole)
    let details = try Self.open(Data(file)).details
    #expect(Self.shown(details.chapters) == ["0.0-4.5 First(-)", "4.5-10.0 Second(-)"])
    #expect(details.tags.map(\.key).contains("TITLE") && !details.tags.contains { $0.key.hasPrefix("CHAPTER") })
  }

  /// The data after the last metadata block.
  private static func frames(_ flac: [UInt8]) -> [UInt8] {
    var position = 4
    while true {
      let isLast = flac[position] & 0x80 != 0
      position += 4 + flac[position + 1..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      if isLast { return Array(flac[position...]) }
    }
  }

  /// Frames of ID3 (id3v2 chapter frame addendum), prepended to an MP3 file: times in milliseconds.
  @Test func readsID3ChapterFrames() throws {
    func chapter(_ name: String, _ start: Int, _ end: Int, _ title: String) -> [UInt8] {
      var content = Array(name.utf8) + [0]
      for number in [start, end, 0xFFFF_FFFF, 0xFFFF_FFFF] { content += Bytes.big(number, 4) }
      content += Bytes.frame("TIT2", [3] + Array(title.utf8))
      return Bytes.frame("CHAP", content)
    }
    let tag = Bytes.id3(
      chapter("a", 0, 2500, "Intro"), chapter("b", 2500, 9000, "Song"), Bytes.frame("TIT2", [3] + Array("Whole".utf8)))
    let audio = [UInt8](try Data(contentsOf: Fixtures.url("audio.mp3")))
    // The fixture's own tag, if any, is dropped.
    let length = ID3Tags.length(Array(audio.prefix(10))) ?? 0
    let details = try Self.open(Data(tag + audio.dropFirst(length))).details
    #expect(Self.shown(details.chapters) == ["0.0-2.5 Intro(-)", "2.5-9.0 Song(-)"])
    #expect(details.tags.filter { $0.key == "TIT2" }.map(\.text) == ["Whole"])
  }
}
