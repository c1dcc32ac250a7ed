import PlayheadPipeline
import Testing

@testable import PlayheadEngine

@Suite struct DisplayRateMatcherTests {
  /// A measurement of frames and refreshes with these rates per second.
  private static func timing(
    frames: Double, refreshes: Double, rate: Double = 1, count: Int = 500
  ) -> DisplayTiming {
    DisplayTiming(
      frameInterval: 1e9 / frames / rate, frameCount: count, rate: rate, refreshInterval: 1e9 / refreshes)
  }

  /// A pair of rates, and the factor at which frames and refreshes keep in step.
  struct Match: Sendable {
    let frames: Double
    let refreshes: Double
    let factor: Double
  }

  @Test(arguments: [
    Match(frames: 24000 / 1001, refreshes: 60, factor: 1.001),
    Match(frames: 24000 / 1001, refreshes: 24, factor: 1.001),
    Match(frames: 24000 / 1001, refreshes: 120, factor: 1.001),
    Match(frames: 24, refreshes: 60000 / 1001, factor: 1000 / 1001),
    Match(frames: 25, refreshes: 60000 / 1001, factor: 1000 / 1001),
    Match(frames: 30000 / 1001, refreshes: 60, factor: 1.001),
    Match(frames: 60000 / 1001, refreshes: 60, factor: 1.001),
    Match(frames: 60, refreshes: 60000 / 1001, factor: 1000 / 1001),
    Match(frames: 50, refreshes: 60.2, factor: 60.2 / 60),
    // Three frames last exactly five refreshes.
    Match(frames: 36, refreshes: 60, factor: 1),
    Match(frames: 25, refreshes: 60, factor: 1),
    // A film on a European display: 4 % faster would be audible.
    Match(frames: 24, refreshes: 50, factor: 1),
    // The display does not show every frame.
    Match(frames: 60, refreshes: 50, factor: 1),
    Match(frames: 120, refreshes: 60, factor: 1),
  ])
  func factorMatchesFramesToRefreshes(match: Match) {
    var matcher = DisplayRateMatcher()
    func update(_ timing: DisplayTiming?) -> Bool { matcher.update(timing) }
    let isChanged = update(Self.timing(frames: match.frames, refreshes: match.refreshes))
    #expect(abs(matcher.factor - match.factor) < 1e-9)
    #expect(isChanged == (match.factor != 1))
    // At that rate nothing is left to change.
    #expect(!update(Self.timing(frames: match.frames, refreshes: match.refreshes, rate: matcher.factor)))
  }

  @Test func measurementBeforeLastChangeIsIgnored() {
    var matcher = DisplayRateMatcher()
    func update(_ timing: DisplayTiming?) -> Bool { matcher.update(timing) }
    #expect(update(Self.timing(frames: 24000 / 1001, refreshes: 60)))
    #expect(!update(Self.timing(frames: 25, refreshes: 59.9)))
    #expect(abs(matcher.factor - 1.001) < 1e-9)
  }

  @Test func changesSmallerThanErrorOfMeasurementAreNotMade() {
    var matcher = DisplayRateMatcher()
    func update(_ timing: DisplayTiming?) -> Bool { matcher.update(timing) }
    // 3 · 1.4 ms / 41.7 ms / 48^1.5 = 0.0003
    #expect(!update(Self.timing(frames: 24, refreshes: 60 * 1.0002, count: 48)))
    #expect(!update(Self.timing(frames: 24, refreshes: 60 * 1.001, count: 47)))
    #expect(update(Self.timing(frames: 24, refreshes: 60 * 1.0004, count: 48)))
    #expect(update(Self.timing(frames: 24, refreshes: 60 * 1.0002, rate: matcher.factor, count: 500)))
    #expect(abs(matcher.factor - 1.0002) < 1e-9)
  }

  @Test func factorReturnsToOneOnceDisplayIsUnknown() {
    var matcher = DisplayRateMatcher()
    func update(_ timing: DisplayTiming?) -> Bool { matcher.update(timing) }
    #expect(update(Self.timing(frames: 24000 / 1001, refreshes: 60)))
    for _ in 1..<DisplayRateMatcher.patience { #expect(!update(nil)) }
    #expect(matcher.factor != 1)
    #expect(update(nil))
    #expect(matcher.factor == 1)
    #expect(!update(nil))
  }

  @Test(arguments: [
    DisplayTiming(frameInterval: .nan, frameCount: 500, rate: 1, refreshInterval: 1),
    DisplayTiming(frameInterval: 1e9, frameCount: 500, rate: 1, refreshInterval: 0),
    DisplayTiming(frameInterval: 0, frameCount: .max, rate: 1, refreshInterval: 1e7),
    DisplayTiming(frameInterval: -1e7, frameCount: 500, rate: 1, refreshInterval: 1e7),
    DisplayTiming(frameInterval: 1e300, frameCount: 500, rate: 1, refreshInterval: 1e-300),
  ])
  func impossibleMeasurementsChangeNothing(timing: DisplayTiming) {
    var matcher = DisplayRateMatcher()
    func update(_ timing: DisplayTiming?) -> Bool { matcher.update(timing) }
    #expect(!update(timing))
    #expect(matcher.factor == 1)
  }
}
