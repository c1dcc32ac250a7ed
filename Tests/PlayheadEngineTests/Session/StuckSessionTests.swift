import CoreMedia
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

/// Sessions with an injected internal fault that hang: their watchdog ends them.
@Suite("Stuck sessions") struct StuckSessionTests {
  /// A session with a hook that modifies its loop on the loop's own thread, each time that it reports events.
  private final class FaultySession: @unchecked Sendable {
    // Sendable: the loop and the hook belong to the session's thread; the rest is constant, or guarded by itself.
    let clock = ManualClock()
    let shared: SessionShared
    private let loop: SessionLoop
    private let thread: EngineThread
    private var events: [SessionEvent] = []

    init(_ injectFault: @escaping (SessionLoop) -> Void) {
      final class LoopHook: @unchecked Sendable {
        // Sendable: set before the thread starts, used by it alone.
        var act: () -> Void = {}
      }
      let loopHook = LoopHook()
      shared = SessionShared(
        environment: PlaybackEnvironment(clock: clock, audio: CapturingAudio { _ in }, delivery: clock)
      ) { loopHook.act() }
      let loop = SessionLoop(shared)
      loopHook.act = { [unowned loop] in injectFault(loop) }
      self.loop = loop
      nonisolated(unsafe) let runs = loop
      thread = EngineThread("session", clock: clock) { runs.run() }
      // Causes frequent events.
      shared.post(.addObserver(.periodic(CMTime(value: 1, timescale: 50)), 1))
    }

    deinit {
      shared.post(.close)
      thread.join()
    }

    func play(_ name: String) throws -> EngineItem {
      let item = EngineItem(url: try Fixtures.url(name))
      _ = shared.withSnapshot {
        ($0.item, $0.rate) = (item, 1)
        return .setItem(item)
      }
      shared.post(.setRate(1))
      return item
    }

    /// The seconds until an item has failed or ended, to the second.
    func secondsUntilEnd(_ item: EngineItem, limit: Int) -> (seconds: Int, isAtEnd: Bool)? {
      for second in 1...limit {
        clock.advance(by: .seconds(1))
        for event in shared.takeEvents() {
          switch event {
          case .failedToPlayToEnd(let endedItem, _) where endedItem === item: return (second, false)
          case .playedToEnd(let endedItem) where endedItem === item: return (second, true)
          default: break
          }
        }
      }
      return nil
    }
  }

  /// The end of the video is never reported: the position runs past it. The video ends after 10 s, noticed by the check
  /// at that time; a minute without anything else expires at 70 s. Another item plays afterwards.
  @Test func lostEndFailsAsStuck() throws {
    let isInjecting = Mutex(true)
    let session = FaultySession { loop in
      guard isInjecting.withLock({ $0 }) else { return }
      guard loop.progress.hasVideoEnded else { return }
      var progress = StartProgress()
      progress.videoIsPrimed()
      progress.everythingIsRead()
      loop.progress = progress
    }
    let item = try session.play("video-only.mp4")
    let over = try #require(session.secondsUntilEnd(item, limit: 300))
    #expect((70...71).contains(over.seconds) && !over.isAtEnd, "after \(over.seconds) s")
    #expect(item.snapshot.error?.kind == .stuck(.pastTheEnd))
    let names = item.journal.entries.map { String("\($0.event)".prefix { $0 != "(" }) }
    #expect(names.suffix(3) == ["stuck", "failed", "stopped"], "\(names)")

    isInjecting.withLock { $0 = false }
    let next = try session.play("video-only.mp4")
    let end = try #require(session.secondsUntilEnd(next, limit: 60))
    #expect((10...11).contains(end.seconds) && end.isAtEnd)
  }

  /// An interstitial was played, and the seek that should follow is lost: all is ready, the rate is nonzero, and
  /// nothing moves. The check at 10 s notices it first.
  @Test func lostStartFailsAsStuck() throws {
    let hasInjected = Mutex(false)
    let session = FaultySession { loop in
      guard loop.machine.isMoving, loop.clock.time(at: loop.now).seconds > 1 else { return }
      let isFirst = hasInjected.withLock { hasInjected in
        defer { hasInjected = true }
        return !hasInjected
      }
      guard isFirst else { return }
      loop.perform(loop.machine.suspend())
      loop.machine.releaseForSeek()
    }
    let item = try session.play("h264-bframes.mp4")
    let over = try #require(session.secondsUntilEnd(item, limit: 300))
    #expect((70...71).contains(over.seconds) && !over.isAtEnd)
    #expect(item.snapshot.error?.kind == .stuck(.suppressed))

    let next = try session.play("h264-bframes.mp4")
    let end = try #require(session.secondsUntilEnd(next, limit: 60))
    #expect((10...11).contains(end.seconds) && end.isAtEnd)
  }
}
