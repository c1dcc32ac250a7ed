import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadStreaming
import PlayheadTesting
import TestSupport
import Testing

/// A live window that slides on the manual clock.
@Suite("§5.9 live streams")
struct LiveTests {
  private func play(_ broadcast: Broadcast, seconds: Int, _ run: StreamRun) {
    for _ in 0..<seconds {
      run.run(seconds: 1)
      broadcast.slide()
    }
  }

  @Test("it starts three target durations before the end, follows the window, and has no duration")
  func window() throws {
    let broadcast = try Broadcast(size: 8)
    let run = StreamRun(broadcast.server.url("/a/index.m3u8"))
    run.run(seconds: 0.1)
    #expect((5...5.2).contains(run.position))
    #expect(run.item.snapshot.duration == .indefinite)
    play(broadcast, seconds: 30, run)
    #expect(!run.hasStalled && run.failure == nil)
    #expect((34...36).contains(run.position))
    let window = try #require(run.item.snapshot.seekableRange)
    #expect(abs(window.start.seconds - 29) <= 2 && abs(window.duration.seconds - 5) < 0.1)
    let times = run.frames.map(\.time.seconds)
    #expect(times == times.sorted())
    // Thirty a second; where the file repeats, its audio, which is a little longer, may hide one.
    let seconds = (times.last ?? 0) - (times.first ?? 0)
    #expect(abs(times.count - Int(seconds * 30 + 1.5)) <= 3)
  }

  @Test("dates of positions, and seeking to them and to the end")
  func dates() throws {
    let broadcast = try Broadcast(size: 8)
    let run = StreamRun(broadcast.server.url("/a/index.m3u8"))
    run.run(seconds: 0.1)
    let timeline = try #require(run.item.playlistTimeline)
    let date = try #require(timeline.date(at: CMTime(seconds: run.position, preferredTimescale: 1000)))
    // The file's first segment is a little longer than the others.
    #expect(abs(date.timeIntervalSince1970 - 1_700_000_000 - run.position) < 0.03)
    #expect(abs((timeline.time(of: Date(timeIntervalSince1970: 1_700_000_002.5))?.seconds ?? 0) - 2.5) < 0.03)
    run.seek(to: 100)
    run.run(seconds: 0.01)
    #expect((4.9...5.2).contains(run.position))
    run.seek(to: 1)
    run.run(seconds: 0.01)
    #expect((0.9...1.2).contains(run.position))
  }

  /// In the middle of a window of twenty seconds.
  private func joined(at time: Double, rate: Float) throws -> (Broadcast, StreamRun) {
    let broadcast = try Broadcast(size: 20)
    let run = StreamRun(broadcast.server.url("/a/index.m3u8"))
    run.run(seconds: 0.1)
    run.seek(to: time)
    run.run(seconds: 0.1)
    run.session.setRate(rate)
    return (broadcast, run)
  }

  private func causes(_ run: StreamRun) -> [SessionSnapshot.RateCause] {
    run.events.compactMap { if case .sessionChanged(let snapshot) = $0 { snapshot.rateCause } else { nil } }
  }

  @Test("faster playback falls to rate 1 at the edge, once")
  func fasterPlayback() throws {
    let (broadcast, run) = try joined(at: 10, rate: 2)
    // The edge is three seconds before the end, at 17, and advances by a second each second: from 10 on it is reached
    // in seven.
    play(broadcast, seconds: 6, run)
    #expect(run.session.snapshot.rate == 2 && causes(run).isEmpty)
    play(broadcast, seconds: 3, run)
    #expect(run.session.snapshot.rate == 1 && causes(run).first == .reachedLiveEdge)
    #expect(run.session.snapshot.timeControl == .playing && !run.hasStalled)
    let behind = broadcast.end - run.position
    play(broadcast, seconds: 5, run)
    #expect(abs(broadcast.end - run.position - behind) < 0.2)
    #expect(behind > 2 && behind < 5)
    // A later rate is the program's.
    run.session.setRate(0)
    #expect(run.session.snapshot.rateCause == nil)
  }

  @Test("reverse playback turns forward at the start of the window")
  func backward() throws {
    let (broadcast, run) = try joined(at: 12, rate: -1)
    // The window's beginning approaches, a second each second.
    play(broadcast, seconds: 5, run)
    #expect(run.session.snapshot.rate == -1 && causes(run).isEmpty)
    play(broadcast, seconds: 3, run)
    #expect(run.session.snapshot.rate == 1 && causes(run).first == .reachedWindowStart)
    let turned = run.position
    play(broadcast, seconds: 3, run)
    #expect(run.position > turned + 2 && run.failure == nil)
    let window = try #require(run.item.snapshot.seekableRange)
    #expect(run.position > window.start.seconds - 1)
  }

  @Test("media that left the window while paused is skipped")
  func paused() throws {
    let broadcast = try Broadcast(size: 8)
    let run = StreamRun(broadcast.server.url("/a/index.m3u8"))
    run.run(seconds: 0.5)
    run.session.setRate(0)
    play(broadcast, seconds: 30, run)
    #expect((5.4...5.7).contains(run.position))
    run.session.setRate(1)
    run.run(seconds: 0.2)
    #expect((28...32).contains(run.position))
  }

