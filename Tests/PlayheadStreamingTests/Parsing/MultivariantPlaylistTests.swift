import Foundation
import PlayheadStreaming
import Testing

@Suite("Multivariant playlists")
struct MultivariantPlaylistTests {
  private func parse(_ text: String) throws -> MultivariantPlaylist {
    guard case .multivariant(let playlist) = try PlaylistParser.parse(text.utf8, url: URL(string: "http://h/m.m3u8"))
    else { throw PlaylistError.notAPlaylist }
    return playlist
  }

  static func key(vector: [UInt8]?) -> EncryptionKey {
    let text = vector.map { ",IV=0x" + $0.map { String(format: "%02x", $0) }.joined() } ?? ""
    let playlist = try? MediaPlaylistTests.parse("#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\(text)\n#EXTINF:1,\na")
    return playlist!.segments[0].keys[0]
  }

  @Test("variants with all attributes")
  func variants() throws {
    let playlist = try parse(
      """
      #EXTM3U
      #EXT-X-INDEPENDENT-SEGMENTS
      #EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES
      #EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,SCORE=2.5,CODECS="avc1.4d401e, mp4a.40.2",\
      RESOLUTION=1280x720,FRAME-RATE=29.97,HDCP-LEVEL=NONE,VIDEO-RANGE=SDR,AUDIO="a",SUBTITLES="s",\
      CLOSED-CAPTIONS=NONE,PATHWAY-ID="CDN-A",STABLE-VARIANT-ID="v1",NAME="one"
      720.m3u8
      #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,URI="i.m3u8"
      #EXT-X-CONTENT-STEERING:SERVER-URI="/steer",PATHWAY-ID="CDN-A"
      """)
    let variant = try #require(playlist.variants.first)
    #expect(playlist.head.hasIndependentSegments)
    #expect(playlist.head.start?.offset == -12.5 && playlist.head.start?.isPrecise == true)
    #expect(variant.codecs == ["avc1.4d401e", "mp4a.40.2"])
    #expect(variant.resolution == .init(width: 1280, height: 720))
    #expect(variant.bandwidth == 2_000_000 && variant.selectionBandwidth == 1_500_000)
    #expect(variant.groups == [.audio: "a", .subtitles: "s"])
    #expect(variant.hasNoClosedCaptions)
    #expect(variant.pathwayID == "CDN-A" && variant.stableID == "v1" && variant.score == 2.5)
    #expect(playlist.iFrameVariants.first?.url?.absoluteString == "http://h/i.m3u8")
    #expect(playlist.contentSteering?.url?.absoluteString == "http://h/steer")
  }

  @Test("renditions belong to the variants that name their group")
  func renditions() throws {
    let playlist = try parse(
      """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,CHANNELS="6",URI="en.m3u8"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Commentary",AUTOSELECT=NO,CHARACTERISTICS="public.x,y",URI="c.m3u8"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="b",NAME="English",URI="en2.m3u8"
      #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="CC",INSTREAM-ID="CC1"
      #EXT-X-MEDIA:TYPE=AUDIO,NAME="of no group"
      #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a",CLOSED-CAPTIONS="cc"
      v
      """)
    let audio = playlist.renditions(.audio, of: playlist.variants[0])
    #expect(audio.map(\.name) == ["English", "Commentary"])
    #expect(audio.map(\.isAutoselect) == [true, false])
    #expect(audio[1].characteristics == ["public.x", "y"])
    #expect(playlist.renditions(.closedCaptions, of: playlist.variants[0]).map(\.inStreamID) == ["CC1"])
    #expect(playlist.renditions(.subtitles, of: playlist.variants[0]).isEmpty)
    #expect(playlist.renditions.count == 4)
    #expect(playlist.head.warnings.map(\.line) == [6])
  }

  @Test("session data and session keys")
  func session() throws {
    let playlist = try parse(
      """
      #EXTM3U
      #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="A, \u{201C}quoted\u{201D} title",LANGUAGE="en"
      #EXT-X-SESSION-DATA:DATA-ID="com.example.lyrics",URI="lyrics.json"
      #EXT-X-SESSION-DATA:DATA-ID="neither"
      #EXT-X-SESSION-KEY:METHOD=AES-128,URI="data:text/plain;base64,AAAA"
      """)
    #expect(playlist.sessionData.map(\.dataID) == ["com.example.title", "com.example.lyrics"])
    #expect(playlist.sessionData[0].value == "A, \u{201C}quoted\u{201D} title")
    #expect(playlist.sessionKeys.map(\.method) == [.aes128])
    #expect(playlist.head.warnings.count == 1)
  }
}
