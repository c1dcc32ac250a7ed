import Foundation
import Testing

@testable import PlayheadItems
@testable import PlayheadStreaming

struct ScheduledRangesTests {
  private func range(_ id: String, at start: Double, lasts duration: Double? = nil, cue: [String] = []) -> DateRange {
    DateRange(
      id: id, classID: "show", start: Date(timeIntervalSince1970: start), cue: cue, end: nil, duration: duration,
      plannedDuration: nil, scte35: [:], endsOnNext: false, clientAttributes: [:])
  }

  @Test func documentsKeepArrivalOrder() {
    var ranges = ScheduledRanges()
    ranges.set([range("b", at: 1)], of: "second")
    ranges.set([range("a", at: 0)], of: "first")
    #expect(ranges.all.map(\.id) == ["b", "a"])
    let before = ranges.version
    ranges.set([range("c", at: 2), range("d", at: 3)], of: "second")
    #expect(ranges.all.map(\.id) == ["c", "d", "a"] && ranges.version > before)
  }

  @Test func forgetsPastRangesExceptPrerollAndPostroll() {
    var ranges = ScheduledRanges()
    ranges.set(
      [range("past", at: 10, lasts: 5), range("lasting", at: 10, lasts: 50), range("first", at: 0, cue: ["PRE"])],
      of: "a")
    ranges.set([range("moment", at: 19)], of: "b")
    let before = ranges.version
    #expect(ranges.forget(before: Date(timeIntervalSince1970: 20)) == ["past", "moment"])
    #expect(ranges.all.map(\.id) == ["lasting", "first"] && ranges.version > before)
    let after = ranges.version
    #expect(ranges.forget(before: Date(timeIntervalSince1970: 20)).isEmpty && ranges.version == after)
  }
}
