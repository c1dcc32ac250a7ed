import Testing

@testable import PlayheadFFmpeg

/// Durations that fit the times in a file.
@Suite struct DurationPlausibilityTests {
  typealias Row = (duration: Double?, times: [Double], estimate: Double?)

  /// Times at a sixteenth, a third and two thirds of the file.
  static let rows: [Row] = [
    (60, [4, 20, 40], nil),  // a constant data rate
    (60, [1, 12, 30], nil),  // the first half has more data
    (60, [8, 32, 50], nil),  // the first half has less
    (4915, [1.25, 6.7, 4908], 20),  // ten seconds, then a jump forward
    (95_000, [1.25, 6.7, 95_440], 20),  // a backward jump, mistaken for a wraparound
    (5, [1.25, 6.7, 3.3], 20),  // the same ten seconds twice
    (nil, [1.25, 6.7, 13.3], 20),  // no duration at all
    (4915, [], nil),
    (4915, [0, 6.7, 4908], nil),
  ]

  @Test(arguments: rows) func estimatesImplausibleDurations(_ row: Row) {
    let shares = [0.0625, 1.0 / 3, 2.0 / 3]
    let samples = zip(shares, row.times).map { DurationPlausibility.Sample(share: $0, time: $1) }
    #expect(DurationPlausibility(duration: row.duration, samples: samples).estimate == row.estimate)
  }
}
