import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadStreaming
import PlayheadTesting
import TestSupport
import Testing

/// Reloads of live playlists while playback is paused, on the manual clock.
@Suite("Live playlists while paused")
struct PausedReloadTests {
  /// A run that does not reload while paused, after half a second of playback.
  private static func paused(_ broadcast: Broadcast) -> StreamRun {
    let run = StreamRun(broadcast.server.url("/a/index.m3u8")) {
      $0.changeLiveConfiguration { $0.reloadsWhilePaused = false }
    }
    run.run(seconds: 0.5)
    run.session.setRate(0)
    run.run(seconds: 0.1)
    return run
  }

  private static func slide(_ broadcast: Broadcast, seconds: Int, _ run: StreamRun) {
    for _ in 0..<seconds {
      run.run(seconds: 1)
      broadcast.slide()
    }
  }

  private static func reloads(_ broadcast: Broadcast) -> Int {
    broadcast.server.requests.count { $0.path == "/a/index.m3u8" }
  }

  @Test func stopsReloadingWhilePausedAndContinuesAtTheWindow() throws {
    let broadcast = try Broadcast(size: 8)
    let run = Self.paused(broadcast)
    let before = Self.reloads(broadcast)
    let window = run.item.snapshot.seekableRange
    Self.slide(broadcast, seconds: 30, run)
    #expect(Self.reloads(broadcast) == before)
    #expect(run.item.snapshot.seekableRange == window && run.failure == nil)
    run.session.setRate(1)
    run.run(seconds: 1)
    #expect(Self.reloads(broadcast) > before)
    // The window is 30…38 by now: the position was 5.5.
    #expect((29...33).contains(run.position))
    Self.slide(broadcast, seconds: 10, run)
    #expect(run.failure == nil && (39...44).contains(run.position))
  }

  @Test func aShortPauseContinuesWithoutASeek() throws {
    let broadcast = try Broadcast(size: 8)
    let run = Self.paused(broadcast)
    let position = run.position
    Self.slide(broadcast, seconds: 2, run)
    run.session.setRate(1)
    Self.slide(broadcast, seconds: 4, run)
    #expect(abs(run.position - position - 4) < 0.3 && run.failure == nil)
  }

  @Test func permissionStartsReloadingDuringThePause() throws {
    let broadcast = try Broadcast(size: 8)
    let run = Self.paused(broadcast)
    Self.slide(broadcast, seconds: 5, run)
    let before = Self.reloads(broadcast)
    run.item.changeLiveConfiguration { $0.reloadsWhilePaused = true }
    Self.slide(broadcast, seconds: 5, run)
    #expect(Self.reloads(broadcast) > before)
    #expect(abs((run.item.snapshot.seekableRange?.start.seconds ?? 0) - 9) < 2)
  }

  @Test func aPausedSeekBeyondTheKnownMediaReloads() throws {
    let broadcast = try Broadcast(size: 8)
    let run = Self.paused(broadcast)
    Self.slide(broadcast, seconds: 20, run)
    run.seek(to: 1)
    run.run(seconds: 3)
    #expect(run.failure == nil && run.events.contains { if case .seekFinished = $0 { true } else { false } })
  }
}
