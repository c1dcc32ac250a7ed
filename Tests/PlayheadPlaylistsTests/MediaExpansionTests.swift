import Foundation
import Testing

@testable import PlayheadPlaylists

@Suite struct MediaExpansionTests {
  private func names(_ locations: [String], in folder: Folder) -> [String] {
    MediaExpansion.expand(locations).map { $0.location.replacingOccurrences(of: folder.path + "/", with: "") }
  }

  @Test func folderIsListedInNaturalOrder() throws {
    let folder = try Folder()
    for name in ["10.mp3", "2.mp3", "1.MP3", "cover.jpg", ".hidden.mp3", "b/1.mp3", ".git/2.mp3"] {
      try folder.write(name)
    }
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/loop", withDestinationPath: folder.path)
    #expect(names([folder.path], in: folder) == ["1.MP3", "2.mp3", "10.mp3", "b/1.mp3"])
    #expect(names(["file://" + folder.path], in: folder).count == 4)
  }

  @Test func playlistIsExpandedWhereItStands() throws {
    let folder = try Folder()
    try folder.write("list.m3u", "#EXTINF:9,Nine\nb.mp3\nc.mp3\n")
    let entries = MediaExpansion.expand(["/a.mp3", folder.path + "/list.m3u", "http://x/y.m3u8"])
    #expect(
      entries == [
        PlaylistEntry("/a.mp3"), PlaylistEntry(folder.path + "/b.mp3", title: "Nine", duration: 9),
        PlaylistEntry(folder.path + "/c.mp3"), PlaylistEntry("http://x/y.m3u8"),
      ])
  }

  @Test func playlistMayContainPlaylistsAndFolders() throws {
    let folder = try Folder()
    try folder.write("outer.m3u", "inner.pls\nalbum\n")
    try folder.write("inner.pls", "[playlist]\nFile1=a.mp3\n")
    try folder.write("album/1.mp3")
    #expect(names([folder.path + "/outer.m3u"], in: folder) == ["a.mp3", "album/1.mp3"])
  }

  @Test func playlistThatIncludesItselfEnds() throws {
    let folder = try Folder()
    try folder.write("a.m3u", "1.mp3\nb.m3u\n2.mp3\n")
    try folder.write("b.m3u", "./../\(URL(fileURLWithPath: folder.path).lastPathComponent)/a.m3u\n3.mp3\n")
    #expect(names([folder.path + "/a.m3u"], in: folder) == ["1.mp3", "3.mp3", "2.mp3"])
    // Twice in a row is not within itself.
    try folder.write("c.m3u", "4.mp3\n")
    try folder.write("d.m3u", "c.m3u\nc.m3u\n")
    #expect(names([folder.path + "/d.m3u"], in: folder) == ["4.mp3", "4.mp3"])
  }

  @Test func playlistsWithinEachOtherStayBounded() throws {
    let folder = try Folder()
    for level in 0..<30 {
      try folder.write("\(level).m3u", String(repeating: "\(level + 1).m3u\n", count: 30))
    }
    #expect(names([folder.path + "/0.m3u"], in: folder).isEmpty)
  }

  /// Without a limit of the entries that are read, these would be a thousand million.
  @Test func longPlaylistsOfPlaylistsStayBounded() throws {
    let folder = try Folder()
    for level in 0..<4 {
      try folder.write("\(level).m3u", String(repeating: "\(level + 1).m3u\n", count: 1000))
    }
    try folder.write("4.m3u", "end.mp3\n")
    #expect(names([folder.path + "/0.m3u", folder.path + "/last.mp3"], in: folder).last == "last.mp3")
  }

  @Test func tenThousandEntriesAreListed() throws {
    let folder = try Folder()
    try folder.write("long.m3u8", (0..<10_000).map { "\($0).mp3\n" }.joined())
    #expect(names([folder.path + "/long.m3u8"], in: folder).last == "9999.mp3")
  }

  @Test func otherFilesStayForTheirErrors() throws {
    let folder = try Folder()
    try folder.write("stream.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n")
    try folder.write("not.pls", "hello")
    let files = ["stream.m3u8", "not.pls", "missing.m3u", "missing.mp4"].map { folder.path + "/" + $0 }
    #expect(MediaExpansion.expand(files).map(\.location) == files)
  }
}
