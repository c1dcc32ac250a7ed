import PlayheadStreaming
import Testing

/// Playlists that RFC 8216 and its second edition forbid playing.
@Suite("Invalid playlists")
struct PlaylistRefusalTests {
  private func error(_ lines: String...) -> PlaylistError? {
    do throws(PlaylistError) {
      _ = try PlaylistParser.parse(lines.joined(separator: "\n").utf8)
      return nil
    } catch {
      return error
    }
  }

  @Test("§4.3.1.1 it must begin with #EXTM3U")
  func beginning() {
    #expect(error("") == .notAPlaylist)
    #expect(error("#EXTM3U8") == .notAPlaylist)
    #expect(error("", "#EXTM3U") == .notAPlaylist)
    #expect(error("#EXTM3U") == nil)
    #expect(error("\u{FEFF}#EXTM3U") == .byteOrderMark)
  }

  @Test("§4.3.1.2 one supported version")
  func version() {
    #expect(error("#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-VERSION:3") == .repeatedTag("EXT-X-VERSION", line: 3))
    #expect(error("#EXTM3U", "#EXT-X-VERSION:99") == .unsupportedVersion(99))
    #expect(error("#EXTM3U", "#EXT-X-VERSION:x") == nil)
  }

  @Test("§4.1 tags of both playlist types")
  func mixed() {
    let variant = "#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8"
    #expect(error("#EXTM3U", variant, "#EXTINF:1,", "a.ts") == .mixedKinds(line: 4))
    #expect(error("#EXTM3U", "#EXT-X-TARGETDURATION:1", variant) == .mixedKinds(line: 3))
  }

  @Test("§4.3.2.2 a byte range without a start")
  func byteRange() {
    #expect(error("#EXTM3U", "#EXTINF:1,", "#EXT-X-BYTERANGE:10", "a.ts") == .undefinedByteRange(line: 4))
    #expect(
      error("#EXTM3U", "#EXT-X-BYTERANGE:10@0", "#EXTINF:1,", "a.ts", "#EXT-X-BYTERANGE:10", "#EXTINF:1,", "b.ts")
        == .undefinedByteRange(line: 7))
  }

  @Test("second edition §4.4.2.3 variables: undefined, defined twice, imported without a source")
  func variables() {
    #expect(
      error("#EXTM3U", "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"", "#EXTINF:1,", "{$c}.ts")
        == .undefinedVariable("c", line: 4))
    #expect(
      error("#EXTM3U", "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"", "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"")
        == .redefinedVariable("a", line: 3))
    #expect(error("#EXTM3U", "#EXT-X-DEFINE:IMPORT=\"a\"") == .undefinedVariable("a", line: 2))
    #expect(error("#EXTM3U", "#EXT-X-DEFINE:QUERYPARAM=\"a\"") == .undefinedVariable("a", line: 2))
    #expect(error("#EXTM3U", "#EXT-X-DEFINE:NAME=\"a\"") == .badDefinition(line: 2))
  }
}
