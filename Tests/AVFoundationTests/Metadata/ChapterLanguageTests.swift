import PlayheadMedia
import Testing
@testable import AVFoundation

/// Chapters with names in several languages, from values that the demuxer would report.
@Suite("§2.4 languages of chapters")
struct ChapterLanguageTests {
  private static func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
    CMTimeRange(start: CMTime(value: start, timescale: 1), end: CMTime(value: end, timescale: 1))
  }

  private static let asset: AVURLAsset = {
    var details = MediaDetails()
    details.chapters = [
      ChapterInfo(
        timeRange: range(0, 4),
        titles: [ChapterTitle(text: "One", language: "eng"), ChapterTitle(text: "Eins", language: "ger")],
        artwork: MediaTag(.quickTimeMetadata, "com.apple.quicktime.artwork", .stored(0..<3, .jpeg))),
      ChapterInfo(timeRange: range(4, 6), titles: [ChapterTitle(text: "Zwei", language: "ger")]),
      ChapterInfo(timeRange: range(6, 10), titles: []),
    ]
    return AVURLAsset(
      url: Fixture.url("text.mp4"),
      knowing: MediaInfo(
        containerName: "matroska,webm", duration: CMTime(value: 10, timescale: 1), tracks: [], metadata: [:],
        chapters: [], isSeekable: true, hasIndex: false, hasPresentationTimes: true, details: details))
  }()

  private static func titles(_ groups: [AVTimedMetadataGroup]) -> [String?] {
    groups.map { $0.items.first?.stringValue }
  }

  @Test("each language has its own list; an untitled chapter is in all of them")
  func locales() async throws {
    #expect(try await Self.asset.load(.availableChapterLocales).map(\.identifier) == ["en", "de", "und"])
    let english = Self.asset.chapterMetadataGroups(
      withTitleLocale: Locale(identifier: "en"), containingItemsWithCommonKeys: nil)
    #expect(Self.titles(english) == ["One", ""])
    #expect(english.map(\.timeRange) == [Self.range(0, 4), Self.range(6, 10)])
    let german = try await Self.asset.loadChapterMetadataGroups(withTitleLocale: Locale(identifier: "de"))
    #expect(Self.titles(german) == ["Eins", "Zwei", ""])
    #expect(german.first?.items.first?.extendedLanguageTag == "de")
    #expect(
      Self.asset.chapterMetadataGroups(withTitleLocale: Locale(identifier: "ja"), containingItemsWithCommonKeys: [])
        .map(\.timeRange) == [Self.range(6, 10)])
  }

  @Test("the best match of preferred languages, else the first list")
  func best() {
    func titles(_ languages: [String]) -> [String?] {
      Self.titles(Self.asset.chapterMetadataGroups(bestMatchingPreferredLanguages: languages))
    }
    #expect(titles(["ja", "de-CH", "en"]) == ["Eins", "Zwei", ""])
    #expect(titles(["ja"]) == ["One", ""])
    #expect(titles([]) == ["One", ""])
  }

  @Test("chapter artwork is included on request and then read from the file")
  func artwork() async throws {
    func items(_ keys: [AVMetadataKey]?) -> [AVMetadataItem] {
      Self.asset.chapterMetadataGroups(
        withTitleLocale: Locale(identifier: "de"), containingItemsWithCommonKeys: keys
      ).first?.items ?? []
    }
    #expect(items(nil).count == 1 && items([.commonKeyTitle]).count == 1)
    let image = try #require(items([.commonKeyArtwork]).last)
    #expect(image.commonKey == .commonKeyArtwork)
    // The first three bytes of the fixture: "This is a text".
    #expect(try await image.load(.dataValue) == Data("Thi".utf8))
  }
}
