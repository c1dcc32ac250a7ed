import CoreMedia
import PlayheadFFmpeg
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite struct SeekFrameSelectorTests {
  private static func land(_ times: [Int64], target: Int64, cover: Int64?) -> (at: Int?, shown: [CMTime]) {
    var landing = SeekFrameSelector(target: ticks(target))
    var shown: [CMTime] = []
    for (index, time) in times.enumerated() {
      shown += landing.take(.made(at: ticks(time)), cover: cover.map(ticks)).map(\.presentationTime)
      if landing.hasLanded { return (index, shown) }
    }
    if let last = landing.finish() { shown.append(last.presentationTime) }
    return (nil, shown)
  }

  @Test func aKnownCoverLandsWithItself() {
    let result = Self.land([0, 20, 40, 60], target: 45, cover: 40)
    #expect(result.at == 2)
    #expect(result.shown == [ticks(40)])
  }

  @Test func anUnknownCoverLandsWithThePictureAfterIt() {
    let result = Self.land([0, 20, 40, 60], target: 45, cover: nil)
    #expect(result.at == 3)
    #expect(result.shown == [ticks(40), ticks(60)])
  }

  @Test func theFirstPictureMayLieAfterTheTarget() {
    #expect(Self.land([20, 40], target: 0, cover: nil).shown == [ticks(20)])
  }

  @Test func atTheEndTheLastPictureIsShown() {
    let result = Self.land([0, 20, 40], target: 1000, cover: nil)
    #expect(result.at == nil)
    #expect(result.shown == [ticks(40)])
  }

  /// The covering frame could not be decoded: the next one shows that it will not come.
  @Test func aBrokenCoverDoesNotHoldEverythingUp() {
    #expect(Self.land([0, 20, 60], target: 45, cover: 40).shown == [ticks(20), ticks(60)])
  }

  @Test func withoutPicturesNothingIsShown() {
    var landing = SeekFrameSelector(target: .zero)
    #expect(landing.finish() == nil)
    #expect(landing.hasLanded)
  }

  @Test func afterLandingEveryPictureIsShown() {
    var landing = SeekFrameSelector(target: ticks(10))
    _ = landing.take(.made(at: .zero), cover: .zero)
    #expect(landing.take(.made(at: ticks(20)), cover: nil).count == 1)
    #expect(landing.finish() == nil)
  }
}
