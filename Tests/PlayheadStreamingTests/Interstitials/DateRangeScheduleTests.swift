import Foundation
import PlayheadStreaming
import Testing

/// Date ranges of the class `com.apple.hls.daterange-schedule` and their documents (second edition, appendix H).
@Suite("Date range schedules")
struct DateRangeScheduleTests {
  private static let midnight = Date(timeIntervalSince1970: 1_704_067_200)
  private static let address = URL(string: "http://h/s/day.json")!

  private func tag(_ attributes: String) throws -> ScheduleTag? {
    let text = """
      #EXTM3U
      #EXT-X-TARGETDURATION:4
      #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z
      #EXTINF:4,
      0.ts
      #EXT-X-DATERANGE:ID="day",CLASS="com.apple.hls.daterange-schedule",\(attributes)
      #EXT-X-ENDLIST
      """
    let base = URL(string: "http://h/p/index.m3u8")
    guard case .media(let playlist) = try PlaylistParser.parse(text.utf8, url: base) else { return nil }
    return playlist.schedules.first
  }

  /// From midnight for a minute.
  private func minute(_ more: String = "") throws -> ScheduleTag {
    try #require(try tag(#"START-DATE="2024-01-01T00:00:00Z",DURATION=60,X-URI="../s/day.json""# + more))
  }

  private func read(_ ranges: String, of tag: ScheduleTag, known: Set<String> = []) throws -> DateRangeSchedule {
    let text = #"{"DATERANGES":[\#(ranges)]}"#
    return try #require(DateRangeSchedule(Array(text.utf8), url: Self.address, of: tag, known: known))
  }

  private static let ad = #""CLASS":"com.apple.hls.interstitial","X-ASSET-URI":"ad.m3u8""#

  @Test("the tag: its document's URL, its interval, and the times when playback needs it")
  func tags() throws {
    let plain = try minute()
    #expect(plain.url.absoluteString == "http://h/s/day.json" && plain.reference == "../s/day.json")
    #expect(plain.start == Self.midnight && plain.end == Self.midnight.addingTimeInterval(60))
    #expect(plain.affectsStart(at: Self.midnight) && plain.affectsStart(at: Self.midnight.addingTimeInterval(59)))
    #expect(!plain.affectsStart(at: Self.midnight.addingTimeInterval(60)) && !plain.affectsStart(at: nil))
    #expect(try minute(#",CUE="PRE,ONCE""#).affectsStart(at: nil))
    #expect(!(try minute(#",CUE="POST""#)).affectsStart(at: Self.midnight))
    let open = try #require(try tag(#"START-DATE="2024-01-01T00:00:00Z",PLANNED-DURATION=60,X-URI="http://o/d""#))
    #expect(open.end == nil && open.affectsStart(at: Self.midnight.addingTimeInterval(1e6)))
    #expect(try tag(#"X-URI="d""#) == nil)
    #expect(try tag(#"START-DATE="2024-01-01T00:00:00Z""#) == nil)
  }

  @Test("joining a live stream within it reports the offset from its start")
  func joined() throws {
    let tag = try minute()
    #expect(tag.address(joinedAt: nil) == tag.url && tag.address(joinedAt: Self.midnight) == tag.url)
    let late = tag.address(joinedAt: Self.midnight.addingTimeInterval(7.5))
    #expect(late.absoluteString == "http://h/s/day.json?_HLS_start_offset=7.5")
  }

