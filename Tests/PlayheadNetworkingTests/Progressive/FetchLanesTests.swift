import Testing

@testable import PlayheadNetworking

@Suite struct FetchLanesTests {
  @Test func everyRequestHasItsOwnIdentifier() throws {
    var lanes = FetchLanes()
    let first = lanes.add(from: 0, readOffset: 0, window: 10)
    let index = try #require(lanes.index(of: first.identifier))
    lanes[index].writeOffset = 400
    lanes[index].isAnswered = true
    let again = lanes.restart(index)
    #expect(lanes.index(of: first.identifier) == nil)
    #expect(lanes.index(of: again.identifier) == 0)
    #expect(again.writeOffset == 400 && !again.isAnswered)
    #expect(lanes.requestCount == 2)
  }

  @Test func findsTheLaneThatIsNearEnough() {
    var lanes = FetchLanes()
    _ = lanes.add(from: 1000, readOffset: 1000, window: 10)
    #expect(lanes.index(reaching: 1000, within: 100) == 0)
    #expect(lanes.index(reaching: 1100, within: 100) == 0)
    #expect(lanes.index(reaching: 1101, within: 100) == nil)
    #expect(lanes.index(reaching: 999, within: 100) == nil)
  }

  @Test func removesTheLeastRecentlyUsedLanes() throws {
    var lanes = FetchLanes()
    let made = (0..<3).map { lanes.add(from: Int64($0), readOffset: 0, window: 10).identifier }
    lanes.use(try #require(lanes.index(of: made[0])))
    // One place is free for the next lane.
    let removed = lanes.removeOldest(untilFewerThan: 2)
    #expect(removed == [made[1], made[2]])
    #expect(lanes.index(of: made[0]) == 0)
  }

  @Test func laneKeepsItsAgeWhenItRestarts() throws {
    var lanes = FetchLanes()
    let old = lanes.add(from: 0, readOffset: 0, window: 10)
    let new = lanes.add(from: 9, readOffset: 9, window: 10)
    let again = lanes.restart(try #require(lanes.index(of: old.identifier)))
    let removed = lanes.removeOldest(untilFewerThan: 2)
    #expect(removed == [again.identifier])
    #expect(lanes.index(of: new.identifier) == 0)
  }

  @Test func areAllPausedOnlyIfEachIs() {
    var lanes = FetchLanes()
    for offset in [0, 9] as [Int64] { _ = lanes.add(from: offset, readOffset: offset, window: 10) }
    lanes[0].isPaused = true
    #expect(!lanes.areAllPaused)
    lanes[1].isPaused = true
    #expect(lanes.areAllPaused)
  }
}
