import CoreMedia
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadPipeline

/// Frames that were decoded before paused seeks, and are reused.
@Suite struct DecodedFrameCacheTests {
  private static let frameBytes = VideoFrame.made(at: .zero).byteCount

  /// Decodes frames 20 ticks apart, of which the last `near` are right before the seek target.
  private static func walk(
    _ cache: DecodedFrameCache, _ range: Range<Int64>, near: Int64 = 0, isScrubbingBackward: Bool = false
  ) {
    cache.noteDiscontinuity()
    for index in range {
      cache.record(.init(presentation: ticks(index * 20), decode: ticks(index * 20)))
    }
    cache.begin(
      length: ticks(Int64(range.count) * 20), frameBytes: frameBytes, isScrubbingBackward: isScrubbingBackward)
    for index in range { cache.add(.made(at: ticks(index * 20)), isNear: index >= range.upperBound - near) }
  }

  @Test func findsFrameOnlyIfCertain() {
    let cache = DecodedFrameCache(limit: 100 * Self.frameBytes)
    Self.walk(cache, 0..<10)
    #expect(cache.frame(at: ticks(59))?.presentationTime == ticks(40))
    #expect(cache.frame(at: ticks(60))?.presentationTime == ticks(60))
    #expect(cache.frame(at: ticks(185)) == nil, "another may begin before")
    cache.clear()
    #expect(cache.frame(at: ticks(59)) == nil)
  }

  /// Every tenth of a hundred frames fits the budget: none of the others is mistaken for the requested one.
  @Test func evictedFrameIsNotReplacedByAnother() {
    let cache = DecodedFrameCache(limit: 10 * Self.frameBytes)
    Self.walk(cache, 0..<100)
    var found = 0
    for index in 0..<99 {
      guard let frame = cache.frame(at: ticks(Int64(index) * 20 + 5)) else { continue }
      #expect(frame.presentationTime == ticks(Int64(index) * 20))
      found += 1
    }
    #expect((9...10).contains(found))
  }

  /// The next frame needed when scrubbing backward.
  @Test func gapIsBeforeFirstMissingFrame() {
    let cache = DecodedFrameCache(limit: 100 * Self.frameBytes)
    Self.walk(cache, 0..<10)
    cache.noteDiscontinuity()
    for index in Int64(10)..<30 { cache.record(.init(presentation: ticks(index * 20), decode: ticks(index * 20))) }
    for index in Int64(20)..<30 { cache.add(.made(at: ticks(index * 20)), isNear: true) }
    let moment = CMTime(value: 1, timescale: 1_000_000)
    #expect(cache.gap(before: ticks(565), downTo: .zero) == ticks(400) - moment)
    #expect(cache.gap(before: ticks(565), downTo: ticks(400)) == nil, "nothing is missing so far")
    cache.add(.made(at: ticks(340)), isNear: true)
    #expect(cache.gap(before: ticks(565), downTo: .zero) == ticks(340) - moment, "two are omitted")
    #expect(cache.gap(before: ticks(385), downTo: .zero) == nil, "the pointer's own frame comes first")
    #expect(cache.gap(before: ticks(95), downTo: .zero) == nil)
    #expect(cache.gap(before: ticks(95), downTo: ticks(-20)) == .zero - moment, "an unknown frame is missing")
  }

  @Test func retainedFramesAreSpread() {
    let cache = DecodedFrameCache(limit: 10 * Self.frameBytes)
    Self.walk(cache, 0..<100)
    for time in stride(from: Int64(0), to: 2000, by: 10) {
      let found = cache.frame(near: ticks(time))?.presentationTime
      #expect(found.map { abs($0.value - time) <= 260 } == true, "\(time)")
    }
  }

  @Test func retainsFramesBeforePausedSeek() {
    let cache = DecodedFrameCache(limit: 20 * Self.frameBytes)
    Self.walk(cache, 0..<100, near: 8)
    Self.walk(cache, 0..<50)
    for index in Int64(92)..<99 {
      #expect(cache.frame(at: ticks(index * 20))?.presentationTime == ticks(index * 20))
    }
  }

  @Test func nearestFrameIsLimitedInDistance() {
    let cache = DecodedFrameCache(limit: 20 * Self.frameBytes)
    Self.walk(cache, 0..<10)
    #expect(cache.frame(near: ticks(180 + 240)) != nil)
    #expect(cache.frame(near: ticks(180 + 241)) == nil)
    cache.clear()
    #expect(cache.frame(near: .zero) == nil)
  }
}
