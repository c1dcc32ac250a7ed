import CoreMedia
import Foundation
import Testing

@testable import PlayheadCompositions
@testable import PlayheadItems

/// The edits of a composition track, as a list of segments: `name source-start+duration > target-start+duration`.
@Suite struct CompositionTimelineTests {
  private static func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }
  private static func range(_ start: Double, _ duration: Double) -> CMTimeRange {
    CMTimeRange(start: time(start), duration: time(duration))
  }

  private static func media(_ name: String, _ start: Double, _ duration: Double) -> CompositionTimeline.Segment {
    .init(
      .init(url: URL(fileURLWithPath: "/\(name)"), trackID: 1), range: range(start, duration),
      target: range(0, duration))
  }

  private static func text(_ timeline: CompositionTimeline) -> [String] {
    timeline.segments.map { segment in
      let target = "\(segment.target.start.seconds)+\(segment.target.duration.seconds)"
      guard let source = segment.source else { return "- > \(target)" }
      let range = segment.sourceRange
      return "\(source.url.lastPathComponent) \(range.start.seconds)+\(range.duration.seconds) > \(target)"
    }
  }

  private static func made(_ edits: (inout CompositionTimeline) -> Void) -> [String] {
    var timeline = CompositionTimeline()
    timeline.insert([media("a", 10, 4)], at: time(0))
    edits(&timeline)
    return text(timeline)
  }

  @Test func insertingInTheMiddleSplitsASegment() {
    let found = Self.made { $0.insert([Self.media("b", 0, 2)], at: Self.time(1)) }
    #expect(found == ["a 10.0+1.0 > 0.0+1.0", "b 0.0+2.0 > 1.0+2.0", "a 11.0+3.0 > 3.0+3.0"])
  }

  @Test func insertingAfterTheEndLeavesAGap() {
    let found = Self.made { $0.insert([Self.media("b", 0, 2)], at: Self.time(5)) }
    #expect(found == ["a 10.0+4.0 > 0.0+4.0", "- > 4.0+1.0", "b 0.0+2.0 > 5.0+2.0"])
  }

  @Test func removingMovesLaterSegmentsForward() {
    let found = Self.made {
      $0.insert([Self.media("b", 0, 2)], at: Self.time(4))
      $0.remove(Self.range(3, 2))
    }
    #expect(found == ["a 10.0+3.0 > 0.0+3.0", "b 1.0+1.0 > 3.0+1.0"])
    #expect(Self.made { $0.remove(Self.range(0, 100)) } == [])
  }

  @Test func emptyRangesAreJoinedAndDroppedAtTheEnd() {
    let found = Self.made {
      $0.insertEmpty(Self.range(1, 1))
      $0.insertEmpty(Self.range(2, 1))
      $0.insertEmpty(Self.range(6, 3))
    }
    #expect(found == ["a 10.0+1.0 > 0.0+1.0", "- > 1.0+2.0", "a 11.0+3.0 > 3.0+3.0"])
  }

  @Test func scalingChangesTargetsAndMovesLaterSegments() {
    let found = Self.made { $0.scale(Self.range(1, 2), to: Self.time(4)) }
    #expect(found == ["a 10.0+1.0 > 0.0+1.0", "a 11.0+2.0 > 1.0+4.0", "a 13.0+1.0 > 5.0+1.0"])
    // Splitting a scaled segment divides its source at the same ratio.
    let split = Self.made {
      $0.scale(Self.range(0, 4), to: Self.time(2))
      $0.insert([Self.media("b", 0, 1)], at: Self.time(0.5))
    }
    #expect(split == ["a 10.0+1.0 > 0.0+0.5", "b 0.0+1.0 > 0.5+1.0", "a 11.0+3.0 > 1.5+1.5"])
  }

  @Test func slicesKeepTheirSpeed() {
    var timeline = CompositionTimeline()
    timeline.insert([Self.media("a", 0, 4)], at: .zero)
    timeline.scale(Self.range(0, 4), to: Self.time(8))
    var copy = CompositionTimeline()
    copy.insert(timeline.slice(Self.range(2, 4)), at: .zero)
    #expect(Self.text(copy) == ["a 1.0+2.0 > 0.0+4.0"])
  }

  @Test func unusableRangesChangeNothing() {
    let ranges: [CMTimeRange] = [
      .invalid, .zero, CMTimeRange(start: .zero, duration: .positiveInfinity),
      CMTimeRange(start: .indefinite, duration: Self.time(1)), Self.range(0, -1),
    ]
    for range in ranges {
      let found = Self.made {
        $0.remove(range)
        $0.insertEmpty(range)
        $0.scale(range, to: Self.time(1))
      }
      #expect(found == ["a 10.0+4.0 > 0.0+4.0"])
    }
    let scaled = Self.made { $0.scale(Self.range(0, 1), to: .zero) }
    #expect(scaled == ["a 10.0+4.0 > 0.0+4.0"])
  }

  @Test func validationNamesTheFirstViolation() {
    func failure(_ segments: [CompositionTimeline.Segment]) -> CompositionTimeline.Failure? {
      do throws(CompositionTimeline.Failure) {
        try CompositionTimeline.validate(segments)
        return nil
      } catch {
        return error
      }
    }
    let first = Self.media("a", 0, 1)
    var second = Self.media("b", 0, 1)
    #expect(failure([first, second]) == .notContiguous)
    second.target = Self.range(1, 1)
    #expect(failure([first, second]) == nil)
    second.target = Self.range(1, 0)
    #expect(failure([first, second]) == .targetDuration)
    second.target = Self.range(1, 1)
    second.sourceRange = Self.range(-1, 1)
    #expect(failure([first, second]) == .sourceStart)
    second.sourceRange = CMTimeRange(start: .zero, duration: .indefinite)
    #expect(failure([first, second]) == .sourceDuration)
    #expect(failure([.init(emptyRange: .invalid)]) == .notContiguous)
  }
}
