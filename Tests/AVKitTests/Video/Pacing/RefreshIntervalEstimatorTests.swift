import PlayheadClock
import Testing

@testable import AVKit

@Suite("The interval of numbered refreshes")
struct RefreshIntervalEstimatorTests {
  private static let start = 7_000_000_000_000

  /// Reports a refresh a millisecond after it; `error` is added to its time, in nanoseconds.
  private static func add(
    _ index: Int, _ rate: Rate, error: Int = 0, to estimator: inout RefreshIntervalEstimator
  ) -> HostDuration? {
    let time = start + rate.nanoseconds(index)
    return estimator.add(
      UInt64(4_000_000 + index), at: HostTime(time + error), now: HostTime(time + max(0, error) + 1_000_000))
  }

  /// Two or three refreshes for each frame, as a film has on 60 Hz, and times that are up to a millisecond late.
  @Test("Late times give an interval that is right to a thousandth after 30 refreshes", arguments: Rate.ofDisplays)
  func measuresInterval(rate: Rate) throws {
    var estimator = RefreshIntervalEstimator()
    var generator = SeededGenerator(seed: 3)
    let exact = Double(rate.nanoseconds(1000)) / 1000
    for frame in 0..<200 {
      let index = frame * 5 / 2
      let late = Int.random(in: 0...1_000_000, using: &generator)
      let interval = Self.add(index, rate, error: late, to: &estimator)
      #expect((interval != nil) == (index >= 30))
      guard let interval else { continue }
      #expect(abs(Double(interval.nanoseconds) / exact - 1) < (index >= 120 ? 0.001 : 0.005))
    }
  }

  @Test("The same refresh again is not reported, and changes nothing")
  func ignoresSameRefresh() {
    var (once, twice) = (RefreshIntervalEstimator(), RefreshIntervalEstimator())
    for index in 0..<60 {
      let expected = Self.add(index, Rate(60), to: &once)
      #expect(Self.add(index, Rate(60), to: &twice) == expected)
      #expect(Self.add(index, Rate(60), error: 20_000, to: &twice) == nil)
    }
  }

  @Test("Times of another clock, and servers without refreshes, give no interval")
  func rejectsOtherClocks() {
    let now = HostTime(Self.start)
    var (old, early, none, same) = (
      RefreshIntervalEstimator(), RefreshIntervalEstimator(), RefreshIntervalEstimator(), RefreshIntervalEstimator()
    )
    for index in 0..<200 {
      let (number, later) = (UInt64(index), HostDuration(nanoseconds: Int64(Rate(60).nanoseconds(index))))
      #expect(old.add(number, at: HostTime(0) + later, now: now + later) == nil)
      #expect(early.add(number, at: now + later + .milliseconds(60), now: now + later) == nil)
      #expect(none.add(0, at: .zero, now: now + later) == nil)
      #expect(same.add(number, at: now, now: now + later) == nil)
    }
  }

  @Test("Numbers or times that go back, and extreme ones, begin a new measurement")
  func restarts() {
    for (number, time) in [
      (UInt64(3), Self.start + 1_100_000_000), (.max, Self.start + 1_100_000_000), (4_000_070, Self.start),
      (4_000_070, Self.start + 9_000_000_000),
    ] {
      var estimator = RefreshIntervalEstimator()
      for index in 0..<60 { _ = Self.add(index, Rate(60), to: &estimator) }
      #expect(Self.add(60, Rate(60), to: &estimator) != nil)
      _ = estimator.add(number, at: HostTime(time), now: HostTime(max(time, Self.start + 1_100_000_000)))
      #expect(Self.add(400, Rate(60), to: &estimator) == nil)
      for index in 401..<430 { #expect(Self.add(index, Rate(60), to: &estimator) == nil) }
      #expect(Self.add(430, Rate(60), to: &estimator) != nil)
    }
  }

  @Test("A number that leaps during the measurement begins a new one")
  func restartsDuringMeasurement() {
    var estimator = RefreshIntervalEstimator()
    for index in 0..<20 { _ = Self.add(index, Rate(60), to: &estimator) }
    for index in 20...50 {
      let time = HostTime(Self.start + Rate(60).nanoseconds(index))
      #expect((estimator.add(1 << 40 + UInt64(index), at: time, now: time) != nil) == (index == 50))
    }
  }

  @Test("A single late time does not interrupt the measurement")
  func toleratesLateTime() throws {
    var estimator = RefreshIntervalEstimator()
    for index in 0..<60 { _ = Self.add(index, Rate(60), to: &estimator) }
    let exact = Double(Rate(60).nanoseconds(1000)) / 1000
    for index in 60..<70 {
      let interval = try #require(Self.add(index, Rate(60), error: index == 61 ? 9_000_000 : 0, to: &estimator))
      #expect(abs(Double(interval.nanoseconds) / exact - 1) < 0.0001)
    }
  }

  @Test("A display with a variable refresh rate has no interval")
  func rejectsVariableRate() {
    var estimator = RefreshIntervalEstimator()
    var (time, reported) = (HostTime(Self.start), 0)
    for index in 0..<400 {
      // Frames of 24 to 120 a second, each shown when it is ready.
      time = time + .milliseconds(Int64(8 + index * index % 33))
      if estimator.add(UInt64(index), at: time, now: time) != nil { reported += 1 }
    }
    #expect(reported < 100)
  }
}
