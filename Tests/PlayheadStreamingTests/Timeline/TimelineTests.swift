import CoreMedia
import Foundation
import PlayheadStreaming
import Testing

@Suite("Stream timelines")
struct TimelineTests {
  private func playlist(_ first: Int, _ count: Int, ends: Bool = false, dates: Bool = false) throws -> MediaPlaylist {
    var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
    for number in first..<first + count {
      if dates {
        text += String(format: "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:%02d:%02dZ\n", number * 4 / 60, number * 4 % 60)
      }
      text += "#EXTINF:4,\n\(number).ts\n"
    }
    return try MediaPlaylistTests.parse(text + (ends ? "#EXT-X-ENDLIST" : ""))
  }

  private func seconds(_ time: CMTime?) -> Double? { time?.seconds }

  @Test("segments keep their times while the window moves")
  func sliding() throws {
    var timeline = PlaylistTimeline(try playlist(10, 5))
    #expect(timeline.range == CMTimeRange(start: .zero, end: CMTime(value: 20, timescale: 1)))
    #expect(timeline.renew(try playlist(12, 5)))
    #expect(timeline.range.start.seconds == 8 && timeline.range.end.seconds == 28)
    #expect(!timeline.renew(try playlist(12, 5)))
    // Past all known segments: three are missing in between.
    timeline.renew(try playlist(20, 2))
    #expect(timeline.range.start.seconds == 40)
    #expect(timeline.index(ofSequence: 21) == 1)
    #expect(timeline.index(at: CMTime(value: 44, timescale: 1)) == 1)
    #expect(timeline.index(at: CMTime(value: 999, timescale: 1)) == 1)
    #expect(timeline.index(at: .zero) == 0)
  }

  @Test("other renditions are aligned by dates, by numbers, or by their ends")
  func alignment() throws {
    let live = PlaylistTimeline(try playlist(10, 5))
    #expect(PlaylistTimeline(try playlist(12, 4), alignedWith: live).range.start.seconds == 8)
    #expect(PlaylistTimeline(try playlist(8, 4), alignedWith: live).range.start.seconds == -8)
    #expect(PlaylistTimeline(try playlist(500, 5), alignedWith: live).range.end.seconds == 20)
    let dated = PlaylistTimeline(try playlist(10, 5, dates: true))
    var other = try playlist(10, 3, dates: true)
    for index in other.segments.indices { other.segments[index].mediaSequence += 700 }
    #expect(PlaylistTimeline(other, alignedWith: dated).range.start.seconds == 0)
  }

  @Test func anotherPlaylistContinuesAtTheSameTime() throws {
    let old = PlaylistTimeline(try playlist(10, 5))
    let new = PlaylistTimeline(try playlist(100, 5, ends: true))
    // 8 s: the third segment of both.
    #expect(new.position(continuing: SegmentPosition(12), of: old) == SegmentPosition(102))
    // Durations that are rounded differently by less than the tolerance name the same segment.
    let late = PlaylistTimeline(try playlist(100, 5), origin: CMTime(value: 4, timescale: 100))
    #expect(late.position(continuing: SegmentPosition(12), of: old) == SegmentPosition(102))
  }

  @Test func anotherPlaylistContinuesAtItsEdgeIfItIsShorter() throws {
    let old = PlaylistTimeline(try playlist(10, 5))
    let new = PlaylistTimeline(try playlist(100, 2))
    #expect(new.position(continuing: SegmentPosition(12), of: old) == SegmentPosition(102))
    // A position that is not available yet is the end of the old playlist: 20 s.
    #expect(new.position(continuing: SegmentPosition(15), of: old) == SegmentPosition(102))
    #expect(PlaylistTimeline(MediaPlaylist()).position(continuing: SegmentPosition(12), of: old) == SegmentPosition(0))
  }

  @Test("dates of times and times of dates")
  func dates() throws {
    let timeline = PlaylistTimeline(try playlist(10, 5, dates: true))
    let start = Date(timeIntervalSince1970: 1_704_067_240)
    #expect(timeline.date(at: CMTime(value: 5, timescale: 1)) == start.addingTimeInterval(5))
    #expect(seconds(timeline.time(of: start.addingTimeInterval(9.5))) == 9.5)
    #expect(timeline.time(of: start.addingTimeInterval(-1)) == nil)
    #expect(timeline.time(of: start.addingTimeInterval(21)) == nil)
    #expect(PlaylistTimeline(try playlist(0, 2)).date(at: .zero) == nil)
  }

  @Test("33-bit timestamps wrap around, those of MP4 do not")
  func wrap() {
    func ticks(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 90_000) }
    var origins = TimestampOrigins()
    let late = (Int64(1) << 33) - 900_000
    #expect(origins.origin(ofDiscontinuity: 0, first: ticks(late), expected: .zero, wraps: true) == ticks(late))
    // Twenty seconds later, ten seconds after the wraparound.
    let again = origins.origin(
      ofDiscontinuity: 0, first: ticks(900_000), expected: CMTime(value: 20, timescale: 1), wraps: true)
    #expect((ticks(900_000) - again).seconds == 20)
    // libavformat continues below zero where it unwraps the timestamps.
    let below = origins.origin(
      ofDiscontinuity: 0, first: ticks(-900_000), expected: .zero, wraps: true)
    #expect((ticks(-900_000) - below).seconds == 0)
    #expect(
      origins.origin(ofDiscontinuity: 1, first: ticks(90), expected: CMTime(value: 30, timescale: 1), wraps: false)
        == ticks(90) - CMTime(value: 30, timescale: 1))
  }

  @Test("discontinuities that left the live window are forgotten, except the last few")
  func forgotten() {
    var origins = TimestampOrigins()
    for number in 0..<1000 {
      let time = CMTime(value: CMTimeValue(number), timescale: 1)
      _ = origins.origin(ofDiscontinuity: number, first: time, expected: .zero, wraps: false)
      origins.forget(before: number - 2)
      #expect(origins.isKnown(number) && origins.isKnown(max(0, number - 10)))
    }
    #expect(origins.count < 25 && !origins.isKnown(900))
    // A complete playlist forgets nothing.
    var clip = TimestampOrigins()
    for number in 0..<1000 { _ = clip.origin(ofDiscontinuity: number, first: .zero, expected: .zero, wraps: false) }
    clip.forget(before: 0)
    #expect(clip.count == 1000)
  }

  @Test("the start: on demand at the beginning, live three target durations before the end, or as declared")
  func start() throws {
    let live = PlaylistTimeline(try playlist(0, 10))
    #expect(StreamStartPolicy.time(live, start: nil).seconds == 28)
    #expect(StreamStartPolicy.edge(live).seconds == 28)
    #expect(StreamStartPolicy.time(PlaylistTimeline(try playlist(0, 10, ends: true)), start: nil).seconds == 0)
    #expect(StreamStartPolicy.time(PlaylistTimeline(try playlist(0, 2)), start: nil).seconds == 0)
    let short = try MediaPlaylistTests.parse(
      "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-SERVER-CONTROL:HOLD-BACK=14\n#EXT-X-START:TIME-OFFSET=-6\n"
        + String(repeating: "#EXTINF:4,\na\n", count: 10))
    let timeline = PlaylistTimeline(short)
    #expect(StreamStartPolicy.edge(timeline).seconds == 26)
    // Nearer to the end than permitted.
    #expect(StreamStartPolicy.time(timeline, start: short.head.start).seconds == 26)
  }
}
