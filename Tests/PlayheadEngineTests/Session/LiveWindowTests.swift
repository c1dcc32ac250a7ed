import CoreMedia
import PlayheadNetworking
import Testing

@testable import PlayheadEngine

/// A live stream of which 20 s to 60 s can be played, and whose newest media ends at 70 s.
@Suite struct LiveWindowTests {
  private var stream: StreamSnapshot {
    var stream = StreamSnapshot()
    stream.seekable = 20...60
    stream.edge = .init(end: 70, seenAt: 0)
    return stream
  }

  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

  @Test func onlyLiveStreamsHaveAWindow() {
    #expect(LiveWindow(nil) == nil)
    #expect(LiveWindow(StreamSnapshot()) == nil)
    var ended = stream
    ended.duration = 60
    #expect(LiveWindow(ended) == nil)
    #expect(LiveWindow(stream)?.range == CMTimeRange(start: time(20), end: time(60)))
  }

  @Test func clampsTimesToWindow() throws {
    let window = try #require(LiveWindow(stream))
    for (requested, expected) in [(0.0, 20.0), (20, 20), (33.5, 33.5), (60, 60), (99, 60)] {
      #expect(window.clamped(time(requested), offset: nil) == time(expected))
      #expect(window.clamped(time(requested), offset: 15) == time(expected))
    }
  }

  @Test func positiveInfinityIsTheConfiguredDistanceFromTheNewestMedia() throws {
    let window = try #require(LiveWindow(stream))
    #expect(window.clamped(.positiveInfinity, offset: 15) == time(55))
    #expect(window.clamped(.positiveInfinity, offset: 5) == time(60))
    #expect(window.clamped(.positiveInfinity, offset: 55) == time(20))
    #expect(window.clamped(.positiveInfinity, offset: nil) == time(60))
  }

  @Test func otherRatesEndAtABound() throws {
    let window = try #require(LiveWindow(stream))
    #expect(window.bound(rate: 1, isReversed: false) == nil)
    #expect(window.bound(rate: 0.5, isReversed: false) == nil)
    let edge = try #require(window.bound(rate: 2, isReversed: false))
    #expect(edge.time == time(60) && edge.cause == .reachedLiveEdge)
    let start = try #require(window.bound(rate: -1, isReversed: true))
    #expect(start.time == time(20) && start.cause == .reachedWindowStart)
  }
}
