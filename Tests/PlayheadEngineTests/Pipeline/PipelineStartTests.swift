import CoreMedia
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite struct PipelineStartTests {
  private static func resolve(target: Int64, before: CMTime, key: CMTime) -> CMTime {
    var plan = PipelineStart(epoch: 1, generation: 1, target: ticks(target), mode: .pausedSeek)
    plan.toleranceBefore = before
    return plan.resolvedTarget(key: key)
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

  @Test func ignoresKeyframeAfterTarget() {
    #expect(Self.resolve(target: 500, before: ticks(100), key: ticks(501)) == ticks(500))
    #expect(Self.resolve(target: 500, before: .positiveInfinity, key: ticks(501)) == ticks(500))
  }

  @Test func unknownKeyframeStartsAtTarget() {
    #expect(Self.resolve(target: 500, before: .positiveInfinity, key: .invalid) == ticks(500))
  }
}
