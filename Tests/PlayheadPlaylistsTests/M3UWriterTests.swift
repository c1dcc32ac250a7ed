import Foundation
import Testing

@testable import PlayheadPlaylists

@Suite struct M3UWriterTests {
  @Test func filesBelowTheFolderAreRelative() {
    let entries = [
      PlaylistEntry("/music/a b.mp3", title: "One\nTwo", duration: 61.6), PlaylistEntry("/music/x/ä.mp3", duration: 3),
      PlaylistEntry("/films/c.mkv"), PlaylistEntry("https://me:secret@example.com/d?e=f", title: "Stream"),
    ]
    let expected = """
      #EXTM3U
      #EXTINF:62,One Two
      a b.mp3
      #EXTINF:3,
      x/ä.mp3
      /films/c.mkv
      #EXTINF:-1,Stream
      https://example.com/d?e=f

      """
    #expect(M3UWriter.text(of: entries, in: "/music") == expected)
  }

  @Test func readerReturnsTheSameEntries() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let entries = ["#1.mp3", " lead.mp3", "50%.mp3", "two\nlines.mp3", "back\\slash.mp3", "plain.mp3"].map {
      PlaylistEntry(folder + "/" + $0, title: "T", duration: 5)
    }
    let path = folder + "/list.m3u8"
    try M3UWriter.write(entries, to: path)
    #expect(PlaylistFile.entries(ofFile: path) == entries)
  }

  @Test func writingToAMissingFolderFails() {
    #expect(throws: (any Error).self) { try M3UWriter.write([], to: "/nonexistent/folder/list.m3u8") }
  }
}
