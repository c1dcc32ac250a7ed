import CoreMedia
import Foundation
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

/// A program's options when the network freezes (behaviour.md §3.4), on the manual clock.
@Suite("§3.4 waiting to minimize stalls")
struct StallWaitingTests {
  /// A player that plays from the beginning; its source freezes at the middle of the file for some seconds.
  private final class FreezingSession {
    let clock = ManualClock()
    let session: PlaybackSession
    private var log: [SessionSnapshot] = []
    private(set) var stalls = 0
    private let freezes: FrozenSource.FreezeProvider

    init(seconds: Double, waits: Bool = true, rate: Float = 1) throws {
      let freezes = FrozenSource.FreezeProvider(clock: clock)
      self.freezes = freezes
      var limits = BufferLimits()
      // Six of the fixtures' small frames, so that not all of the file is decoded before anything freezes.
      limits.frameBytes = 6 * 320 * 180 * 3 / 2
      session = PlaybackSession(
        environment: PlaybackEnvironment(
          clock: clock, audio: nil, limits: limits, delivery: clock, sources: freezes)
      ) {}
      session.setWaitsToMinimizeStalling(waits)
      session.setItem(EngineItem(url: try Fixtures.url("video-only.mp4")))
      clock.advance(by: .seconds(1))
      let size = try Data(contentsOf: Fixtures.url("video-only.mp4")).count
      freezes.frost.withLock { $0 = .init(from: Int64(size / 2), until: clock.now + .seconds(seconds)) }
      session.setRate(rate)
    }

    /// The next request completes when the present freeze is over; the one after that freezes again.
    func freezeAgain(for seconds: Double) {
      let end = clock.now + .seconds(seconds)
      freezes.frost.withLock { frost in
        guard let from = frost?.from else { return }
        frost = .init(from: from, until: end)
      }
    }

    deinit { session.close() }

    func run(_ seconds: Double) {
      clock.advance(by: .seconds(seconds))
      for event in session.takeEvents() {
        if case .sessionChanged(let snapshot) = event { log.append(snapshot) }
        if case .stalled = event { stalls += 1 }
      }
    }

    var last: SessionSnapshot? { log.last }
  }

  @Test("without waiting the rate becomes 0 where media runs out, and stays there until play is called")
  func rateFallsWithoutWaiting() throws {
    let frozen = try FreezingSession(seconds: 20, waits: false)
    frozen.run(12)
    #expect(frozen.stalls == 1)
    #expect(frozen.session.snapshot.rate == 0)
    #expect(frozen.last?.timeControl == .paused)
    let place = frozen.session.currentTime()
    // The file has ten seconds; the first half of the bytes has about five.
    #expect((3...7).contains(place.seconds))
    frozen.run(12)
    #expect(frozen.session.currentTime() == place, "the network is back, without a new request")
    frozen.session.setRate(1)
    frozen.run(1)
    #expect(frozen.last?.timeControl == .playing)
    #expect(frozen.session.currentTime() > place)
  }

  @Test("with waiting the rate stays, and playback resumes by itself")
  func resumesWithWaiting() throws {
    let frozen = try FreezingSession(seconds: 20)
    frozen.run(12)
    #expect(frozen.session.snapshot.rate == 1)
    #expect(frozen.last?.timeControl == .waiting(.toMinimizeStalls))
    frozen.run(9)
    #expect(frozen.last?.timeControl == .playing)
  }

  @Test(
    "§3.4 disabling waiting while stalled, and playImmediately, resume at once with the buffered media",
    arguments: [false, true])
  func resumesAtOnce(immediately: Bool) throws {
    // At four times the speed, one read (64 KiB, a second and a half of this file) is too little to resume by itself.
    let frozen = try FreezingSession(seconds: 20, rate: 4)
    frozen.run(12)
    #expect(frozen.last?.timeControl == .waiting(.toMinimizeStalls))
    let place = frozen.session.currentTime()
    frozen.freezeAgain(for: 100)
    frozen.run(12)
    #expect(frozen.last?.timeControl == .waiting(.toMinimizeStalls))
    #expect(frozen.session.currentTime() == place)
    if immediately { frozen.session.playNow() } else { frozen.session.setWaitsToMinimizeStalling(false) }
    frozen.run(0.1)
    #expect(frozen.last?.timeControl == .playing)
    #expect(frozen.session.currentTime() > place)
  }

  @Test("playing at once without buffered media keeps waiting, and does not stall again")
  func emptyBuffer() throws {
    let frozen = try FreezingSession(seconds: 20)
    frozen.run(12)
    #expect(frozen.stalls == 1)
    frozen.session.playNow()
    frozen.run(1)
    #expect(frozen.stalls == 1)
    #expect(frozen.last?.timeControl == .waiting(.toMinimizeStalls))
  }
}
