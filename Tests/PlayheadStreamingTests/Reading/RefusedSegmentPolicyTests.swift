import PlayheadStreaming
import Testing

@testable import PlayheadHLS

@Suite struct RefusedSegmentPolicyTests {
  @Test func refusalsAreStatusesOfAnInvalidAddress() {
    #expect([401, 403, 404, 410].allSatisfy(RefusedSegmentPolicy.isRefusal))
    #expect(![200, 400, 408, 429, 500, 503].contains(where: RefusedSegmentPolicy.isRefusal))
  }

  @Test func reloadsThePlaylistOnceForEachSegment() {
    var policy = RefusedSegmentPolicy()
    let first = policy.action(at: SegmentPosition(7), canSkip: false)
    let again = policy.action(at: SegmentPosition(7), canSkip: false)
    let other = policy.action(at: SegmentPosition(8), canSkip: false)
    #expect([first, again, other] == [.reload, .fail, .reload])
  }

  @Test func partsOfOneSegmentAreReloadedSeparately() {
    var policy = RefusedSegmentPolicy()
    let actions = (0..<2).map { policy.action(at: SegmentPosition(7, part: $0), canSkip: true) }
    #expect(actions == [.reload, .reload])
  }

  @Test func skipsTwoSegmentsInARow() {
    var policy = RefusedSegmentPolicy()
    let actions = [7, 7, 8, 8, 9, 9].map { policy.action(at: SegmentPosition($0), canSkip: true) }
    #expect(actions == [.reload, .skip, .reload, .skip, .reload, .fail])
  }

  @Test func skipsAgainAfterAPacket() {
    var policy = RefusedSegmentPolicy()
    for number in [7, 7, 8, 8] { _ = policy.action(at: SegmentPosition(number), canSkip: true) }
    policy.noteSuccess()
    let actions = [20, 20].map { policy.action(at: SegmentPosition($0), canSkip: true) }
    #expect(actions == [.reload, .skip])
  }
}
