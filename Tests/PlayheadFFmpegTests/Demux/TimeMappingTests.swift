import CPlayheadFFmpeg
import CoreMedia
import TestSupport
import Testing

@testable import PlayheadFFmpeg

@Suite struct TimeMappingTests {
  @Test func mapsTicksToAssetTimeline() {
    let mapping = TimeMapping(AVRational(num: 1, den: 90_000), origin: CMTime(value: 126_000, timescale: 90_000))
    #expect(mapping.time(ofTicks: 126_000) == .zero)
    #expect(mapping.time(ofTicks: 216_000) == CMTime(value: 1, timescale: 1))
    #expect(mapping.time(ofTicks: 0) == CMTime(value: -14, timescale: 10))
    #expect(mapping.duration(ofTicks: 3003) == CMTime(value: 1001, timescale: 30_000))
  }

  @Test func invalidTicksStayInvalid() {
    let mapping = TimeMapping(AVRational(num: 1, den: 1000), origin: .zero)
    #expect(!mapping.time(ofTicks: .min).isValid)
    #expect(mapping.duration(ofTicks: .min) == .zero)
    #expect(mapping.duration(ofTicks: -5) == .zero)
    #expect(mapping.duration(ofTicks: 0) == .zero)
  }

  @Test func multiSecondTicksAreExact() {
    let mapping = TimeMapping(AVRational(num: 1001, den: 30_000), origin: .zero)
    #expect(mapping.time(ofTicks: 7) == CMTime(value: 7007, timescale: 30_000))
    #expect(!mapping.time(ofTicks: .max).isValid)
  }

  @Test func invalidTimeBaseCountsAsSeconds() {
    #expect(TimeMapping(AVRational(num: 0, den: 0), origin: .zero).time(ofTicks: 3) == CMTime(value: 3, timescale: 1))
  }

  /// Round trip: the tick found is not later than the time, and the next one is.
  @Test func findsLastTickNotAfterTime() {
    var numbers = SeededNumbers(10)
    for base in [(1, 90_000), (1, 1000), (1, 48_000), (1001, 30_000), (1, 12_800)] as [(Int32, Int32)] {
      let origin = CMTime(value: 7, timescale: 5)
      let mapping = TimeMapping(AVRational(num: base.0, den: base.1), origin: origin)
      for _ in 0..<2000 {
        let time = CMTime(
          value: .random(in: -1_000_000...1_000_000_000, using: &numbers),
          timescale: .random(in: 1...1_000_000, using: &numbers))
        let tick = mapping.ticks(notAfter: time)
        #expect(mapping.time(ofTicks: tick) <= time)
        #expect(mapping.time(ofTicks: tick + 1) > time)
      }
    }
  }

  @Test func timesBeyondContainerLimitsSaturate() {
    let mapping = TimeMapping(AVRational(num: 1, den: 90_000), origin: .zero)
    #expect(mapping.ticks(notAfter: CMTime(value: .max, timescale: 1)) == 1 << 60)
    #expect(mapping.ticks(notAfter: CMTime(value: .min + 1, timescale: 1)) == -(1 << 60))
    #expect(mapping.ticks(notAfter: .positiveInfinity) == 0)
  }
}
