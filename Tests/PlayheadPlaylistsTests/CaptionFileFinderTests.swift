import Foundation
import Testing

@testable import PlayheadPlaylists

@Suite struct CaptionFileFinderTests {
  private func folder() throws -> Folder {
    let folder = try Folder()
    for name in [
      "film.mp4", "film.srt", "film.de.srt", "film.en.forced.ass", "film.en.srt", "film2.srt", "Subs/film.fr.vtt",
      "subtitles/other.srt", "elsewhere/film.it.srt",
    ] {
      try folder.write(name)
    }
    return folder
  }

  @Test func filesBesideMediaAndInFoldersOfSubtitles() throws {
    let folder = try folder()
    let found = CaptionFileFinder.files(beside: folder.path + "/film.mp4")
    #expect(
      found.map { $0.path.replacingOccurrences(of: folder.path + "/", with: "") }
        == ["film.srt", "film.de.srt", "film.en.forced.ass", "film.en.srt", "Subs/film.fr.vtt"])
    #expect(CaptionFileFinder.files(beside: folder.path + "/missing.mp4").isEmpty)
    #expect(CaptionFileFinder.files(beside: "/nowhere/film.mp4").isEmpty)
  }

  @Test(arguments: [
    (["de-AT", "en"], "film.de.srt"), (["en-GB"], "film.en.srt"), (["ja", "fr"], "Subs/film.fr.vtt"),
    (["ja"], "film.srt"), ([], "film.srt"),
  ])
  func preferredFileIsOfUsersLanguage(languages: [String], name: String) throws {
    let folder = try folder()
    let found = CaptionFileFinder.files(beside: folder.path + "/film.mp4")
    #expect(CaptionFileFinder.preferred(of: found, languages: languages)?.path == folder.path + "/" + name)
  }

  @Test func forcedCaptionsAreShownIfThereAreNoOthers() throws {
    let folder = try Folder()
    try folder.write("film.en.forced.srt")
    let alone = CaptionFileFinder.files(beside: folder.path + "/film.mp4")
    #expect(CaptionFileFinder.preferred(of: alone, languages: ["en"])?.name.isForced == true)
    try folder.write("film.srt")
    let both = CaptionFileFinder.files(beside: folder.path + "/film.mp4")
    #expect(CaptionFileFinder.preferred(of: both, languages: ["en"])?.path == folder.path + "/film.srt")
  }
}
