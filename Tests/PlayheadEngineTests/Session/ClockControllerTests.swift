import CoreMedia
import Foundation
import Synchronization
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine

/// Clocks that are not driven by an audio device. Times are in seconds.
@Suite struct ClockControllerTests {
  private let clock = MediaClock()

  private func context(at seconds: Double, rate: Float = 1, isMoving: Bool = true) -> SessionContext {
    SessionContext(
      now: host(seconds), item: nil, pipeline: nil, clock: clock, rate: rate, playedRate: Double(rate),
      isMoving: isMoving,
      isReversed: rate < 0, followsSourceClock: false, isExternal: false)
  }

  private func host(_ seconds: Double) -> HostTime { .zero + .seconds(seconds) }
  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1_000_000_000) }
  private func position(at seconds: Double) -> Double { clock.time(at: host(seconds)).seconds }

  // MARK: Host time

  /// The item is to be at 10 at the host time 5, and is 2 ahead: it waits until 7.
  @Test func itemAheadOfItsAnchorWaits() {
    var clocks = ClockController()
    clocks.setHostAnchor(rate: 1, time: time(10), host: time(5), context(at: 5))
    clock.stop(at: time(12))
    let start = clocks.startAnchored(context(at: 5))
    #expect(start == .running)
    #expect([5, 6.9, 7, 8].map { position(at: $0) } == [12, 12, 12, 13])
  }

  @Test func itemBehindItsAnchorContinuesAtTheAnchor() {
    var clocks = ClockController()
    clocks.setHostAnchor(rate: 2, time: time(10), host: time(5), context(at: 5))
    clock.stop(at: time(9.5))
    let start = clocks.startAnchored(context(at: 5))
    #expect(start == .running)
    #expect([5, 6].map { position(at: $0) } == [10, 12])
  }

  /// Without a seekable item the rest is skipped by dropping media, however far it is.
  @Test func itemThatCannotSeekCatchesUp() {
    var clocks = ClockController()
    clocks.setHostAnchor(rate: 1, time: time(100), host: time(5), context(at: 5))
    clock.stop(at: .zero)
    let start = clocks.startAnchored(context(at: 6))
    #expect(start == .running)
    #expect(position(at: 6) == 101)
  }

  @Test func timesThatAreNotNumericStandForThePresent() {
    var clocks = ClockController()
    clock.stop(at: time(3))
    clocks.setHostAnchor(rate: 1, time: .invalid, host: .invalid, context(at: 8))
    let start = clocks.startAnchored(context(at: 8))
    #expect(start == .running)
    #expect(position(at: 9) == 4)
  }

  @Test func anchorEndsWithAnotherRate() {
    var clocks = ClockController()
    clocks.setHostAnchor(rate: 1, time: .zero, host: .zero, context(at: 0))
    clocks.removeHostAnchor(unlessAtRate: 1)
    #expect(clocks.hasHostAnchor && clocks.isDrivenByProgram)
    clocks.removeHostAnchor(unlessAtRate: 2)
    #expect(!clocks.hasHostAnchor && !clocks.isDrivenByProgram)
    clocks.setHostAnchor(rate: 1, time: .zero, host: .zero, context(at: 0))
    clocks.setHostAnchor(rate: 0, time: .zero, host: .zero, context(at: 0))
    #expect(!clocks.hasHostAnchor)
  }

  // MARK: Source clock

  /// A source clock that a test moves.
  private final class Source: Sendable {
    let seconds = Mutex(0.0)
    func clock() -> CMClock {
      CMClock { [self] in CMTime(seconds: seconds.withLock { $0 }, preferredTimescale: 1_000_000_000) }
    }
  }

  /// After 0.1 s the source clock has advanced by 0.2 s: more than 40 ms apart, the item's clock is set at once.
  @Test func followsSourceClock() {
    let source = Source()
    var clocks = ClockController()
    clock.run(through: 0, at: host(0), rate: 1)
    clocks.setSourceClock(source.clock(), context(at: 0))
    #expect(clocks.followsSourceClock && clocks.nextCheck == host(0.1))
    source.seconds.withLock { $0 = 0.2 }
    clocks.steerIfDue(context(at: 0.05))
    #expect(position(at: 0.05) == 0.05)
    clocks.steerIfDue(context(at: 0.1))
    #expect(abs(position(at: 0.1) - 0.2) < 1e-6 && clocks.nextCheck == host(0.2))
  }

  @Test func sourceClockWaitsForTheItemToMove() {
    var clocks = ClockController()
    clocks.setSourceClock(Source().clock(), context(at: 0, isMoving: false))
    #expect(clocks.hasSourceClock && !clocks.followsSourceClock && clocks.nextCheck == nil)
    clock.run(through: 0, at: host(1), rate: 1)
    clocks.anchorToSourceClock(context(at: 1))
    #expect(clocks.followsSourceClock)
    clocks.clockHasStopped()
    #expect(!clocks.followsSourceClock && clocks.nextCheck == nil)
    clocks.anchorToSourceClock(context(at: 1))
    clocks.setSourceClock(nil, context(at: 2))
    #expect(!clocks.followsSourceClock && !clocks.hasSourceClock)
  }

  // MARK: Host clock

  /// Checked at 0.25 and again at 5: no thread ran between the two, and the item continues where it was at 0.25.
  @Test func suspendedProcessSuspendsTheItem() {
    var clocks = ClockController()
    clock.run(through: 0, at: host(0), rate: 1)
    let first = clocks.checkForSuspension(context(at: 0.25))
    #expect(!first && clocks.nextCheck == host(0.5))
    let second = clocks.checkForSuspension(context(at: 5))
    #expect(second && position(at: 5.5) == 0.75)
  }

  @Test func clockOfProgramContinuesInSuspendedProcess() {
    var clocks = ClockController()
    clock.run(through: 0, at: host(0), rate: 1)
    clocks.setHostAnchor(rate: 1, time: .zero, host: .zero, context(at: 0.25))
    for seconds in [0.25, 9] {
      let isSuspended = clocks.checkForSuspension(context(at: seconds))
      #expect(!isSuspended)
    }
    #expect(position(at: 9) == 9)
  }
}
