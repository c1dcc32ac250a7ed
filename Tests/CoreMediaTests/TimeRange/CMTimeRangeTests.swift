import CoreMedia
import Testing

@Suite struct CMTimeRangeTests {
  private func seconds(_ value: Int64, _ timescale: Int32 = 1) -> CMTime { CMTime(value: value, timescale: timescale) }

  private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
    CMTimeRange(start: seconds(start), end: seconds(end))
  }

  @Test func validity() {
    #expect(!CMTimeRange().isValid && !CMTimeRange.invalid.isValid && CMTimeRange.zero.isValid)
    #expect(range(3, 3).isEmpty && !range(3, 4).isEmpty && !CMTimeRange.invalid.isEmpty)
    #expect(!range(4, 3).isValid)
    #expect(CMTimeRange(start: .zero, duration: .indefinite).isIndefinite)
    let laterEpoch = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)
    #expect(!CMTimeRangeMake(start: .zero, duration: laterEpoch).isValid)
    #expect(!CMTimeRangeFromTimeToTime(start: .zero, end: laterEpoch).isValid)
    #expect(CMTimeRange(start: laterEpoch, end: CMTimeMakeWithEpoch(value: 3, timescale: 1, epoch: 1)).isValid)
  }

  @Test func containsTimeExcludesEnd() {
    let range = range(2, 5)
    #expect(range.end == seconds(5) && range.containsTime(seconds(2)) && !range.containsTime(range.end))
    #expect(range.containsTime(seconds(4999, 1000)) && !range.containsTime(.indefinite))
  }

  @Test func containment() {
    #expect(range(0, 10).containsTimeRange(range(2, 5)) && range(0, 10).containsTimeRange(range(0, 10)))
    #expect(!range(0, 10).containsTimeRange(range(2, 11)) && !range(0, 10).containsTimeRange(.invalid))
  }

  @Test func unionAndIntersection() {
    #expect(range(0, 2).union(range(5, 9)) == range(0, 9))
    #expect(range(0, 2).union(range(7, 7)) == range(0, 2) && CMTimeRange.invalid.union(range(1, 2)) == range(1, 2))
    #expect(range(0, 5).intersection(range(3, 9)) == range(3, 5))
    #expect(range(0, 3).intersection(range(3, 9)) == .zero && range(0, 3).intersection(range(5, 9)).isEmpty)
    #expect(!range(0, 3).intersection(.invalid).isValid)
  }

  @Test func equalityIgnoresTimescale() {
    let fine = CMTimeRange(start: seconds(600, 600), duration: seconds(180000, 90000))
    #expect(fine == range(1, 3) && fine.hashValue == range(1, 3).hashValue && fine != range(1, 4))
    #expect(CMTimeRangeEqual(.invalid, CMTimeRange()))
  }

  @Test func mapping() {
    let from = range(10, 20)
    let to = range(100, 140)
    #expect(CMTimeMapTimeFromRangeToRange(seconds(10), fromRange: from, toRange: to) == seconds(100))
    #expect(CMTimeMapTimeFromRangeToRange(seconds(20), fromRange: from, toRange: to) == seconds(140))
    #expect(CMTimeMapTimeFromRangeToRange(seconds(25, 2), fromRange: from, toRange: to) == seconds(110))
    #expect(CMTimeMapTimeFromRangeToRange(seconds(0), fromRange: from, toRange: to) == seconds(60))
    #expect(CMTimeMapDurationFromRangeToRange(seconds(3), fromRange: from, toRange: to) == seconds(12))
    #expect(!CMTimeMapTimeFromRangeToRange(seconds(1), fromRange: .zero, toRange: to).isValid)
    // A third, exactly.
    let third = CMTimeMapTimeFromRangeToRange(seconds(1), fromRange: range(0, 3), toRange: range(0, 1))
    #expect(third == seconds(1, 3) && !third.hasBeenRounded)
  }

  @Test func mappingInfiniteRangesOnlyShifts() {
    let from = CMTimeRange(start: seconds(5), duration: .positiveInfinity)
    let to = CMTimeRange(start: seconds(100), duration: .positiveInfinity)
    #expect(CMTimeMapTimeFromRangeToRange(seconds(7), fromRange: from, toRange: to) == seconds(102))
  }

  @Test func clamping() {
    #expect(CMTimeClampToRange(seconds(1), range: range(2, 5)) == seconds(2))
    #expect(CMTimeClampToRange(seconds(9), range: range(2, 5)) == seconds(5))
    #expect(CMTimeClampToRange(seconds(3), range: range(2, 5)) == seconds(3))
    #expect(CMTimeClampToRange(.positiveInfinity, range: range(2, 5)) == seconds(5))
    #expect(!CMTimeClampToRange(.invalid, range: range(2, 5)).isValid)
    #expect(!CMTimeClampToRange(seconds(3), range: range(3, 3)).isValid)
  }

  @Test(arguments: [(25, 5), (10, 0), (0, 0), (-1, 9), (-10, 0), (-25, 5)])
  func folding(time: Int64, position: Int64) {
    #expect(CMTimeFoldIntoRange(seconds(time + 3), foldRange: range(3, 13)) == seconds(position + 3))
  }

  @Test func mappings() {
    #expect(!CMTimeMapping().source.isValid && !CMTimeMapping.invalid.target.isValid)
    let empty = CMTimeMappingMakeEmpty(target: range(0, 4))
    #expect(!empty.source.start.isNumeric && empty.target == range(0, 4))
    #expect(CMTimeMappingMake(source: range(0, 2), target: range(0, 4)).source == range(0, 2))
  }
}
