import Testing

@testable import AVKit

/// The position that the desktop extrapolates.
@Suite struct PublishedPositionTests {
  @Test(
    arguments: [
      (1.0, 13.0, 3.0, false), (1, 13, 3.4, false), (1, 13, 3.6, true), (1, 11, 3, true), (2, 16, 3, false),
      (0.5, 11.5, 3, false),
    ])
  func positionThatAdvancesAtRateIsNoDifference(rate: Double, position: Double, elapsed: Double, differs: Bool) {
    let published = PublishedPosition(position: 10, time: 100, rate: rate)
    #expect(published.differs(from: position, at: 100 + elapsed) == differs)
  }
}
