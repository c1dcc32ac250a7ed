import Foundation
import PlayheadStreaming
import Testing

/// Date ranges of the class `com.apple.hls.interstitial` (second edition, appendix D).
@Suite("Interstitials in playlists")
struct InterstitialTagTests {
  private func tags(_ attributes: String...) throws -> [InterstitialTag] {
    let lines =
      ["#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z", "#EXTINF:4,", "0.ts"]
      + attributes.map { "#EXT-X-DATERANGE:" + $0 } + ["#EXT-X-ENDLIST"]
    let address = URL(string: "http://h/p/index.m3u8")
    guard case .media(let playlist) = try PlaylistParser.parse(lines.joined(separator: "\n").utf8, url: address) else {
      return []
    }
    return playlist.interstitials
  }

  private static let head = #"CLASS="com.apple.hls.interstitial",START-DATE="2024-01-01T00:00:02Z""#

  @Test("one asset, with all attributes")
  func asset() throws {
    let tag = try #require(
      try tags(
        #"ID="ad1",\#(Self.head),DURATION=15,X-ASSET-URI="http://ads/ad.m3u8",X-RESUME-OFFSET=0,X-PLAYOUT-LIMIT=12.5,"#
          + #"X-RESTRICT="SKIP,JUMP",X-SNAP="OUT, IN",CUE="ONCE",X-TIMELINE-OCCUPIES="RANGE","#
          + #"X-TIMELINE-STYLE="PRIMARY",X-CONTENT-MAY-VARY="NO",X-COM-BEACON="b""#
      ).first)
    #expect(tag.id == "ad1")
    #expect(tag.start == ISO8601DateFormatter().date(from: "2024-01-01T00:00:02Z"))
    let asset = try #require(URL(string: "http://ads/ad.m3u8"))
    #expect(tag.source == .asset(asset))
    #expect(tag.duration == 15 && tag.resumeOffset == 0 && tag.playoutLimit == 12.5)
    #expect(tag.restrictsJumps && tag.restrictsSkips && tag.snapsStart && tag.snapsEnd)
    #expect(tag.cue == .atDate && tag.playsOnce)
    #expect(tag.occupiesRange && tag.isPrimaryStyle && !tag.contentMayVary)
    #expect(tag.attributes == ["X-COM-BEACON": .text("b")])
  }

  @Test("the skip control, and its override in an asset list (appendix D.3)")
  func skip() throws {
    let tag = try #require(
      try tags(
        #"ID="a",\#(Self.head),X-ASSET-LIST="l",X-SKIP-CONTROL-OFFSET=2,X-SKIP-CONTROL-DURATION=5,"#
          + #"X-SKIP-CONTROL-LABEL-ID="Exit-Label""#
      ).first)
    #expect(tag.skip.offset == 2 && tag.skip.duration == 5 && tag.skip.labelID == "Exit-Label")
    #expect(tag.attributes.isEmpty)
    let url = try #require(URL(string: "http://h/l"))
    let text = #"{"ASSETS":[{"URI":"a"}],"SKIP-CONTROL":{"OFFSET":5,"DURATION":20}}"#
    let list = try #require(InterstitialAssetList(Array(text.utf8), url: url))
    let skip = tag.skip.overridden(by: list.skip)
    #expect(skip.offset == 5 && skip.duration == 20 && skip.labelID == "Exit-Label")
    for broken in [#""x""#, #"{"OFFSET":"5"}"#, #"{"OFFSET":-5}"#] {
      let text = #"{"ASSETS":[{"URI":"a"}],"SKIP-CONTROL":"# + broken + "}"
      let list = try #require(InterstitialAssetList(Array(text.utf8), url: url))
      #expect(list.assets.count == 1 && list.skip == InterstitialSkip())
    }
    let plain = try #require(
      try tags(#"ID="a",\#(Self.head),X-ASSET-URI="http://a/",X-SKIP-CONTROL-OFFSET=-1"#).first)
    #expect(plain.skip.offset == nil)
  }

  @Test("default values")
  func defaults() throws {
    let tag = try #require(try tags(#"ID="a",\#(Self.head),X-ASSET-LIST="list.json""#).first)
    let list = try #require(URL(string: "http://h/p/list.json"))
    #expect(tag.source == .list(list))
    #expect(tag.resumeOffset == nil && tag.playoutLimit == nil && tag.duration == nil)
    #expect(!tag.restrictsJumps && !tag.restrictsSkips && !tag.snapsStart && !tag.snapsEnd && !tag.playsOnce)
    #expect(!tag.occupiesRange && !tag.isPrimaryStyle && tag.contentMayVary && tag.attributes.isEmpty)
  }

  @Test("preroll and postroll")
  func cues() throws {
    let found = try tags(
      #"ID="a",\#(Self.head),X-ASSET-URI="http://a/",CUE="PRE,ONCE""#,
      #"ID="b",\#(Self.head),X-ASSET-URI="http://b/",CUE="POST""#)
    #expect(found.map(\.cue) == [.beforeAll, .afterAll])
    #expect(found.map(\.playsOnce) == [true, false])
  }

  @Test("other classes, no date, no asset, and both an asset and a list are rejected")
  func none() throws {
    let found = try tags(
      #"ID="a",CLASS="other",START-DATE="2024-01-01T00:00:02Z",X-ASSET-URI="http://a/""#,
      #"ID="b",CLASS="com.apple.hls.interstitial",X-ASSET-URI="http://a/""#,
      #"ID="c",\#(Self.head)"#,
      #"ID="d",\#(Self.head),X-ASSET-URI="http://a/",X-ASSET-LIST="http://b/""#)
    #expect(found.isEmpty)
  }

  @Test("a downloaded playlist still references external assets")
  func written() throws {
    let range = #"ID="d",\#(Self.head),X-ASSET-LIST="../list.json?a=1",X-OWN="../list.json""#
    let text = """
      #EXTM3U
      #EXT-X-TARGETDURATION:4
      #EXT-X-DATERANGE:\(range)
      #EXTINF:4,
      0.ts
      #EXT-X-ENDLIST
      """
    let address = URL(string: "http://h/p/q/index.m3u8")
    guard case .media(let playlist) = try PlaylistParser.parse(text.utf8, url: address) else {
      Issue.record("no media playlist")
      return
    }
    let names = PlaylistWriter.Names(segment: { _ in "0" }, section: { _ in "1" }, key: { _ in nil })
    let copy = try PlaylistParser.parse(
      PlaylistWriter.text(playlist, names: names).utf8, url: URL(filePath: "/films/index.m3u8"))
    guard case .media(let copy) = copy, let tag = copy.interstitials.first else {
      Issue.record("it is not there any more")
      return
    }
    let list = try #require(URL(string: "http://h/p/list.json?a=1"))
    #expect(tag.source == .list(list))
    #expect(tag.attributes["X-OWN"] == .text("../list.json"))
  }

  @Test("valid and invalid lists of assets")
  func list() throws {
    let url = try #require(URL(string: "http://h/l/list.json?x=1"))
    let text = #"{"ASSETS":[{"URI":"a.m3u8","DURATION":5.5},{"URI":"http://b/b.m3u8"}],"X-OWN":1}"#
    let list = try #require(InterstitialAssetList(Array(text.utf8), url: url))
    #expect(list.assets.map(\.url.absoluteString) == ["http://h/l/a.m3u8", "http://b/b.m3u8"])
    #expect(list.assets.map(\.duration) == [5.5, nil])
    #expect(InterstitialAssetList(Array(#"{"ASSETS":[]}"#.utf8), url: url)?.assets.isEmpty == true)
    for broken in ["", "[]", "{}", #"{"ASSETS":[{"DURATION":5}]}"#] {
      #expect(InterstitialAssetList(Array(broken.utf8), url: url) == nil)
    }
  }
}
