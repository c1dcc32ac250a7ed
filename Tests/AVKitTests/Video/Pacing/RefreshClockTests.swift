import PlayheadClock
import Testing

@testable import AVKit

@Suite("The refreshes of a display")
struct RefreshClockTests {
  private static let start = 5_000_000_000_000

  /// The exact time of refresh `index`.
  private static func time(_ index: Int, _ rate: Rate) -> Int { start + rate.nanoseconds(index) }

  private static func interval(_ rate: Rate) -> HostDuration {
    HostDuration(nanoseconds: Int64(rate.nanoseconds(1)))
  }

  /// Reports the given refreshes, each at its time.
  private static func observe(_ clock: inout RefreshClock, _ refreshes: [Int], _ rate: Rate) {
    for index in refreshes {
      clock.observe(HostTime(time(index, rate)), interval: interval(rate), now: HostTime(time(index, rate)))
    }
  }

  /// The distance in nanoseconds of the exact time of a refresh from the predicted one; nil without a prediction.
  private static func error(_ clock: RefreshClock, at index: Int, _ rate: Rate) -> Double? {
    let time = HostTime(time(index, rate))
    return clock.grid(at: time).map { grid in
      let position = grid.position(of: time)
      return abs(position - position.rounded()) * grid.interval
    }
  }

  @Test("Refreshes are predicted after eight reports", arguments: Rate.ofDisplays)
  func predictsAfterEightReports(rate: Rate) throws {
    var clock = RefreshClock()
    Self.observe(&clock, Array(0..<7), rate)
    #expect(Self.error(clock, at: 7, rate) == nil)
    Self.observe(&clock, [7], rate)
    #expect(try #require(Self.error(clock, at: 20, rate)) < 1000)
  }

  @Test("Refreshes that were not used are counted")
  func countsUnusedRefreshes() throws {
    var clock = RefreshClock()
    // A film on 60 Hz, with a pause of a second.
    Self.observe(&clock, [0, 3, 5, 8, 10, 13, 15, 18, 78, 80, 83, 143], Rate(60))
    #expect(try #require(Self.error(clock, at: 203, Rate(60))) < 1000)
  }

  @Test("Reports in whole milliseconds give refreshes within 0.3 ms")
  func roundedReports() throws {
    var clock = RefreshClock()
    let rate = Rate(60000, 1001)
    for index in stride(from: 0, to: 600, by: 2) {
      let time = Self.time(index, rate)
      let rounded = time / 1_000_000 * 1_000_000 + 500_000
      clock.observe(HostTime(rounded), interval: Self.interval(rate), now: HostTime(time))
    }
    #expect(try #require(Self.error(clock, at: 610, rate)) < 300_000)
  }

  @Test("A reported interval that is wrong by a thousandth is corrected")
  func correctsInterval() throws {
    var clock = RefreshClock()
    for index in 0..<300 {
      let time = HostTime(Self.time(index, Rate(60000, 1001)))
      clock.observe(time, interval: Self.interval(Rate(60)), now: time)
    }
    #expect(try #require(Self.error(clock, at: 310, Rate(60000, 1001))) < 100_000)
  }

  @Test(
    "Invalid intervals are no display",
    arguments: [0, -1, 1000, 1_999_999, 50_000_001, .max, .min])
  func invalidIntervals(nanoseconds: Int64) {
    var clock = RefreshClock()
    for index in 0..<20 {
      let time = HostTime(Self.time(index, Rate(60)))
      clock.observe(time, interval: HostDuration(nanoseconds: nanoseconds), now: time)
    }
    #expect(clock.grid(at: HostTime(Self.time(20, Rate(60)))) == nil)
  }

  @Test("Invalid times change nothing")
  func invalidTimes() {
    var clock = RefreshClock()
    Self.observe(&clock, Array(0..<20), Rate(60))
    let now = HostTime(Self.time(19, Rate(60)))
    let expected = clock.grid(at: now)
    #expect(expected != nil)
    // Zero, negative, the same refresh again, an earlier one, and times in the future.
    let invalid = [0, -1, .min, Self.time(19, Rate(60)), Self.time(3, Rate(60)), Self.time(60, Rate(60)), .max]
    for time in invalid { clock.observe(HostTime(time), interval: Self.interval(Rate(60)), now: now) }
    #expect(clock.grid(at: now) == expected)
  }

  @Test("A single report between refreshes is ignored")
  func ignoresOutlier() throws {
    var clock = RefreshClock()
    Self.observe(&clock, Array(0..<20), Rate(60))
    let time = HostTime(Self.time(20, Rate(60)) + 7_000_000)
    clock.observe(time, interval: Self.interval(Rate(60)), now: time)
    Self.observe(&clock, [21], Rate(60))
    #expect(try #require(Self.error(clock, at: 25, Rate(60))) < 1000)
  }

  @Test("Reports at irregular times predict nothing")
  func irregularReports() {
    var clock = RefreshClock()
    var random = SeededGenerator(seed: 3)
    var (time, predictions) = (Self.start, 0)
    for _ in 0..<2000 {
      time += 20_000_000 + random.error(upTo: 12_000_000)
      clock.observe(HostTime(time), interval: Self.interval(Rate(144)), now: HostTime(time))
      if clock.grid(at: HostTime(time)) != nil { predictions += 1 }
    }
    #expect(predictions < 20)
  }

  @Test("Another display is measured anew")
  func otherDisplay() throws {
    var clock = RefreshClock()
    Self.observe(&clock, Array(0..<100), Rate(60))
    let offset = 144 * 2
    Self.observe(&clock, Array(offset..<(offset + 7)), Rate(144))
    #expect(Self.error(clock, at: offset + 7, Rate(144)) == nil)
    Self.observe(&clock, [offset + 7], Rate(144))
    #expect(try #require(Self.error(clock, at: offset + 12, Rate(144))) < 1000)
  }

  @Test("A shifted phase is followed")
  func shiftedPhase() throws {
    var clock = RefreshClock()
    Self.observe(&clock, Array(0..<100), Rate(60))
    // The mode was set again: same interval, other phase.
    for index in 100..<125 {
      let time = HostTime(Self.time(index, Rate(60)) + 6_000_000)
      clock.observe(time, interval: Self.interval(Rate(60)), now: time)
    }
    let grid = try #require(clock.grid(at: HostTime(Self.time(125, Rate(60)))))
    let position = grid.position(of: HostTime(Self.time(130, Rate(60)) + 6_000_000))
    #expect(abs(position - position.rounded()) * grid.interval < 10_000)
  }

  @Test("Two seconds after the last report nothing is predicted")
  func expires() {
    var clock = RefreshClock()
    Self.observe(&clock, Array(0..<20), Rate(60))
    #expect(Self.error(clock, at: 19 + 120, Rate(60)) != nil)
    #expect(Self.error(clock, at: 19 + 121, Rate(60)) == nil)
  }
}
