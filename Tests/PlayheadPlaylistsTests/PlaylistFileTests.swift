import Foundation
import Testing

@testable import PlayheadPlaylists

@Suite struct PlaylistFileTests {
  private func entries(_ text: String, _ format: PlaylistFile.Format) -> [PlaylistEntry]? {
    PlaylistFile.entries(in: Array(text.utf8), format: format, folder: "/music")
  }

  // MARK: M3U

  @Test func extendedM3UHasTitlesAndDurations() {
    let text = """
      #EXTM3U
      #EXTINF:123,Sample artist - Sample title
      Sample.mp3
      #EXTINF:-1 tvg-name="A, B" group-title="News",A station
      https://radio.example/stream

      # a comment
      ../other/Plain.ogg\r
      /absolute/a.flac
      """
    #expect(
      entries(text, .m3u) == [
        PlaylistEntry("/music/Sample.mp3", title: "Sample artist - Sample title", duration: 123),
        PlaylistEntry("https://radio.example/stream", title: "A station"),
        PlaylistEntry("/music/../other/Plain.ogg"), PlaylistEntry("/absolute/a.flac"),
      ])
  }

  /// RFC 8216: the tags of a media playlist and of a multivariant playlist.
  @Test(arguments: [
    "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n",
  ])
  func streamPlaylistIsNoList(text: String) { #expect(entries(text, .m3u) == nil) }

  @Test func titleBelongsToNextEntryOnly() {
    #expect(
      entries("#EXTINF:1,A\na\nb", .m3u) == [
        PlaylistEntry("/music/a", title: "A", duration: 1), PlaylistEntry("/music/b"),
      ])
  }

  @Test func legacyEncodingIsDecoded() {
    let bytes = Array("#EXTINF:5,Bj".utf8) + [0xF6] + Array("rk\nBj".utf8) + [0xF6] + Array("rk - Jóga".utf8.prefix(6))
    let found = PlaylistFile.entries(in: bytes, format: .m3u, folder: "/nowhere")
    #expect(found?.first?.title == "Björk")
    #expect(found?.first?.location.hasPrefix("/nowhere/Björk") == true)
  }

  @Test func utf16IsDecoded() {
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in "a.mp3\r\nb.mp3\r\n".utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(
      PlaylistFile.entries(in: bytes, format: .m3u, folder: "/m")?.map(\.location) == ["/m/a.mp3", "/m/b.mp3"])
  }

  // MARK: PLS

  @Test func numberedKeysAreSorted() {
    let text = """
      [playlist]
      NumberOfEntries=3
      File10=c.mp3
      File2=http://radio.example:8000/
      title2=A station
      Length2=-1
      FILE1=a.mp3
      Length1=61
      Title7=without a file
      Version=2
      """
    #expect(
      entries(text, .pls) == [
        PlaylistEntry("/music/a.mp3", duration: 61), PlaylistEntry("http://radio.example:8000/", title: "A station"),
        PlaylistEntry("/music/c.mp3"),
      ])
    #expect(entries("File1=a.mp3", .pls) == nil)
  }

  @Test func numbersOutOfRangeAreIgnored() {
    #expect(entries("[playlist]\nFile99999999999999999999=a.mp3\nFile-1=b.mp3\nFilex=c\n", .pls)?.count == 1)
  }

  // MARK: XSPF

  /// The example of the specification's introduction, extended by a relative location.
  @Test func tracksOfXSPF() {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/">
        <trackList>
          <track><location>file:///mp3s/song%201.mp3</location></track>
          <track><title>B &amp; C</title><creator>A</creator><location>more/2%20x.ogg</location>
            <location>ignored.ogg</location><duration>271066</duration></track>
          <track><title>without a location</title></track>
        </trackList>
      </playlist>
      """
    #expect(
      entries(text, .xspf) == [
        PlaylistEntry("/mp3s/song 1.mp3"),
        PlaylistEntry("/music/more/2 x.ogg", title: "A – B & C", duration: 271.066),
      ])
    #expect(entries("<html/>", .xspf) == nil)
    #expect(entries("no XML", .xspf) == nil)
  }

  /// Ten entities of ten references each (CVE-2003-1564): none is expanded.
  @Test func entitiesAreNotExpanded() {
    var text = "<?xml version=\"1.0\"?><!DOCTYPE playlist [<!ENTITY a \"aaaaaaaaaa\">"
    for (name, other) in zip("bcdefghij", "abcdefghi") {
      text += "<!ENTITY \(name) \"" + String(repeating: "&\(other);", count: 10) + "\">"
    }
    text += "]><playlist><trackList><track><location>&j;</location></track></trackList></playlist>"
    #expect(entries(text, .xspf)?.allSatisfy { $0.location.utf8.count < 1000 } != false)
  }

  // MARK: References

  @Test func namesDetermineFormat() {
    #expect(PlaylistFile.format(ofName: "/a/B.M3U8") == .m3u)
    #expect(PlaylistFile.format(ofName: "a.pls") == .pls)
    #expect(PlaylistFile.format(ofName: "a.xspf") == .xspf)
    #expect(PlaylistFile.format(ofName: "/a.m3u/b") == nil)
    #expect(PlaylistFile.format(ofName: "a.mp3") == nil)
  }

  @Test func existingFormOfReferenceIsUsed() throws {
    let folder = try Folder()
    try folder.write("sub/my song.mp3")
    try folder.write("100%25.mp3")
    let resolver = LocationResolver(folder: folder.path)
    #expect(resolver.location("sub\\my song.mp3") == folder.path + "/sub/my song.mp3")
    #expect(resolver.location("sub/my%20song.mp3") == folder.path + "/sub/my song.mp3")
    #expect(resolver.location("100%25.mp3") == folder.path + "/100%25.mp3")
    #expect(resolver.location("C:\\Music\\100%25.mp3") == folder.path + "/100%25.mp3")
    #expect(resolver.location("missing%20file.mp3") == folder.path + "/missing%20file.mp3")
  }
}

/// A folder that exists as long as the object.
final class Folder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("playlists-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, and creates the folders that it needs.
  func write(_ name: String, _ text: String = "x") throws {
    let file = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
