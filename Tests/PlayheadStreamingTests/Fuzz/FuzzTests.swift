import CoreMedia
import Foundation
import PlayheadNetworking
import PlayheadStreaming
import TestSupport
import Testing

/// Damaged input: nothing traps, and accepted input is valid. `make fuzz` runs a million of each.
@Suite("Damaged input")
struct FuzzTests {
  private static let count = ProcessInfo.processInfo.environment["PLAYHEAD_FUZZ"].flatMap { Int($0) } ?? 2000

  private static let playlists = [
    """
    #EXTM3U
    #EXT-X-VERSION:9
    #EXT-X-TARGETDURATION:4
    #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,HOLD-BACK=12.0,CAN-SKIP-UNTIL=24
    #EXT-X-MEDIA-SEQUENCE:266
    #EXT-X-DISCONTINUITY-SEQUENCE:3
    #EXT-X-DEFINE:NAME="x",VALUE="y"
    #EXT-X-SKIP:SKIPPED-SEGMENTS=3
    #EXT-X-PROGRAM-DATE-TIME:2019-02-14T02:13:36.106Z
    #EXT-X-MAP:URI="init.mp4",BYTERANGE="100@0"
    #EXT-X-KEY:METHOD=AES-128,URI="key{$x}",IV=0x0123456789ABCDEF0123456789ABCDEF
    #EXTINF:4.00008,title
    #EXT-X-BYTERANGE:1000@0
    a.mp4
    #EXT-X-DISCONTINUITY
    #EXT-X-GAP
    #EXTINF:4.00008,
    #EXT-X-BYTERANGE:1000
    a.mp4
    #EXT-X-PART:DURATION=0.33334,URI="a.mp4",BYTERANGE="10@2000"
    #EXT-X-PRELOAD-HINT:TYPE=PART,URI="a.mp4",BYTERANGE-START=2010
    #EXT-X-DATERANGE:ID="a",START-DATE="2019-02-14T02:13:36Z",DURATION=59.993,SCTE35-OUT=0xFC00,X-A="b"
    #EXT-X-ENDLIST
    """,
    """
    #EXTM3U
    #EXT-X-INDEPENDENT-SEGMENTS
    #EXT-X-START:TIME-OFFSET=-3.5,PRECISE=YES
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="en.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=2000000,RESOLUTION=1280x720,CODECS="avc1.4d401e,mp4a.40.2",AUDIO="a"
    720.m3u8
    #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,URI="i.m3u8"
    #EXT-X-SESSION-DATA:DATA-ID="a",VALUE="b"
    """,
  ]

  private static let words = [
    "#EXTM3U\n", "\n", "\r\n", "#EXTINF:", "#EXT-X-BYTERANGE:", "@", ",", "=", "\"", "{$x}", "9223372036854775807",
    "-1",
    "18446744073709551616", "1e999", "nan", "0x", "#EXT-X-SKIP:SKIPPED-SEGMENTS=", "#EXT-X-MEDIA-SEQUENCE:", "\u{FEFF}",
    "\0",
    "#EXT-X-DEFINE:NAME=\"y\",VALUE=\"{$y}\"\n", "9999-99-99T99:99:99Z",
  ]

