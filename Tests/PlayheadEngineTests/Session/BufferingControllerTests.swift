import CoreMedia
import Foundation
import Testing

@testable import PlayheadClock
@testable import PlayheadEngine

/// Rebuffering without a pipeline: there is no media to resume with.
@Suite struct BufferingControllerTests {
  private func context(at seconds: Double) -> SessionContext {
    SessionContext(
      now: .zero + .seconds(seconds), item: nil, pipeline: nil, clock: MediaClock(), rate: 1, playedRate: 1,
      isMoving: false,
      isReversed: false, followsSourceClock: false, isExternal: false)
  }

  @Test func recoveryReturnsDurationOfStallOnce() {
    var buffering = BufferingController()
    #expect(!buffering.isRebuffering)
    buffering.ranOut(at: .zero + .seconds(3))
    #expect(buffering.isRebuffering)
    #expect(buffering.deadline(context(at: 3), StartProgress()) == .zero + .seconds(3) + BufferMonitor.interval)
    #expect(buffering.recover(at: .zero + .seconds(5)) == .seconds(2))
    #expect(!buffering.isRebuffering)
    #expect(buffering.recover(at: .zero + .seconds(6)) == nil)
  }

  /// A seek during a stall ends the rebuffering; the stall lasts until playback resumes.
  @Test func resetEndsRebufferingButNotTheStall() {
    var buffering = BufferingController()
    buffering.ranOut(at: .zero + .seconds(3))
    buffering.reset()
    #expect(!buffering.isRebuffering && buffering.deadline(context(at: 3), StartProgress()) == nil)
    #expect(buffering.recover(at: .zero + .seconds(7)) == .seconds(4))
  }

  @Test func rebufferingEndsWithoutPipeline() {
    var buffering = BufferingController()
    buffering.ranOut(at: .zero)
    let isRebuffered = buffering.isRebuffered(context(at: 1), StartProgress())
    #expect(!isRebuffered && !buffering.isRebuffering)
    #expect(!buffering.canResumeNow(context(at: 1)))
  }

  @Test func reportIsTakenOnceWhenDue() {
    var buffering = BufferingController()
    buffering.startReporting(context(at: 0))
    #expect(buffering.deadline(context(at: 0), StartProgress()) == nil, "nothing to report without a transfer")
    buffering.scheduleReport(at: .zero)
    let times = [0.4, 0.5, 0.6].map { .zero + .seconds($0) } as [HostTime]
    #expect(times.map { buffering.takeDueReport(at: $0) } == [false, true, false])
    buffering.scheduleReport(at: .zero)
    buffering.itemWasReplaced()
    #expect(buffering.deadline(context(at: 0), StartProgress()) == nil)
  }
}
