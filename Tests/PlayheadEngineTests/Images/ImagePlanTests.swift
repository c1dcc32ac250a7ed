import CoreMedia
import TestSupport
import Testing

@testable import PlayheadImages

@Suite struct ImagePlanTests {
  private static func requests(_ times: [Double]) -> [ImagePlan.Request] {
    times.enumerated().map { ImagePlan.Request(index: $0, time: seconds($1)) }
  }

  /// A sync sample each ten seconds.
  private static func everyTen(_ time: CMTime) -> CMTime? { seconds((time.seconds / 10).rounded(.down) * 10) }

  private static func plan(
    _ times: [Double], before: CMTime = .zero, window: Int = 1000, sync: (CMTime) -> CMTime? = everyTen
  ) -> [[Int]] {
    ImagePlan(requests(times), toleranceBefore: before, windowSize: window, syncTime: sync).groups
      .map { $0.requests.map(\.index) }
  }

  @Test func groupsRequestsBySyncSample() {
    #expect(Self.plan([1, 5, 9.9, 10, 25, 29]) == [[0, 1, 2], [3], [4, 5]])
  }

  /// Within a group by time, groups by the request that is answered first.
  @Test func sortsUnorderedRequests() {
    #expect(Self.plan([25, 1, 29, 5, 21]) == [[4, 0, 2], [1, 3]])
    #expect(Self.plan([5, 5, 5]) == [[0, 1, 2]])
  }

  /// Windows of two: the first result does not wait until the last is read.
  @Test func sortsWithinWindows() {
    #expect(Self.plan([9, 1, 8, 2, 7], window: 2) == [[1, 0], [3, 2], [4]])
    // Ascending times need no windows.
    #expect(Self.plan([1, 2, 3, 4, 5], window: 2) == [[0, 1, 2, 3, 4]])
  }

  @Test func toleranceSelectsSyncOrCoveringFrame() {
    func kinds(_ before: CMTime, sync: @escaping (CMTime) -> CMTime? = Self.everyTen) -> [ImagePlan.Kind] {
      ImagePlan(Self.requests([12, 19]), toleranceBefore: before, windowSize: 10, syncTime: sync).groups.map(\.kind)
    }
    #expect(kinds(.zero) == [.covering])
    #expect(kinds(.positiveInfinity) == [.sync])
    #expect(kinds(seconds(5)) == [.sync, .covering])
    // Unknown: the file is read.
    #expect(kinds(seconds(5)) { _ in nil } == [.sync, .sync])
  }

  /// Without an index near requests are one linear pass of limited length.
  @Test func withoutIndexGroupsNearRequests() {
    #expect(Self.plan([1, 2, 3.5, 6, 7]) { _ in nil } == [[0, 1, 2], [3, 4]])
    let many = (0..<100).map { Double($0) * 0.5 }
    #expect(Self.plan(many) { _ in nil }.map(\.count) == [21, 21, 21, 21, 16])
  }

  @Test func singlePassSourceIsOneGroup() {
    let plan = ImagePlan(
      Self.requests([90, 1, 50]), toleranceBefore: .positiveInfinity, windowSize: 1, isSequential: true,
      syncTime: Self.everyTen)
    #expect(plan.groups.map { $0.requests.map(\.index) } == [[1, 2, 0]])
    #expect(plan.groups[0].kind == .covering)
  }

  @Test func everyRequestIsInOneGroup() {
    var numbers = SeededNumbers(44)
    for _ in 0..<200 {
      let times = (0..<Int.random(in: 0...80, using: &numbers)).map { _ in Double.random(in: 0...60, using: &numbers) }
      let window = Int.random(in: 1...100, using: &numbers)
      let before = [CMTime.zero, seconds(4), .positiveInfinity].randomElement(using: &numbers) ?? .zero
      let plan = ImagePlan(Self.requests(times), toleranceBefore: before, windowSize: window, syncTime: Self.everyTen)
      #expect(plan.groups.flatMap(\.requests).map(\.index).sorted() == Array(0..<times.count))
      for group in plan.groups {
        let times = group.requests.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
      }
    }
  }

  @Test func rangeLimitsRequests() {
    let range = ImageRange(seconds(10))
    #expect(range.targetTime(seconds(3), request: .exact) == seconds(3))
    // The header may be wrong: the last frame's duration is known only after decoding.
    #expect(range.targetTime(seconds(10), request: .exact) == seconds(10))
    #expect(range.targetTime(seconds(-1), request: .exact) == nil)
    #expect(range.targetTime(seconds(12), request: ImageRequest()) == seconds(10))
    #expect(range.targetTime(seconds(-1), request: ImageRequest()) == .zero)
    #expect(ImageRange(.indefinite).targetTime(seconds(1e6), request: .exact) == seconds(1e6))
  }
}
