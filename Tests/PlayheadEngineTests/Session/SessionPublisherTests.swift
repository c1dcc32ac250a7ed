import CoreMedia
import Foundation
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

@Suite struct SessionPublisherTests {
  private let shared: SessionShared
  private let publisher: SessionPublisher

  init() {
    let clock = ManualClock()
    shared = SessionShared(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock)) {}
    publisher = SessionPublisher(shared)
  }

  /// The calls of observers that were published.
  private func fired() -> [String] {
    publisher.publish()
    return shared.takeEvents().compactMap { event in
      if case .observerFired(let identifier, let time) = event { "\(identifier) at \(time.seconds)" } else { nil }
    }
  }

  @Test func publishesEventsOnce() {
    publisher.add(.seekFinished(identifier: 1, finished: true))
    publisher.add([.seekFinished(identifier: 2, finished: true), .prerollFinished(identifier: 3, finished: true)])
    #expect(shared.takeEvents().isEmpty)
    publisher.publish()
    #expect(shared.takeEvents().count == 3)
    publisher.publish()
    #expect(shared.takeEvents().isEmpty)
  }

  @Test func observersAreCalledUpToThePosition() {
    publisher.addObserver(.periodic(ticks(300)), identifier: 1)
    #expect(publisher.nextObserved(isReversed: false) == ticks(300))
    publisher.observe(through: ticks(700), isReversed: false)
    #expect(fired() == ["1 at 0.5", "1 at 1.0"] && publisher.observedPosition == ticks(700))
    publisher.jump(to: ticks(1500))
    publisher.observe(through: ticks(1799), isReversed: false)
    #expect(fired().isEmpty)
    publisher.removeObserver(1)
    #expect(publisher.nextObserved(isReversed: false) == nil)
  }

  /// An observer that was just called for a position is not called again because playback stops there.
  @Test func periodicObserverIsCalledOnceForAPosition() {
    publisher.addObserver(.periodic(ticks(300)), identifier: 1)
    publisher.addObserver(.periodic(ticks(200)), identifier: 2)
    publisher.addObserver(.boundary([ticks(300)]), identifier: 3)
    publisher.observe(through: ticks(300), isReversed: false)
    publisher.firePeriodicObservers(at: ticks(300))
    #expect(fired().sorted() == ["1 at 0.5", "2 at \(1.0 / 3)", "2 at 0.5", "3 at 0.5"])
  }

  /// The session pauses at the end of an item at the moment in which the client requests a rate.
  @Test func requestOfTheClientIsNotReplaced() {
    _ = shared.withSnapshot {
      $0.rate = 2
      return .setRate(2)
    }
    publisher.replaceRequest { $0.rate = 0 }
    #expect(shared.snapshot.rate == 2)
    publisher.beginCommand()
    publisher.replaceRequest { $0.rate = 0 }
    #expect(shared.snapshot.rate == 0)
  }

  /// A snapshot in an event has the rate of the commands that it includes.
  @Test func eventHasNoValuesOfLaterCommands() {
    _ = shared.withSnapshot {
      $0.rate = 2
      return .setRate(2)
    }
    publisher.announceSession(of: PlaybackStateMachine())
    publisher.beginCommand()
    publisher.announceSession(of: PlaybackStateMachine())
    publisher.publish()
    let snapshots = shared.takeEvents().compactMap { event in
      if case .sessionChanged(let snapshot) = event { snapshot } else { nil }
    }
    #expect(snapshots.map(\.rate) == [0, 2] && snapshots.map(\.revision) == [0, 1])
  }
}
