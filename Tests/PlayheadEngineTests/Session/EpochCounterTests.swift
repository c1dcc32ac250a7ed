import Testing

@testable import PlayheadEngine

@Suite struct EpochCounterTests {
  @Test func everyStartHasAnEpochOfItsOwn() {
    var epochs = EpochCounter()
    let first = epochs.beginStart()
    let next = epochs.next()
    #expect(epochs.current == first && epochs.latest == next && next > first)
    let second = epochs.beginStart()
    #expect(epochs.current == second && second > next)
    epochs.adopt(next)
    let third = epochs.beginStart()
    #expect(third > second && epochs.current == third)
  }

  @Test func generationGrowsWithRequestedPositionsOnly() {
    var epochs = EpochCounter()
    let first = epochs.nextGeneration()
    _ = epochs.beginStart()
    #expect(epochs.generation == first)
    let second = epochs.nextGeneration()
    #expect(second == first + 1)
  }
}
