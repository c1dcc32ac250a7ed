import CoreMedia
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadPipeline

@Suite struct SeekFrameSelectorTests {
  private static func land(_ times: [Int64], target: Int64, frameTime: Int64?) -> (at: Int?, shown: [CMTime]) {
    var selector = SeekFrameSelector(target: ticks(target))
    var shown: [CMTime] = []
    if let frameTime { #expect(selector.settle(frameTime: ticks(frameTime)) == nil) }
    for (index, time) in times.enumerated() {
      shown += selector.take(.made(at: ticks(time))).map(\.presentationTime)
      if selector.hasTargetFrame { return (index, shown) }
    }
    if let last = selector.finish() { shown.append(last.presentationTime) }
    return (nil, shown)
  }

  @Test func knownCoveringFrameIsSelectedAlone() {
    let result = Self.land([0, 20, 40, 60], target: 45, frameTime: 40)
    #expect(result.at == 2)
    #expect(result.shown == [ticks(40)])
  }

  @Test func unknownCoveringFrameNeedsNextFrame() {
    let result = Self.land([0, 20, 40, 60], target: 45, frameTime: nil)
    #expect(result.at == 3)
    #expect(result.shown == [ticks(40), ticks(60)])
  }

  @Test func selectsFirstFrameAfterTarget() {
    #expect(Self.land([20, 40], target: 0, frameTime: nil).shown == [ticks(20)])
  }

  @Test func selectsLastFrameAtEnd() {
    let result = Self.land([0, 20, 40], target: 1000, frameTime: nil)
    #expect(result.at == nil)
    #expect(result.shown == [ticks(40)])
  }

  /// The covering frame could not be decoded: the next one shows that it will not come.
  @Test func undecodableCoveringFrameDoesNotBlock() {
    #expect(Self.land([0, 20, 60], target: 45, frameTime: 40).shown == [ticks(20), ticks(60)])
  }

  @Test func withoutFramesNothingIsShown() {
    var selector = SeekFrameSelector(target: .zero)
    #expect(selector.finish() == nil)
    #expect(selector.hasTargetFrame)
  }

  @Test func afterSelectionEveryFrameIsShown() {
    var selector = SeekFrameSelector(target: ticks(10))
    _ = selector.settle(frameTime: .zero)
    _ = selector.take(.made(at: .zero))
    #expect(selector.take(.made(at: ticks(20))).count == 1)
    #expect(selector.finish() == nil)
  }
}
