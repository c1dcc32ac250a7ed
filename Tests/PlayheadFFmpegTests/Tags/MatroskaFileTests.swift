import CoreMedia
import Foundation
import PlayheadMedia
import Testing

@testable import PlayheadFFmpeg

/// Elements of RFC 9559.
@Suite struct MatroskaFileTests {
  private static func file(_ parts: [UInt8]...) throws -> MatroskaFile {
    let head = Bytes.element(0x1A45_DFA3, Bytes.text(0x4282, "matroska"))
    return try #require(
      MatroskaFile(MemorySource(Data(head + Bytes.element(0x1853_8067, parts.flatMap { $0 })))))
  }

  private static let second = 1_000_000_000

  private static func atom(_ start: Int, _ end: Int?, _ titles: [(String, String)], _ children: [UInt8]...) -> [UInt8] {
    Bytes.element(
      0xB6, Bytes.number(0x91, start * second), end.map { Bytes.number(0x92, $0 * second) } ?? [],
      titles.flatMap { Bytes.element(0x80, Bytes.text(0x85, $0.0), Bytes.text(0x437C, $0.1)) }, children.flatMap { $0 })
  }

  private static func shown(_ chapters: [ChapterInfo]) -> [String] {
    chapters.map { chapter in
      let end = chapter.timeRange.duration.isNumeric ? "\(Int(chapter.timeRange.end.seconds))" : "?"
      return "\(Int(chapter.timeRange.start.seconds))-\(end) \(chapter.title ?? "")"
    }
  }

  @Test func readsNestedChapters() throws {
    let edition = Bytes.element(
      0x45B9,
      Self.atom(
        0, 10, [("Part 1", "eng")], Self.atom(2, 5, [("Scene 1", "eng")]),
        Self.atom(5, 10, [("Scene 2", "eng")], Self.atom(5, 7, [("Shot", "eng")]))),
      Self.atom(10, nil, [("Part 2", "eng")]))
    let chapters = try Self.file(Bytes.element(0x1043_A770, edition)).chapters
    #expect(Self.shown(chapters) == ["0-2 Part 1", "2-5 Scene 1", "5-7 Shot", "10-? Part 2"])
  }

  @Test func usesDefaultEdition() throws {
    let first = Bytes.element(0x45B9, Self.atom(0, 1, [("first", "eng")]))
    let hidden = Bytes.element(
      0x45B9, Bytes.number(0x45BD, 1), Bytes.number(0x45DB, 1), Self.atom(0, 1, [("hidden", "eng")]))
    let ordered = Bytes.element(0x45B9, Bytes.number(0x45DD, 1), Self.atom(0, 1, [("ordered", "eng")]))
    let chosen = Bytes.element(0x45B9, Bytes.number(0x45DB, 1), Self.atom(0, 1, [("chosen", "eng")]))
    #expect(
      try Self.shown(Self.file(Bytes.element(0x1043_A770, ordered, hidden, first, chosen)).chapters) == ["0-1 chosen"])
    #expect(try Self.shown(Self.file(Bytes.element(0x1043_A770, ordered, hidden, first)).chapters) == ["0-1 first"])
    #expect(try Self.shown(Self.file(Bytes.element(0x1043_A770, ordered)).chapters) == ["0-1 ordered"])
  }

  @Test func readsTitlesInLanguagesAndOmitsHiddenChapters() throws {
    let both = Self.atom(0, 1, [("Beginning", "eng"), ("Anfang", "ger")])
    let hidden = Bytes.element(0xB6, Bytes.number(0x91, 0), Bytes.number(0x98, 1))
    let disabled = Bytes.element(0xB6, Bytes.number(0x91, 0), Bytes.number(0x4598, 0))
    let chapters = try Self.file(Bytes.element(0x1043_A770, Bytes.element(0x45B9, both, hidden, disabled))).chapters
    #expect(
      chapters.map(\.titles) == [
        [ChapterTitle(text: "Beginning", language: "eng"), ChapterTitle(text: "Anfang", language: "ger")]
      ])
  }

  @Test func assignsTagsToFileTracksAndChapters() throws {
    func simple(_ name: String, _ value: String, _ parts: [UInt8]...) -> [UInt8] {
      Bytes.element(0x67C8, Bytes.text(0x45A3, name), Bytes.text(0x4487, value), parts.flatMap { $0 })
    }
    let clip = Bytes.element(
      0x7373,
      simple("TITLE", "Film", Bytes.text(0x447A, "ger"), simple("SORT_WITH", "film")))
    let collection = Bytes.element(0x7373, Bytes.element(0x63C0, Bytes.number(0x68CA, 70)), simple("TITLE", "All"))
    let track = Bytes.element(0x7373, Bytes.element(0x63C0, Bytes.number(0x63C5, 99)), simple("BPS", "1000"))
    let chapter = Bytes.element(0x7373, Bytes.element(0x63C0, Bytes.number(0x63C4, 5)), simple("TITLE", "One"))
    let file = try Self.file(Bytes.element(0x1254_C367, clip, collection, track, chapter))
    #expect(
      file.tags == [
        MediaTag(.matroska, "TITLE", .text("Film"), language: "ger"),
        MediaTag(.matroska, "TITLE/SORT_WITH", .text("film")),
        MediaTag(.matroska, "COLLECTION/TITLE", .text("All")),
      ])
    #expect(file.trackTags == [99: [MediaTag(.matroska, "BPS", .text("1000"))]])
  }

  @Test func limitsElementNesting() throws {
    var nested = Bytes.element(0xB6, Bytes.number(0x91, 0))
    for _ in 0..<200 { nested = Bytes.element(0xB6, Bytes.number(0x91, 0), nested) }
    let chapters = try Self.file(Bytes.element(0x1043_A770, Bytes.element(0x45B9, nested))).chapters
    #expect(chapters.count <= 1)
  }
}
