import Testing

@testable import PlayheadText

/// Names of caption files, as mpv's `sub-auto=exact` and media servers expect them.
@Suite struct CaptionFileNameTests {
  @Test(arguments: [
    ("Film.srt", nil, false, false), ("Film.de.srt", "de", false, false), ("film.EN.forced.ass", "EN", true, false),
    ("Film.pt-BR.vtt", "pt-BR", false, false), ("Film.zh_Hans.sdh.srt", "zh-Hans", false, true),
    ("Film.German.srt", "de", false, false), ("Film.ger.cc.srt", "ger", false, true),
    ("Film.default.en.srt", "en", false, false),
  ])
  func nameBesideMediaHasDetails(name: String, language: String?, isForced: Bool, isForHearingImpaired: Bool) throws {
    let found = try #require(CaptionFileName(name, besideMedia: "Film.mp4"))
    #expect(found.language == language && found.isForced == isForced)
    #expect(found.isForHearingImpaired == isForHearingImpaired)
  }

  @Test(arguments: [
    "Film 2.srt", "Film.part2.srt", "Film.de.en.srt", "Film.mp4", "Film", "Other.srt", "Filmde.srt", "Film.de.srt.bak",
    ".srt", "srt",
  ])
  func otherNamesDoNotBelong(name: String) { #expect(CaptionFileName(name, besideMedia: "Film.mp4") == nil) }

  @Test func nameOfMediaMayHaveDots() {
    #expect(CaptionFileName("A.B.2020.de.srt", besideMedia: "A.B.2020.mkv")?.language == "de")
    #expect(CaptionFileName("A.B.srt", besideMedia: "A.B.2020.mkv") == nil)
    #expect(CaptionFileName("noending.de.srt", besideMedia: "noending")?.language == "de")
  }

  @Test func detailsOfNameAloneAreItsLastWords() {
    #expect(CaptionFileName("/films/A Film.2020.de.srt").language == "de")
    #expect(CaptionFileName("de.film.srt").language == nil)
    #expect(CaptionFileName("film").language == nil)
  }

  @Test func extensionDeterminesKind() {
    #expect(CaptionFileName.isCaptionFile("/a/b.SRT") && CaptionFileName.isCaptionFile("b.vtt"))
    #expect(!CaptionFileName.isCaptionFile("srt") && !CaptionFileName.isCaptionFile("/a.srt/b.mp4"))
  }
}