  @Test("playlists", arguments: [1, 2, 3, 4] as [UInt64])
  func playlists(seed: UInt64) throws {
    var mutations = Mutations(seed: seed, words: Self.words)
    var known: MediaPlaylist?
    for number in 0..<Self.count / 4 {
      let text = mutations.mutate(Array(Self.playlists[number % 2].utf8))
      guard let parsed = try? PlaylistParser.parse(text, url: URL(string: "http://h/p.m3u8?q=1")) else { continue }
      guard case .media(var playlist) = parsed else { continue }
      if let known { try? playlist.fill(from: known) }
      let timeline = PlaylistTimeline(playlist)
      #expect(timeline.starts.count == playlist.segments.count)
      #expect(zip(timeline.starts, timeline.starts.dropFirst()).allSatisfy { $0 <= $1 })
      for segment in playlist.segments {
        #expect(segment.duration >= .zero)
        if let range = segment.byteRange { #expect(range.offset >= 0 && range.length > 0 && range.end > range.offset) }
      }
      _ = timeline.date(at: timeline.range.end)
      _ = StreamStartPolicy.time(timeline, start: playlist.head.start)
      if var sliding = known.map({ PlaylistTimeline($0) }) { sliding.renew(playlist) }
      known = playlist
    }
  }

  @Test("tags before packed audio, and first bytes of segments")
  func tags() {
    let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
    let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(owner.count + 8), 0, 0] + owner + [0, 0, 0, 0, 0, 1, 2, 3]
    let tag = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame + [0xFF, 0xF1, 0x50, 0x80]
    var mutations = Mutations(seed: 5, words: ["ID3", "PRIV", "\u{7F}\u{7F}\u{7F}\u{7F}", "TXXX"])
    for _ in 0..<Self.count {
      let bytes = mutations.mutate(tag)
      if let found = PackedAudioTag(bytes) {
        #expect(found.length <= bytes.count)
        if let time = found.timestamp { #expect(time >= .zero && time < TimestampOrigins.period) }
      }
      _ = SegmentFormat(bytes)
    }
  }

  @Test("schedule documents")
  func schedules() throws {
    let url = try #require(URL(string: "http://h/s.json"))
    let tag = """
      #EXTM3U
      #EXT-X-TARGETDURATION:4
      #EXTINF:4,
      a.ts
      #EXT-X-DATERANGE:ID="s",CLASS="com.apple.hls.daterange-schedule",START-DATE="2023-11-14T22:13:20Z",DURATION=60,\
      CUE="PRE",X-URI="s.json"
      """
    guard case .media(let playlist) = try PlaylistParser.parse(tag.utf8, url: url) else { return }
    let parent = try #require(playlist.schedules.first)
    let document = #"""
      {"DATERANGES":[{"ID":"a","CLASS":"com.apple.hls.interstitial","X-SCHEDULE-OFFSET":5,"DURATION":4,"CUE":"PRE",
      "X-ASSET-URI":"ad.m3u8","X-RESUME-OFFSET":0,"X-OWN":[{"b":null}],"SCTE35-OUT":"0xFC00"},
      {"ID":"b","CLASS":"com.apple.hls.daterange-schedule","START-DATE":"2023-11-14T22:13:30Z","X-URI":"t.json"}]}
      """#
    var mutations = Mutations(
      seed: 7,
      words: ["[", "]", "{", "}", "\"", ":", ",", "1e999", "-1e18", "null", "true", "\\u0000", "9999-99-99T99"])
    for _ in 0..<Self.count {
      let bytes = mutations.mutate(Array(document.utf8))
      guard let found = DateRangeSchedule(bytes, url: url, of: parent) else { continue }
      let starts = found.interstitials.map(\.start) + found.schedules.map(\.start)
      let end = try #require(parent.end)
      #expect(starts.allSatisfy { parent.start <= $0 && $0 < end })
      #expect(found.identifiers.isSuperset(of: found.interstitials.map(\.id) + found.schedules.map(\.id)))
    }
  }

  @Test("range headers of servers")
  func ranges() {
    var mutations = Mutations(
      seed: 6, words: ["bytes", " ", "-", "/", "*", "9223372036854775807", "99999999999999999999", "0"])
    for _ in 0..<Self.count {
      let text = String(decoding: mutations.mutate(Array("bytes 100-199/1000".utf8)), as: UTF8.self)
      guard let range = ContentRange(text) else { continue }
      if let bytes = range.bytes, let total = range.total { #expect(bytes.lowerBound >= 0 && bytes.upperBound < total) }
    }
  }
}