  @Test("attributes have the tag's names and JSON values; URLs are relative to the document")
  func document() throws {
    let found = try read(
      #"""
      {"ID":"a","CLASS":"com.apple.hls.interstitial","X-SCHEDULE-OFFSET":2.5,"PLANNED-DURATION":15,"CUE":"ONCE",
       "X-ASSET-LIST":"lists/a.json","X-RESUME-OFFSET":0,"X-PLAYOUT-LIMIT":4,"X-RESTRICT":"SKIP,JUMP","X-SNAP":"OUT",
       "X-COM-TEXT":"t","X-COM-NUMBER":3,"X-COM-FLAG":true,"X-COM-LIST":[1,{"b":"c"}],"X-COM-NONE":null},
      {"ID":"b","CLASS":"com.apple.hls.interstitial","START-DATE":"2024-01-01T00:00:30Z","DURATION":"6.5",
       "X-ASSET-URI":"http://ads/b.m3u8"},
      {"ID":"c","CLASS":"chapter","X-SCHEDULE-OFFSET":0}
      """#, of: try minute())
    #expect(found.faults.isEmpty && found.schedules.isEmpty)
    #expect(found.identifiers == ["a", "b", "c"] && found.interstitials.map(\.id) == ["a", "b"])
    let first = try #require(found.interstitials.first)
    #expect(first.scheduleID == "day" && first.start == Self.midnight.addingTimeInterval(2.5))
    let list = try #require(URL(string: "http://h/s/lists/a.json"))
    #expect(first.source == .list(list))
    #expect(first.duration == 15 && first.resumeOffset == 0 && first.playoutLimit == 4)
    #expect(first.playsOnce && first.restrictsJumps && first.restrictsSkips && first.snapsStart && !first.snapsEnd)
    #expect(first.attributes == ["X-COM-TEXT": .text("t"), "X-COM-NUMBER": .number(3)])
    #expect(
      first.structures == ["X-COM-FLAG": .flag(true), "X-COM-LIST": .list([.number(1), .object(["b": .text("c")])])])
    let last = try #require(found.interstitials.last)
    #expect(last.start == Self.midnight.addingTimeInterval(30) && last.duration == 6.5)
    let asset = try #require(URL(string: "http://ads/b.m3u8"))
    #expect(last.source == .asset(asset))
  }

  @Test("entries that start outside the schedule are ignored without an error")
  func window() throws {
    let found = try read(
      [-1, 0, 59.9, 60].map { #"{"ID":"\#($0)","X-SCHEDULE-OFFSET":\#($0),\#(Self.ad)}"# }.joined(separator: ","),
      of: try minute())
    #expect(found.interstitials.map(\.id) == ["0.0", "59.9"] && found.faults.isEmpty)
  }

  @Test("a preroll entry needs a preroll schedule; a postroll schedule accepts postroll entries only")
  func cues() throws {
    let ranges = ["PRE", "POST", "ONCE"].map {
      #"{"ID":"\#($0)","X-SCHEDULE-OFFSET":1,"CUE":"\#($0)",\#(Self.ad)}"#
    }.joined(separator: ",")
    let plain = try read(ranges, of: try minute())
    #expect(plain.interstitials.map(\.id) == ["POST", "ONCE"] && plain.faults.count == 1)
    let before = try read(ranges, of: try minute(#",CUE="PRE""#))
    #expect(before.interstitials.map(\.cue) == [.beforeAll, .afterAll, .atDate] && before.faults.isEmpty)
    let after = try read(ranges, of: try minute(#",CUE="POST""#))
    #expect(after.interstitials.map(\.cue) == [.afterAll] && after.faults.count == 2)
  }

  @Test("nested schedules end with their parent, and not in themselves")
  func nested() throws {
    let text = #""CLASS":"com.apple.hls.daterange-schedule","X-SCHEDULE-OFFSET":50,"DURATION":30,"X-URI":"#
    let found = try read(#"{"ID":"n",\#(text)"night.json"},{"ID":"self",\#(text)"day.json"}"#, of: try minute())
    // The second one is the document itself.
    #expect(found.schedules.map(\.id) == ["n"] && found.faults.count == 1)
    var tag = try #require(found.schedules.first)
    #expect(tag.url.absoluteString == "http://h/s/night.json" && tag.start == Self.midnight.addingTimeInterval(50))
    #expect(tag.end == Self.midnight.addingTimeInterval(60) && tag.outer == [Self.address])
    #expect(tag.address(joinedAt: tag.start.addingTimeInterval(5)) == tag.url)
    // The nesting of documents is limited.
    var depth = 1
    while depth < 20 {
      let next = try read(
        #"{"ID":"n\#(depth)","CLASS":"com.apple.hls.daterange-schedule","X-SCHEDULE-OFFSET":0,"X-URI":"\#(depth).json"}"#,
        of: tag)
      guard let inner = next.schedules.first else { break }
      tag = inner
      depth += 1
    }
    #expect(depth == 3)
  }

  @Test(
    "invalid entries are reported and skipped, and the rest applies",
    arguments: [
      #"{"CLASS":"c","X-SCHEDULE-OFFSET":1}"#, #"{"ID":"x","X-SCHEDULE-OFFSET":1}"#, #"{"ID":"x","CLASS":"c"}"#,
      #"{"ID":"x","CLASS":"c","X-SCHEDULE-OFFSET":1,"START-DATE":"2024-01-01T00:00:00Z"}"#,
      #"{"ID":"x","CLASS":"c","START-DATE":"soon"}"#, #"{"ID":"x","CLASS":"c","X-SCHEDULE-OFFSET":"soon"}"#,
      #"{"ID":"x","CLASS":"c","X-SCHEDULE-OFFSET":1e300}"#,
      #"{"ID":"x","CLASS":"com.apple.hls.interstitial","X-SCHEDULE-OFFSET":1}"#,
      #"{"ID":"x","CLASS":"com.apple.hls.daterange-schedule","X-SCHEDULE-OFFSET":1}"#,
      #"{"ID":"day","CLASS":"c","X-SCHEDULE-OFFSET":1}"#, #"{"ID":"taken","CLASS":"c","X-SCHEDULE-OFFSET":1}"#,
      #"{"ID":"good","CLASS":"c","X-SCHEDULE-OFFSET":1}"#, #"["ID"]"#, "7",
    ])
  func faults(_ range: String) throws {
    let found = try read(
      #"{"ID":"good","X-SCHEDULE-OFFSET":1,\#(Self.ad)},\#(range)"#, of: try minute(), known: ["taken"])
    #expect(found.interstitials.map(\.id) == ["good"] && found.faults.count == 1)
    #expect(found.faults.first?.contains("date range 2") == true)
  }

  @Test("invalid schedules", arguments: ["", "[]", "{}", #"{"DATERANGES":{}}"#, #"{"ASSETS":[]}"#, "\u{0}"])
  func unreadable(_ text: String) throws {
    #expect(DateRangeSchedule(Array(text.utf8), url: Self.address, of: try minute()) == nil)
  }

  @Test("the number of date ranges and the nesting are limited")
  func bounds() throws {
    let many = (0..<1005).map { #"{"ID":"\#($0)","X-SCHEDULE-OFFSET":1,\#(Self.ad)}"# }.joined(separator: ",")
    let found = try read(many, of: try minute())
    #expect(found.interstitials.count == 1000 && found.faults.count == 1)
    let deep = #"{"DATERANGES":["# + String(repeating: "[", count: 100_000)
    #expect(DateRangeSchedule(Array(deep.utf8), url: Self.address, of: try minute()) == nil)
  }
}
