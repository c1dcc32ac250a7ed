import CoreMedia
import PlayheadFFmpeg
import TestSupport
import Testing

@testable import PlayheadEngine

/// Frames that were decoded before paused seeks, and are reused.
@Suite struct DecodedFrameCacheTests {
  private static let pictureBytes = VideoFrame.made(at: .zero).byteCount

  /// Decodes frames 20 ticks apart, of which the last `near` are right before the seek target.
  private static func walk(_ visited: DecodedFrameCache, _ range: Range<Int64>, near: Int64 = 0, isDragged: Bool = false)
  {
    visited.jump()
    for index in range {
      visited.learn(.init(presentation: ticks(index * 20), decode: ticks(index * 20)))
    }
    visited.begin(length: ticks(Int64(range.count) * 20), pictureBytes: pictureBytes, isDragged: isDragged)
    for index in range { visited.add(.made(at: ticks(index * 20)), isNear: index >= range.upperBound - near) }
  }

  @Test func aPictureIsFoundOnlyWhereItIsCertain() {
    let visited = DecodedFrameCache(limit: 100 * Self.pictureBytes)
    Self.walk(visited, 0..<10)
    #expect(visited.picture(at: ticks(59))?.presentationTime == ticks(40))
    #expect(visited.picture(at: ticks(60))?.presentationTime == ticks(60))
    #expect(visited.picture(at: ticks(185)) == nil, "another may begin before")
    visited.clear()
    #expect(visited.picture(at: ticks(59)) == nil)
  }

  /// Every tenth of a hundred frames fits the budget: none of the others is mistaken for the requested one.
  @Test func aPictureThatWasLetGoIsNotReplacedByAnother() {
    let visited = DecodedFrameCache(limit: 10 * Self.pictureBytes)
    Self.walk(visited, 0..<100)
    var found = 0
    for index in 0..<99 {
      guard let picture = visited.picture(at: ticks(Int64(index) * 20 + 5)) else { continue }
      #expect(picture.presentationTime == ticks(Int64(index) * 20))
      found += 1
    }
    #expect((9...10).contains(found))
  }

  /// The next frame needed when scrubbing backward.
  @Test func theFirstThatIsMissingBefore() {
    let visited = DecodedFrameCache(limit: 100 * Self.pictureBytes)
    Self.walk(visited, 0..<10)
    visited.jump()
    for index in Int64(10)..<30 { visited.learn(.init(presentation: ticks(index * 20), decode: ticks(index * 20))) }
    for index in Int64(20)..<30 { visited.add(.made(at: ticks(index * 20)), isNear: true) }
    let moment = CMTime(value: 1, timescale: 1_000_000)
    #expect(visited.gap(before: ticks(565), downTo: .zero) == ticks(400) - moment)
    #expect(visited.gap(before: ticks(565), downTo: ticks(400)) == nil, "nothing is missing so far")
    visited.add(.made(at: ticks(340)), isNear: true)
    #expect(visited.gap(before: ticks(565), downTo: .zero) == ticks(340) - moment, "two are left away")
    #expect(visited.gap(before: ticks(385), downTo: .zero) == nil, "the hand's own picture comes first")
    #expect(visited.gap(before: ticks(95), downTo: .zero) == nil)
    #expect(visited.gap(before: ticks(95), downTo: ticks(-20)) == .zero - moment, "what is not known is missing")
  }

  @Test func theyAreSpread() {
    let visited = DecodedFrameCache(limit: 10 * Self.pictureBytes)
    Self.walk(visited, 0..<100)
    for time in stride(from: Int64(0), to: 2000, by: 10) {
      let found = visited.picture(near: ticks(time))?.presentationTime
      #expect(found.map { abs($0.value - time) <= 260 } == true, "\(time)")
    }
  }

  @Test func thoseBeforeAStillStay() {
    let visited = DecodedFrameCache(limit: 20 * Self.pictureBytes)
    Self.walk(visited, 0..<100, near: 8)
    Self.walk(visited, 0..<50)
    for index in Int64(92)..<99 {
      #expect(visited.picture(at: ticks(index * 20))?.presentationTime == ticks(index * 20))
    }
  }

  @Test func whatIsFarAwayIsNotShown() {
    let visited = DecodedFrameCache(limit: 20 * Self.pictureBytes)
    Self.walk(visited, 0..<10)
    #expect(visited.picture(near: ticks(180 + 240)) != nil)
    #expect(visited.picture(near: ticks(180 + 241)) == nil)
    visited.clear()
    #expect(visited.picture(near: .zero) == nil)
  }
}
