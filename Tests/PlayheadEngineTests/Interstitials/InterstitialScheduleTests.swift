import CoreMedia
import Foundation
import PlayheadStreaming
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// The due interstitial at each position.
@Suite("Schedule of interstitials")
struct InterstitialScheduleTests {
  private static func at(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

  private static func point(_ id: String, _ seconds: Double) -> InterstitialPoint {
    InterstitialPoint(id: id, place: .time(at(seconds)))
  }

  private static func schedule(
    _ points: [InterstitialPoint], _ timeline: PlaylistTimeline? = nil
  )
    -> InterstitialSchedule
  {
    var schedule = InterstitialSchedule()
    schedule.adopt(points, timeline, at: .zero)
    return schedule
  }

  /// Three segments of 4 s; the first begins at midnight.
  private static func timeline() throws -> PlaylistTimeline {
    let lines = [
      "#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z", "#EXTINF:4,", "0.ts",
      "#EXTINF:4,", "1.ts", "#EXTINF:4,", "2.ts", "#EXT-X-ENDLIST",
    ]
    guard case .media(let playlist) = try PlaylistParser.parse(lines.joined(separator: "\n").utf8) else {
      throw MissingPlaylist()
    }
    return PlaylistTimeline(playlist)
  }
  private struct MissingPlaylist: Error {}

  private static func date(_ seconds: Double) throws -> Date {
    try #require(ISO8601DateFormatter().date(from: "2024-01-01T00:00:00Z")) + seconds
  }

  @Test("the next event is the first one not passed, in any insertion order")
  func order() {
    var schedule = Self.schedule([Self.point("b", 6), Self.point("a", 3)])
    #expect(schedule.nextTime == Self.at(3) && schedule.due(at: Self.at(2.9)) == nil)
    #expect(schedule.due(at: Self.at(3)) == "a")
    schedule.begin("a")
    #expect(schedule.current == "a")
    schedule.end(offset: .zero)
    #expect(schedule.current == nil && schedule.due(at: Self.at(3)) == nil)
    #expect(schedule.resumption(from: Self.at(3)) == nil)
    #expect(schedule.nextTime == Self.at(6))
  }

  @Test("events at the same time follow each other, and their offsets add up")
  func together() {
    var schedule = Self.schedule([Self.point("a", 3), Self.point("b", 3), Self.point("c", 5)])
    schedule.begin("a")
    schedule.end(offset: Self.at(1.5))
    #expect(schedule.due(at: Self.at(3)) == "b")
    schedule.begin("b")
    schedule.end(offset: Self.at(2))
    #expect(schedule.due(at: Self.at(3)) == nil)
    // 3 + 1.5 + 2: the media in between is skipped.
    #expect(schedule.resumption(from: Self.at(3)) == Self.at(6.5))
    #expect(schedule.nextTime == nil)
  }

  @Test("a seek back plays it again, unless it plays once; a seek across it does not")
  func seeks() {
    var once = Self.point("b", 6)
    once.playsOnce = true
    var schedule = Self.schedule([Self.point("a", 3), once])
    for id in ["a", "b"] {
      schedule.begin(id)
      schedule.end(offset: .zero)
    }
    schedule.jumped(to: .zero)
    #expect(schedule.nextTime == Self.at(3))
    schedule.jumped(to: Self.at(4))
    #expect(schedule.nextTime == nil)
    // An event exactly at the position is due.
    schedule.jumped(to: Self.at(3))
    #expect(schedule.due(at: Self.at(3)) == "a")
  }

  @Test("preroll: first, wherever playback starts, and only then")
  func playsPreroll() {
    var schedule = Self.schedule([
      Self.point("a", 8), InterstitialPoint(id: "pre", place: .beforeAll),
      InterstitialPoint(id: "pre2", place: .beforeAll),
    ])
    schedule.jumped(to: Self.at(8))
    for id in ["pre", "pre2", "a"] {
      #expect(schedule.due(at: Self.at(8)) == id)
      schedule.begin(id)
      schedule.end(offset: .zero)
    }
    schedule.jumped(to: .zero)
    #expect(schedule.due(at: .zero) == nil && schedule.nextTime == Self.at(8))
  }

  @Test("postroll: at the end, once for each playback")
  func playsPostroll() {
    var schedule = Self.schedule([InterstitialPoint(id: "post", place: .afterAll)])
    #expect(schedule.nextTime == nil && schedule.due(at: Self.at(1e6)) == nil)
    #expect(schedule.dueAtEnd == "post")
    schedule.begin("post")
    schedule.end(offset: .zero)
    #expect(schedule.dueAtEnd == nil)
  }

  @Test("by date; a date outside the stream is ignored")
  func dates() throws {
    let schedule = Self.schedule(
      [
        InterstitialPoint(id: "a", place: .date(try Self.date(5))),
        InterstitialPoint(id: "b", place: .date(try Self.date(50))),
      ], try Self.timeline())
    #expect(schedule.nextTime == Self.at(5))
    #expect(schedule.due(at: Self.at(5)) == "a")
    #expect(Self.schedule([InterstitialPoint(id: "a", place: .date(try Self.date(5)))]).isEmpty)
  }

  @Test("at segment boundaries: 5 s snaps to 4, and 3 s later to 8")
  func snapsToSegmentBoundaries() throws {
    var point = Self.point("a", 5)
    point.snapsStart = true
    point.snapsEnd = true
    var schedule = Self.schedule([point], try Self.timeline())
    #expect(schedule.nextTime == Self.at(4))
    schedule.begin("a")
    schedule.end(offset: Self.at(3))
    #expect(schedule.resumption(from: Self.at(4)) == Self.at(8))
  }

  @Test("a seek stops at a mandatory event, and no longer when it was played")
  func constraints() {
    var first = Self.point("a", 3)
    first.constrainsSeeking = true
    var second = Self.point("b", 6)
    second.constrainsSeeking = true
    var schedule = Self.schedule([second, first, Self.point("c", 1)])
    #expect(schedule.constrained(Self.at(9), from: .zero) == Self.at(3))
    #expect(schedule.constrained(Self.at(3), from: .zero) == Self.at(3))
    #expect(schedule.constrained(Self.at(2), from: .zero) == Self.at(2))
    #expect(schedule.constrained(Self.at(9), from: Self.at(4)) == Self.at(6))
    #expect(schedule.constrained(.zero, from: Self.at(4)) == .zero)
    schedule.begin("a")
    #expect(schedule.currentConstrainsSeeking)
    schedule.end(offset: .zero)
    #expect(schedule.constrained(Self.at(9), from: .zero) == Self.at(6))
  }

  @Test("a new event behind the position is past; a new one ahead plays")
  func renewal() {
    var schedule = Self.schedule([])
    schedule.adopt([Self.point("a", 3), Self.point("b", 9)], nil, at: Self.at(5))
    #expect(schedule.nextTime == Self.at(9))
    #expect(schedule.announce() == "b" && schedule.announce() == nil)
  }
}
