import Foundation
import Testing

@testable import AVKit

@Suite("Audio without video")
struct MusicContentTests {
  @Test("Artist and album are one line, and a missing one leaves no separator")
  func details() {
    var choices = ItemChoices()
    #expect(MusicContent(choices, title: "a.flac").details == "")
    choices.artist = "Clara Schumann"
    #expect(MusicContent(choices, title: "").details == "Clara Schumann")
    choices.album = "Romanzen"
    #expect(MusicContent(choices, title: "").details == "Clara Schumann — Romanzen")
    choices.artist = ""
    #expect(MusicContent(choices, title: "").details == "Romanzen")
  }

  @Test("Lyrics are limited to 20,000 characters")
  func lyrics() {
    var choices = ItemChoices()
    choices.lyrics = String(repeating: "la ", count: 10_000)
    #expect(MusicContent(choices, title: "").lyrics.count == 20_000)
  }

  @Test("A cover beside the file is found regardless of case, cover before folder; other images are not covers")
  func cover() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let song = folder.appendingPathComponent("song.flac")
    func add(_ name: String) throws { try Data("x".utf8).write(to: folder.appendingPathComponent(name)) }
    try add("holiday.jpg")
    #expect(CoverImage.file(beside: song) == nil)
    try add("Folder.JPG")
    #expect(CoverImage.file(beside: song)?.lastPathComponent == "Folder.JPG")
    try add("COVER.png")
    #expect(CoverImage.file(beside: song)?.lastPathComponent == "COVER.png")
    // It is no image.
    #expect(CoverImage.load(embedded: Data("also none".utf8), url: song) == nil)
    #expect(CoverImage.load(embedded: nil, url: URL(string: "https://example.com/song.flac")) == nil)
  }
}
