import Testing

@testable import PlayheadNetworking

@Suite struct ProgressiveRequestsTests {
  @Test func everyRequestHasItsOwnIdentifier() throws {
    var requests = ProgressiveRequests()
    let first = requests.add(from: 0, readOffset: 0, window: 10)
    let index = try #require(requests.index(of: first.identifier))
    requests[index].writeOffset = 400
    requests[index].isAnswered = true
    let again = requests.restart(index)
    #expect(requests.index(of: first.identifier) == nil)
    #expect(requests.index(of: again.identifier) == 0)
    #expect(again.writeOffset == 400 && !again.isAnswered)
    #expect(requests.requestCount == 2)
  }

  @Test func findsRequestWithinReach() {
    var requests = ProgressiveRequests()
    _ = requests.add(from: 1000, readOffset: 1000, window: 10)
    #expect(requests.index(reaching: 1000, within: 100) == 0)
    #expect(requests.index(reaching: 1100, within: 100) == 0)
    #expect(requests.index(reaching: 1101, within: 100) == nil)
    #expect(requests.index(reaching: 999, within: 100) == nil)
  }

  @Test func removesLeastRecentlyUsedRequests() throws {
    var requests = ProgressiveRequests()
    let made = (0..<3).map { requests.add(from: Int64($0), readOffset: 0, window: 10).identifier }
    requests.use(try #require(requests.index(of: made[0])))
    // One place is free for the next request.
    let removed = requests.removeOldest(untilFewerThan: 2)
    #expect(removed == [made[1], made[2]])
    #expect(requests.index(of: made[0]) == 0)
  }

  @Test func restartedRequestRetainsItsAge() throws {
    var requests = ProgressiveRequests()
    let old = requests.add(from: 0, readOffset: 0, window: 10)
    let new = requests.add(from: 9, readOffset: 9, window: 10)
    let again = requests.restart(try #require(requests.index(of: old.identifier)))
    let removed = requests.removeOldest(untilFewerThan: 2)
    #expect(removed == [again.identifier])
    #expect(requests.index(of: new.identifier) == 0)
  }

  @Test func areAllPausedOnlyIfEachIs() {
    var requests = ProgressiveRequests()
    for offset in [0, 9] as [Int64] { _ = requests.add(from: offset, readOffset: offset, window: 10) }
    requests[0].isPaused = true
    #expect(!requests.areAllPaused)
    requests[1].isPaused = true
    #expect(requests.areAllPaused)
  }
}