  @Test("an ended event has a duration and plays to its end")
  func event() throws {
    let broadcast = try Broadcast(size: 4)
    broadcast.kind = "EVENT"
    broadcast.publish()
    let run = StreamRun(broadcast.server.url("/a/index.m3u8"))
    play(broadcast, seconds: 4, run)
    #expect(run.item.snapshot.duration == .indefinite)
    #expect(run.item.snapshot.seekableRange?.start == .zero)
    broadcast.hasEnded = true
    broadcast.publish()
    run.run(seconds: 12)
    #expect(run.item.snapshot.duration.isNumeric)
    #expect(run.hasEnded)
  }

  @Test("playback starts at the configured offset and returns to it")
  func configured() throws {
    let broadcast = try Broadcast(size: 10)
    let run = StreamRun(broadcast.server.url("/a/index.m3u8")) { $0.changeLiveConfiguration { $0.offset = 5 } }
    run.run(seconds: 0.1)
    #expect((5...5.2).contains(run.position))
    #expect(run.item.snapshot.recommendedOffset == 3)
    run.seek(to: 1)
    run.run(seconds: 0.1)
    run.session.seek(
      SeekRequest(time: .positiveInfinity, toleranceBefore: .zero, toleranceAfter: .zero, identifier: 2))
    run.run(seconds: 0.1)
    #expect((4.9...5.3).contains(run.position))
    let near = StreamRun(broadcast.server.url("/a/index.m3u8")) { $0.changeLiveConfiguration { $0.offset = 0.2 } }
    near.run(seconds: 0.1)
    #expect((9...9.2).contains(near.position), "one segment from the end")
  }

  @Test("an offset lost by stalling is regained by rate within 30 s, and held")
  func regainedOffset() throws {
    let broadcast = try Broadcast(size: 20)
    let run = StreamRun(broadcast.server.url("/a/index.m3u8")) { $0.changeLiveConfiguration { $0.keepsOffset = true } }
    run.run(seconds: 0.1)
    let start = run.clock.now
    func offset() -> Double { 20 + (run.clock.now - start).seconds - run.position }
    play(broadcast, seconds: 5, run)
    #expect(abs(offset() - 3) < 0.6)
    run.session.setRate(0)
    play(broadcast, seconds: 3, run)
    run.session.setRate(1)
    run.run(seconds: 0.01)
    #expect(offset() > 5.3)
    play(broadcast, seconds: 30, run)
    #expect(abs(offset() - 3) < 0.6)
    #expect(!run.events.contains { if case .timeJumped(_, let time) = $0 { time.seconds > 18 } else { false } })
    let pauses = zip(run.audioBlocks, run.audioBlocks.dropFirst()).filter { before, next in
      let gap: Double = next.time.seconds - before.time.seconds - Double(before.samples.count / 2) / 48_000
      return abs(gap) > 0.1
    }
    #expect(pauses.count <= 2, "sound goes on while it is played faster")
    play(broadcast, seconds: 20, run)
    #expect(abs(offset() - 3) < 0.6)
  }

  /// Half an hour takes minutes of a busy machine.
  private static let isLong = ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] != nil

  /// Three minutes on the manual clock; half an hour in `make soak`. The server is silent three times for seven seconds
  /// and then has everything at once.
  @Test("three stalls: each time the offset is restored within 30 s")
  func threeWaitsSoak() throws {
    let broadcast = try Broadcast(size: 12)
    let run = StreamRun(broadcast.server.url("/a/index.m3u8")) { $0.changeLiveConfiguration { $0.keepsOffset = true } }
    run.run(seconds: 0.1)
    let start = run.clock.now
    // A segment has just been published.
    func offset() -> Double { broadcast.end - run.position }
    var stalls = 0
    for _ in 0..<3 {
      play(broadcast, seconds: Self.isLong ? 560 : 20, run)
      #expect(abs(offset() - 3) <= 0.5, "\(offset())")
      run.run(seconds: 7)
      for _ in 0..<7 { broadcast.slide() }
      play(broadcast, seconds: 33, run)
      #expect(abs(offset() - 3) <= 0.5, "\(offset())")
      let seen = run.events.count { if case .stalled = $0 { true } else { false } }
      #expect(seen == stalls + 1)
      stalls = seen
    }
    #expect(run.failure == nil && (run.clock.now - start).seconds >= (Self.isLong ? 1800 : 180))
    let jumps = run.events.count { if case .timeJumped = $0 { true } else { false } }
    #expect(jumps == 1, "only the start")
  }

  @Test("a deviation too large for rate changes is corrected by a seek")
  func correctedBySeek() throws {
    let broadcast = try Broadcast(size: 40)
    let run = StreamRun(broadcast.server.url("/a/index.m3u8")) { $0.changeLiveConfiguration { $0.keepsOffset = true } }
    run.run(seconds: 0.1)
    let start = run.clock.now
    run.session.setRate(0)
    play(broadcast, seconds: 20, run)
    run.session.setRate(1)
    play(broadcast, seconds: 8, run)
    let offset = 40 + (run.clock.now - start).seconds - run.position
    #expect(abs(offset - 3) < 1)
  }

  @Test("a playlist that is no longer updated fails after ten seconds without media")
  func stale() throws {
    let broadcast = try Broadcast(size: 6)
    let run = StreamRun(broadcast.server.url("/a/index.m3u8"))
    run.run(seconds: 20)
    guard case .stalePlaylist = run.failure?.kind else {
      Issue.record("\(String(describing: run.failure))")
      return
    }
  }
}
