import CoreMedia
import Foundation
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadEngine

/// What a program may decide about a network that freezes (behaviour.md §3.4), on the manual clock.
@Suite("§3.4 waiting to minimize stalls")
struct StallChoiceTests {
  /// A player that plays from the beginning; its source freezes at the middle of the file for some seconds.
  private final class Frozen {
    let clock = ManualClock()
    let session: PlaybackSession
    private var log: [SessionSnapshot] = []
    private(set) var stalls = 0

    init(seconds: Double, waits: Bool = true) throws {
      let weather = FrozenSource.Weather(clock: clock)
      var limits = BufferLimits()
      // Six of the fixtures' small pictures, so that not all of the film is decoded before anything freezes.
      limits.pictureBytes = 6 * 320 * 180 * 3 / 2
      session = PlaybackSession(
        environment: PlaybackEnvironment(
          clock: clock, audio: nil, limits: limits, delivery: clock, sources: weather)
      ) {}
      session.setWaitsToMinimizeStalling(waits)
      session.setItem(EngineItem(url: try Fixtures.url("video-only.mp4")))
      clock.advance(by: .seconds(1))
      let size = try Data(contentsOf: Fixtures.url("video-only.mp4")).count
      weather.frost.withLock { $0 = .init(from: Int64(size / 2), until: clock.now + .seconds(seconds)) }
      session.setRate(1)
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

  @Test("without waiting the rate falls to 0 where media runs out, and stays there until somebody plays")
  func falls() throws {
    let frozen = try Frozen(seconds: 20, waits: false)
    frozen.run(12)
    #expect(frozen.stalls == 1)
    #expect(frozen.session.snapshot.rate == 0)
    #expect(frozen.last?.timeControl == .paused)
    let place = frozen.session.currentTime()
    // The file has ten seconds; the half that came first has about five.
    #expect((3...7).contains(place.seconds))
    frozen.run(12)
    #expect(frozen.session.currentTime() == place, "the network is back, and nobody has asked")
    frozen.session.setRate(1)
    frozen.run(1)
    #expect(frozen.last?.timeControl == .playing)
    #expect(frozen.session.currentTime() > place)
  }

  @Test("with waiting the rate stays, and playing goes on by itself")
  func waits() throws {
    let frozen = try Frozen(seconds: 20)
    frozen.run(12)
    #expect(frozen.session.snapshot.rate == 1)
    #expect(frozen.last?.timeControl == .waiting(.toMinimizeStalls))
    frozen.run(9)
    #expect(frozen.last?.timeControl == .playing)
  }

  @Test("playing at once with nothing at hand waits on, and stalls no second time")
  func nothingAtHand() throws {
    let frozen = try Frozen(seconds: 20)
    frozen.run(12)
    #expect(frozen.stalls == 1)
    frozen.session.playNow()
    frozen.run(1)
    #expect(frozen.stalls == 1)
    #expect(frozen.last?.timeControl == .waiting(.toMinimizeStalls))
  }
}
