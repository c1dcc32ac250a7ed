import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadStreaming
import PlayheadTesting
import TestSupport
import Testing

/// A live stream advances while an interstitial is played.
@Suite("Interstitials of live streams")
struct LiveInterstitialTests {
  private func play(_ broadcast: Broadcast, seconds: Int, _ run: StreamRun) {
    for _ in 0..<seconds {
      run.run(seconds: 1)
      broadcast.slide()
    }
  }

  private func due(_ run: StreamRun) -> (id: String, at: Double)? {
    run.events.compactMap { event -> (id: String, at: Double)? in
      if case .interstitialDue(_, let id, let time) = event { (id, time.seconds) } else { nil }
    }.last
  }

  @Test("by date; after a ten-second event the stream has the same distance from the edge as before")
  func offset() throws {
    let broadcast = try Broadcast(size: 16)
    let run = StreamRun(broadcast.server.url("/a/index.m3u8")) { item in
      item.changeInterstitials {
        // Segment n of the broadcast begins at the date 1,700,000,000 + n.
        $0.program = [
          InterstitialPoint(id: "break", place: .date(Date(timeIntervalSince1970: 1_700_000_020)))
        ]
      }
    }
    play(broadcast, seconds: 4, run)
    let before = broadcast.end - run.position
    play(broadcast, seconds: 10, run)
    let found = try #require(due(run))
    // The file's first segments are a little longer than a second.
    #expect(found.id == "break" && abs(found.at - 20) < 0.1)
    #expect(abs(run.position - found.at) < 0.001)
    #expect(run.session.snapshot.timeControl == .waiting(.interstitialEvent))
    let waited = broadcast.end - run.position - before
    #expect(waited > 0)
    play(broadcast, seconds: 5, run)
    #expect(abs(run.position - found.at) < 0.001)
    run.session.endInterstitial("break", offset: CMTime(seconds: waited + 5, preferredTimescale: 1000))
    run.run(seconds: 0.5)
    #expect(run.session.snapshot.timeControl == .playing)
    play(broadcast, seconds: 5, run)
    #expect(abs(broadcast.end - run.position - before) < 1)
    #expect(run.failure == nil && !run.hasStalled)
  }

  @Test("when the window has moved on meanwhile, playback seeks to it")
  func positionLeftWindow() throws {
    let broadcast = try Broadcast(size: 8)
    let run = StreamRun(broadcast.server.url("/a/index.m3u8")) { item in
      item.changeInterstitials {
        $0.program = [InterstitialPoint(id: "break", place: .time(CMTime(value: 7, timescale: 1)))]
      }
    }
    play(broadcast, seconds: 40, run)
    #expect(due(run)?.at == 7 && run.position == 7)
    run.session.endInterstitial("break", offset: CMTime(value: 1, timescale: 1))
    run.run(seconds: 1)
    #expect((39...45).contains(run.position))
    #expect(run.failure == nil)
  }

  private func schedule(_ id: String, at second: Int) -> String {
    let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(second)).formatted(.iso8601)
    return #"#EXT-X-DATERANGE:ID="\#(id)",CLASS="com.apple.hls.daterange-schedule",START-DATE="\#(date)","#
      + #"X-URI="\#(id).json""#
  }

  private func answers(_ run: StreamRun) -> [String] {
    run.events.compactMap { if case .scheduleLoaded(_, let answer) = $0 { answer.id } else { nil } }
  }

  @Test("schedules: the join offset is sent; new ones are requested; expired ones are forgotten")
  func schedules() throws {
    let broadcast = try Broadcast(size: 16)
    let event = #""CLASS":"com.apple.hls.interstitial","X-ASSET-URI":"http://h/ad.m3u8""#
    for (id, offsets) in [("s", [16, 60]), ("t", [2])] {
      let ranges = offsets.map { #"{"ID":"\#(id)\#($0)","X-SCHEDULE-OFFSET":\#($0),\#(event)}"# }
      let document = #"{"DATERANGES":[\#(ranges.joined(separator: ","))]}"#
      broadcast.server.serve("/a/\(id).json", ServedResource(.data(Data(document.utf8))))
    }
    broadcast.tags = [schedule("s", at: 4)]
    broadcast.publish()
    let run = StreamRun(broadcast.server.url("/a/index.m3u8")) { item in
      item.changeInterstitials { $0.followsStream = true }
    }
    run.run(seconds: 0.1)
    #expect(answers(run) == ["s"] && run.item.interstitialTags.map(\.id) == ["s16", "s60"])
    // Three target durations before the end, at about 13; the schedule begins at 4.
    let requested = try #require(broadcast.server.requests.first { $0.path == "/a/s.json" })
    let query = try #require(URLComponents(string: requested.target)?.queryItems)
    #expect(query.map(\.name) == ["_HLS_start_offset"])
    #expect(abs((query.first?.value.flatMap(Double.init) ?? 0) - 9) < 0.3)
    broadcast.tags.append(schedule("t", at: 28))
    play(broadcast, seconds: 4, run)
    #expect(answers(run) == ["s", "t"] && run.item.interstitialTags.map(\.id) == ["s16", "s60", "t2"])
    play(broadcast, seconds: 6, run)
    let found = try #require(due(run))
    #expect(found.id == "s16" && abs(found.at - 20) < 0.1)
    run.session.endInterstitial("s16", offset: .zero)
    // The window begins after 20 then, and the schedule itself has left the playlist.
    broadcast.tags = []
    play(broadcast, seconds: 14, run)
    #expect(run.item.interstitialTags.map(\.id) == ["s60", "t2"])
    #expect(due(run)?.id == "t2" && answers(run) == ["s", "t"])
    #expect(broadcast.server.requests.filter { $0.path.hasSuffix(".json") }.count == 2)
    #expect(run.failure == nil)
  }
}
