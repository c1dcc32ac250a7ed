import PlayheadStreaming
import Testing

@Suite struct PreloadHintTests {
  private static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-PART-INF:PART-TARGET=0.5\n"

  /// Whether the hint with some attributes covers the part with some attributes.
  private func covers(hint: String, part: String) throws -> Bool {
    let hinting = try MediaPlaylistTests.parse(Self.head + "#EXT-X-PRELOAD-HINT:TYPE=PART,\(hint)\n")
    let complete = try MediaPlaylistTests.parse(Self.head + "#EXT-X-PART:DURATION=0.5,\(part)\n")
    let segment = try #require(PlaylistTimeline(complete).unit(at: SegmentPosition(0))).segment
    return try #require(hinting.preloadHints.first).covers(segment)
  }

  @Test func coversTheWholeResource() throws {
    let hint = "URI=\"0.1.ts\""
    #expect(try covers(hint: hint, part: "URI=\"0.1.ts\""))
    #expect(try !covers(hint: hint, part: "URI=\"0.2.ts\""))
    #expect(try !covers(hint: hint, part: "URI=\"0.1.ts\",BYTERANGE=\"50@0\""))
  }

  @Test func coversTheSameRangeOnly() throws {
    let hint = "URI=\"0.ts\",BYTERANGE-START=100,BYTERANGE-LENGTH=50"
    #expect(try covers(hint: hint, part: "URI=\"0.ts\",BYTERANGE=\"50@100\""))
    #expect(try !covers(hint: hint, part: "URI=\"0.ts\",BYTERANGE=\"50@0\""))
    #expect(try !covers(hint: hint, part: "URI=\"0.ts\",BYTERANGE=\"60@100\""))
  }

  @Test func rangeWithoutLengthCoversNoRange() throws {
    let hint = "URI=\"0.ts\",BYTERANGE-START=100"
    #expect(try !covers(hint: hint, part: "URI=\"0.ts\",BYTERANGE=\"50@100\""))
  }
}
