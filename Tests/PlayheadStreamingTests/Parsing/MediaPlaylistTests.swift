import CoreMedia
import Foundation
import PlayheadStreaming
import Testing

@Suite("Media playlists")
struct MediaPlaylistTests {
  static func parse(_ text: String, url: String = "http://example.com/a/b.m3u8?x=1") throws -> MediaPlaylist {
    guard case .media(let playlist) = try PlaylistParser.parse(text.utf8, url: URL(string: url)) else {
      throw PlaylistError.notAPlaylist
    }
    return playlist
  }

  @Test("an update without keys removes them")
  func updateWithoutKeys() throws {
    func read(_ text: String) throws -> MediaPlaylist {
      guard case .media(let playlist) = try PlaylistParser.parse(Array(text.utf8)) else {
        throw CocoaError(.coderInvalidValue)
      }
      return playlist
    }
    let head = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:10\n"
    let whole = try read(head + "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:4,\na\n#EXTINF:4,\nb\n")
    var silent = try read(head + "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXTINF:4,\nc\n")
    try silent.fill(from: whole)
    #expect(silent.segments.map(\.keys.count) == [1, 1, 1])
    var open = try read(head + "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:4,\nc\n")
    try open.fill(from: whole)
    #expect(open.segments.map(\.keys.count) == [1, 1, 0])
  }

  @Test("CR LF line endings and surrounding blanks are accepted")
  func lineEnds() throws {
    let playlist = try Self.parse(
      "#EXTM3U\r\n#EXT-X-VERSION: 4 \r\n#EXTINF:3.003, A title \r\n a.ts \r\n#EXT-X-ENDLIST")
    #expect(playlist.head.version == 4)
    #expect(playlist.segments.map(\.uri) == ["a.ts"])
    #expect(playlist.segments[0].title == "A title")
    #expect(playlist.segments[0].duration == CMTime(value: 3003, timescale: 1000))
    #expect(playlist.hasEnded)
  }

