import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadTesting
import TestSupport
import Testing

/// A live stream goes on while something else is played in its place.
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

  @Test("by date; after ten seconds of it the stream is as far behind the newest media as before")
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
    // The film's first segments are a little longer than a second.
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

  @Test("a window that has slid away meanwhile is gone to")
  func slidAway() throws {
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
}
