import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadPipeline

@Suite struct VideoDecodeStateMachineTests {
  private static func start(_ kind: PipelineStart.Kind, target: Int64 = 50, leavesOpen: Bool = false) -> PipelineStart {
    var start = PipelineStart(epoch: 1, generation: 1, target: ticks(target), kind: kind)
    start.reuse.leavesOpen = leavesOpen
    return start
  }

  /// A machine after `begin` with a start at its own target.
  private static func machine(
    _ kind: PipelineStart.Kind, target: Int64 = 50, leavesOpen: Bool = false
  ) -> VideoDecodeStateMachine {
    var machine = VideoDecodeStateMachine()
    machine.begin(start(kind, target: target, leavesOpen: leavesOpen), target: ticks(target))
    return machine
  }

  @Test func isIdleBeforeFirstStart() {
    let machine = VideoDecodeStateMachine()
    #expect(machine.state == .idle && machine.start == nil && !machine.hasTargetFrame && !machine.isPrefetching)
  }

  @Test func playsFromFrameAtTarget() {
    var machine = Self.machine(.play())
    #expect(machine.state == .seeking)
    #expect(machine.take(.made(at: ticks(20))).frames.isEmpty)
    #expect(machine.take(.made(at: ticks(40))).frames.isEmpty)
    // The frame at 60 shows that the one at 40 covers 50.
    let found = machine.take(.made(at: ticks(60)))
    #expect(found.isSeekResult && found.frames.map(\.presentationTime) == [ticks(40), ticks(60)])
    #expect(machine.state == .playing && machine.hasTargetFrame)
    let next = machine.take(.made(at: ticks(80)))
    #expect(!next.isSeekResult && next.frames.map(\.presentationTime) == [ticks(80)])
  }

  @Test func knownFrameTimeEndsSeekWithHeldFrame() {
    var machine = Self.machine(.showFrame())
    #expect(machine.take(.made(at: ticks(40))).frames.isEmpty)
    #expect(machine.settle(frameTime: ticks(40))?.presentationTime == ticks(40))
    #expect(machine.state == .playing)
    #expect(machine.settle(frameTime: ticks(40)) == nil, "it was found before")
  }

  @Test func staysOpenBehindFrameIfDecoderIsLeftOpen() {
    var machine = Self.machine(.showFrame(), leavesOpen: true)
    #expect(machine.settle(frameTime: ticks(40)) == nil)
    #expect(machine.take(.made(at: ticks(40))).isSeekResult)
    #expect(machine.state == .open && machine.hasTargetFrame)
  }

  @Test func lastFrameEndsSeekAtEnd() {
    var machine = Self.machine(.showFrame(), target: 500)
    _ = machine.take(.made(at: ticks(40)))
    #expect(machine.finishSeek()?.presentationTime == ticks(40))
    #expect(machine.state == .playing)
    var empty = Self.machine(.showFrame())
    #expect(empty.finishSeek() == nil && empty.hasTargetFrame)
  }

  @Test func cachedFrameNeedsNoDecoding() {
    var machine = Self.machine(.play())
    machine.showCached(Self.start(.showFrame(), target: 70))
    #expect(machine.state == .open && machine.start?.target == ticks(70))
  }

  @Test func retargetedSeekEndsAtEarlierFrame() {
    var machine = Self.machine(.showFrame(), target: 500)
    machine.retarget(to: ticks(50), frameTime: ticks(40))
    #expect(machine.target == ticks(50) && machine.frameTime == ticks(40))
    #expect(machine.take(.made(at: ticks(20))).frames.isEmpty)
    #expect(machine.take(.made(at: ticks(40))).isSeekResult)
  }

  @Test func pausedSeekTakesOverPrefetchInProgress() {
    var machine = Self.machine(.prefetch)
    #expect(machine.isPrefetching)
    let isInProgress = machine.adopt(Self.start(.showFrame(), target: 30))
    #expect(isInProgress)
    #expect(machine.state == .seeking && !machine.isPrefetching && machine.start?.target == ticks(30))
    #expect(machine.target == ticks(50), "the decoder continues to the target of the prefetch")
  }

  @Test func pausedSeekEndsIfPrefetchIsOver() {
    var machine = Self.machine(.prefetch)
    _ = machine.take(.made(at: ticks(40)))
    _ = machine.finishSeek()
    let isInProgress = machine.adopt(Self.start(.showFrame(), target: 30))
    #expect(!isInProgress)
    #expect(machine.state == .ended)
  }

  @Test func endedStartLastsUntilNextOne() {
    var machine = Self.machine(.showFrame())
    machine.end()
    #expect(machine.state == .ended && !machine.hasTargetFrame)
    machine.begin(Self.start(.playBackward), target: ticks(10))
    #expect(machine.state == .seeking && machine.target == ticks(10) && machine.frameTime == nil)
  }

  @Test func disabledVideoReturnsToPlaying() {
    var machine = Self.machine(.play())
    _ = machine.finishSeek()
    machine.disable()
    #expect(machine.state == .disabled && machine.hasTargetFrame)
    machine.enable()
    #expect(machine.state == .playing)
  }
}