  @Test("URLs are relative to the playlist")
  func addresses() throws {
    let playlist = try Self.parse(
      "#EXTM3U\n#EXTINF:1\nc.ts\n#EXTINF:1\n/d.ts\n#EXTINF:1\n//h/e.ts\n#EXTINF:1\nhttps://h/f")
    #expect(
      playlist.segments.map { $0.url?.absoluteString } == [
        "http://example.com/a/c.ts", "http://example.com/d.ts", "http://h/e.ts", "https://h/f",
      ])
  }

  @Test("segments carry numbers, discontinuities and dates")
  func numbers() throws {
    let playlist = try Self.parse(
      """
      #EXTM3U
      #EXT-X-MEDIA-SEQUENCE:7
      #EXT-X-DISCONTINUITY-SEQUENCE:2
      #EXT-X-PROGRAM-DATE-TIME:2010-02-19T14:54:23.031+08:00
      #EXTINF:1,
      a
      #EXT-X-DISCONTINUITY
      #EXTINF:1,
      b
      #EXT-X-GAP
      #EXTINF:1,
      c
      """)
    #expect(playlist.segments.map(\.mediaSequence) == [7, 8, 9])
    #expect(playlist.segments.map(\.discontinuitySequence) == [2, 3, 3])
    #expect(playlist.segments.map(\.isDiscontinuity) == [false, true, false])
    #expect(playlist.segments.map(\.isGap) == [false, false, true])
    // 2010-02-19T06:54:23Z by `date -u -d`.
    #expect(abs((playlist.segments[0].date?.timeIntervalSince1970 ?? 0) - 1_266_562_463.031) < 1e-6)
  }

  @Test("byte ranges continue where the previous one ended")
  func ranges() throws {
    let playlist = try Self.parse(
      "#EXTM3U\n#EXT-X-BYTERANGE:10@5\n#EXTINF:1,\na\n#EXT-X-BYTERANGE:20\n#EXTINF:1,\na\n#EXTINF:1,\na")
    #expect(
      playlist.segments.map(\.byteRange) == [
        ByteRange(offset: 5, length: 10), ByteRange(offset: 15, length: 20), nil,
      ])
  }

  @Test("keys apply until the next of their format, NONE ends all; a map keeps the keys at its position")
  func keys() throws {
    let playlist = try Self.parse(
      """
      #EXTM3U
      #EXT-X-KEY:METHOD=AES-128,URI="k1",IV=0x0102
      #EXT-X-MAP:URI="init",BYTERANGE="100@20"
      #EXTINF:1,
      a
      #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://x",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1/2"
      #EXTINF:1,
      b
      #EXT-X-KEY:METHOD=AES-128,URI="k2"
      #EXTINF:1,
      c
      #EXT-X-KEY:METHOD=NONE
      #EXTINF:1,
      d
      """)
    #expect(playlist.segments.map { $0.keys.map(\.uri) } == [["k1"], ["k1", "skd://x"], ["skd://x", "k2"], []])
    #expect(playlist.segments[0].keys[0].initializationVector == [UInt8](repeating: 0, count: 14) + [1, 2])
    #expect(playlist.segments[1].keys[1].formatVersions == [1, 2])
    #expect(playlist.segments[2].keys[1].initializationVector == nil)
    #expect(playlist.segments[3].map?.byteRange == ByteRange(offset: 20, length: 100))
    #expect(playlist.segments[3].map?.keys.map(\.uri) == ["k1"])
  }

  @Test("variables are replaced in URLs and quoted values, also from the query")
  func variables() throws {
    let playlist = try Self.parse(
      """
      #EXTM3U
      #EXT-X-VERSION:11
      #EXT-X-DEFINE:NAME="host",VALUE="http://h"
      #EXT-X-DEFINE:QUERYPARAM="x"
      #EXT-X-MAP:URI="{$host}/init?{$x}"
      #EXTINF:1,
      {$host}/{$x}/{$}{ $x}.ts
      """)
    #expect(playlist.segments[0].map?.uri == "http://h/init?1")
    #expect(playlist.segments[0].uri == "http://h/1/{$}{ $x}.ts")
    // Without variables in the version, the characters are literal.
    #expect(try Self.parse("#EXTM3U\n#EXTINF:1,\n{$x}.ts").segments[0].uri == "{$x}.ts")
  }

  @Test("date ranges: client attributes, SCTE-35, further tags that add")
  func dateRanges() throws {
    let playlist = try Self.parse(
      """
      #EXTM3U
      #EXT-X-DATERANGE:ID="ad",CLASS="c",START-DATE="2020-01-02T21:55:44Z",PLANNED-DURATION=30.5,X-A="t,u",X-B=1.5,X-C=0xFF
      #EXT-X-DATERANGE:ID="ad",DURATION=29,SCTE35-IN=0xFC00,CUE="PRE,ONCE"
      """)
    let range = try #require(playlist.dateRanges.first)
    #expect(playlist.dateRanges.count == 1)
    #expect(range.start?.timeIntervalSince1970 == 1_578_002_144)
    #expect(range.clientAttributes == ["X-A": .text("t,u"), "X-B": .number(1.5), "X-C": .bytes([255])])
    #expect(range.duration == 29 && range.plannedDuration == 30.5)
    #expect(range.scte35 == ["SCTE35-IN": [0xFC, 0]])
    #expect(range.cue == ["PRE", "ONCE"])
  }

  @Test("parts, hints, reports and server control")
  func lowLatency() throws {
    let playlist = try Self.parse(
      """
      #EXTM3U
      #EXT-X-TARGETDURATION:4
      #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.0,CAN-SKIP-UNTIL=12.0
      #EXT-X-PART-INF:PART-TARGET=0.33334
      #EXT-X-PART:DURATION=0.33334,URI="p0",INDEPENDENT=YES
      #EXT-X-PART:DURATION=0.33334,URI="p1",GAP=YES
      #EXTINF:4.00008,
      s0
      #EXT-X-PART:DURATION=0.33334,URI="p2",BYTERANGE="10@0"
      #EXT-X-PART:DURATION=0.33334,URI="p2",BYTERANGE="10"
      #EXT-X-PRELOAD-HINT:TYPE=PART,URI="p3"
      #EXT-X-RENDITION-REPORT:URI="../1M/w.m3u8",LAST-MSN=273,LAST-PART=2
      """)
    #expect(playlist.serverControl.canBlockReload && playlist.serverControl.partHoldBack == 1)
    #expect(playlist.partTarget == 0.33334)
    #expect(playlist.segments[0].parts.map(\.isIndependent) == [true, false])
    #expect(playlist.segments[0].parts.map(\.isGap) == [false, true])
    #expect(playlist.openParts.map(\.byteRange?.offset) == [0, 10])
    #expect(playlist.preloadHints.map(\.kind) == [.part])
    #expect(playlist.renditionReports.first?.lastMediaSequence == 273)
    #expect(playlist.renditionReports.first?.url?.absoluteString == "http://example.com/1M/w.m3u8")
    #expect(playlist.mayGrow)
  }

  @Test("delta updates are completed from the known playlist, and refused otherwise")
  func delta() throws {
    let known = try Self.parse(
      "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:10\n#EXT-X-MAP:URI=\"i\"\n"
        + (0..<6).map { "#EXTINF:1,\ns\($0)\n" + ($0 == 2 ? "#EXT-X-DISCONTINUITY\n" : "") }.joined())
    let text = "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:12\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXTINF:1,\ns5\n#EXTINF:1,\ns6"
    var update = try Self.parse(text)
    #expect(update.segments.map(\.mediaSequence) == [15, 16])
    try update.fill(from: known)
    #expect(update.segments.map(\.uri) == ["s2", "s3", "s4", "s5", "s6"])
    #expect(update.segments.map(\.mediaSequence) == [12, 13, 14, 15, 16])
    #expect(update.segments.map(\.discontinuitySequence) == [0, 1, 1, 1, 1])
    #expect(update.segments.allSatisfy { $0.map?.uri == "i" })
    var lost = try Self.parse(text.replacingOccurrences(of: ":12", with: ":20"))
    #expect(throws: PlaylistError.missingSkippedSegments) { try lost.fill(from: known) }
  }
}
