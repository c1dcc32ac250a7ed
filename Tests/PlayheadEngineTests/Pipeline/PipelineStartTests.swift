import CoreMedia
import TestSupport
import Testing

@testable import PlayheadPipeline

@Suite struct PipelineStartTests {
  private static func start(_ kind: PipelineStart.Kind, target: Int64 = 500) -> PipelineStart {
    PipelineStart(epoch: 1, generation: 1, target: ticks(target), kind: kind)
  }

  private static func resolve(target: Int64, before: CMTime, key: CMTime) -> CMTime {
    start(.showFrame(tolerance: SeekTolerance(before: before, after: .zero)), target: target).resolvedTarget(key: key)
  }

  @Test func zeroToleranceStartsAtTarget() {
    #expect(Self.resolve(target: 500, before: .zero, key: ticks(400)) == ticks(500))
    #expect(Self.resolve(target: 500, before: .zero, key: ticks(500)) == ticks(500))
  }

  @Test func keyframeWithinToleranceIsStart() {
    #expect(Self.resolve(target: 500, before: ticks(100), key: ticks(400)) == ticks(400))
    #expect(Self.resolve(target: 500, before: ticks(99), key: ticks(400)) == ticks(500))
    #expect(Self.resolve(target: 500, before: .positiveInfinity, key: .zero) == .zero)
  }

  /// The sync sample before the edit of an MP4 file has a negative time.
  @Test func keyframeBeforeBeginningIsZero() {
    #expect(Self.resolve(target: 0, before: .positiveInfinity, key: ticks(-40)) == .zero)
    #expect(Self.resolve(target: 0, before: ticks(100), key: ticks(-40)) == .zero)
    #expect(Self.resolve(target: 20, before: .positiveInfinity, key: ticks(-40)) == .zero)
    #expect(Self.resolve(target: 20, before: ticks(30), key: ticks(-40)) == .zero)
    #expect(Self.resolve(target: 20, before: .zero, key: ticks(-40)) == ticks(20))
  }

  @Test func ignoresKeyframeAfterTarget() {
    #expect(Self.resolve(target: 500, before: ticks(100), key: ticks(501)) == ticks(500))
    #expect(Self.resolve(target: 500, before: .positiveInfinity, key: ticks(501)) == ticks(500))
  }

  @Test func unknownKeyframeStartsAtTarget() {
    #expect(Self.resolve(target: 500, before: .positiveInfinity, key: .invalid) == ticks(500))
  }

  @Test func onlyPausedSeeksWithoutToleranceAreExact() {
    let loose = SeekTolerance(before: .zero, after: ticks(1))
    #expect(Self.start(.showFrame()).isExactPausedSeek)
    #expect(!Self.start(.showFrame(tolerance: loose)).isExactPausedSeek)
    #expect(Self.start(.stepBackward).isExactPausedSeek)
    #expect(Self.start(.prefetch).isExactPausedSeek)
    #expect(!Self.start(.play()).isExactPausedSeek)
    #expect(!Self.start(.playBackward).isExactPausedSeek)
  }

  @Test func onlyPrefetchIsSpeculative() {
    #expect(Self.start(.prefetch).isSpeculative)
    for kind in [PipelineStart.Kind.play(), .playBackward, .showFrame(), .stepBackward] {
      #expect(!Self.start(kind).isSpeculative)
    }
  }

  /// Without video, and where one frame cannot be decoded alone.
  @Test func pausedSeekBecomesPlaybackWithItsTolerance() {
    let tolerance = SeekTolerance(before: ticks(100), after: ticks(20))
    var start = Self.start(.showFrame(tolerance: tolerance, isWhileSeeking: true))
    start.playInsteadOfShowingFrame()
    #expect(start.kind == .play(tolerance: tolerance))
    #expect(start.mode == .playback && !start.snapsToFrame)
    var step = Self.start(.stepBackward)
    step.playInsteadOfShowingFrame()
    #expect(step.mode == .playback && step.snapsToFrame, "the position is still that of the frame")
    var reverse = Self.start(.playBackward)
    reverse.playInsteadOfShowingFrame()
    #expect(reverse.mode == .reverse)
  }

  @Test func snappingKeepsTolerance() {
    let tolerance = SeekTolerance(before: .positiveInfinity, after: .zero)
    var start = Self.start(.play(tolerance: tolerance))
    #expect(!start.snapsToFrame)
    start.snapToFrame()
    #expect(start.kind == .play(tolerance: tolerance, snapsToFrame: true))
  }
}
