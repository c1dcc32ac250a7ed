import CoreMedia
import TestSupport
import Testing

@testable import PlayheadClock

@Suite("§3.6 which observers are due") struct TimeObserversTests {
  @Test func periodicObserverFiresAtMultiples() {
    var observers = TimeObservers()
    observers.add(.periodic(CMTime(value: 1, timescale: 3)), identifier: 7)
    let times = observers.dueTimes(after: .zero, through: CMTime(value: 2, timescale: 1))
    #expect(times.map(\.time) == (1...6).map { CMTime(value: $0, timescale: 3) })
    #expect(times.allSatisfy { $0.identifier == 7 })
  }

  @Test func rangeExcludesStartAndIncludesEnd() {
    var observers = TimeObservers()
    observers.add(.periodic(CMTime(value: 1, timescale: 2)), identifier: 1)
    observers.add(.boundary([ticks(300), ticks(600)]), identifier: 2)
    #expect(observers.dueTimes(after: ticks(300), through: ticks(600)).map(\.identifier) == [1, 2])
    #expect(observers.dueTimes(after: ticks(600), through: ticks(600)).isEmpty)
    #expect(observers.dueTimes(after: ticks(600), through: ticks(300)).isEmpty)
  }

  @Test func duplicateBoundaryFiresOnce() {
    var observers = TimeObservers()
    observers.add(.boundary([ticks(600), ticks(600), ticks(60)]), identifier: 3)
    #expect(observers.dueTimes(after: .zero, through: ticks(1000)).map(\.time) == [ticks(60), ticks(600)])
  }

  @Test func observersFireInOrderOfTime() {
    var observers = TimeObservers()
    observers.add(.periodic(ticks(250)), identifier: 1)
    observers.add(.boundary([ticks(490), ticks(260)]), identifier: 2)
    let times = observers.dueTimes(after: .zero, through: ticks(600))
    #expect(times.map(\.identifier) == [1, 2, 2, 1])
    #expect(times.map(\.time) == [ticks(250), ticks(260), ticks(490), ticks(500)])
  }

  @Test func nextIsEarliestOfAll() {
    var observers = TimeObservers()
    #expect(observers.next(after: .zero) == nil)
    observers.add(.boundary([ticks(90)]), identifier: 2)
    observers.add(.periodic(ticks(100)), identifier: 1)
    #expect(observers.next(after: .zero) == ticks(90))
    #expect(observers.next(after: ticks(90)) == ticks(100))
    observers.remove(1)
    #expect(observers.next(after: ticks(90)) == nil)
  }

  @Test func advanceReturnsEachTimeOnceAndIgnoresTheOtherDirection() {
    var observers = TimeObservers()
    observers.add(.boundary([ticks(100), ticks(200), ticks(300)]), identifier: 1)
    #expect(observers.advance(to: ticks(250), isReversed: false).map(\.time) == [ticks(100), ticks(200)])
    #expect(observers.advance(to: ticks(250), isReversed: false).isEmpty)
    #expect(observers.advance(to: ticks(50), isReversed: false).isEmpty)
    #expect(observers.position == ticks(250))
    #expect(observers.next(isReversed: false) == ticks(300))
    #expect(observers.next(isReversed: true) == ticks(200))
    #expect(observers.advance(to: ticks(100), isReversed: true).map(\.time) == [ticks(200), ticks(100)])
  }

  @Test func jumpSkipsTheTimesBetween() {
    var observers = TimeObservers()
    observers.add(.boundary([ticks(100), ticks(200)]), identifier: 1)
    observers.jump(to: ticks(150))
    #expect(observers.advance(to: ticks(250), isReversed: false).map(\.time) == [ticks(200)])
  }

  @Test func invalidIntervalNeverFires() {
    var observers = TimeObservers()
    for interval in [CMTime.zero, .invalid, .indefinite, .positiveInfinity, ticks(-5)] {
      observers.add(.periodic(interval), identifier: 1)
    }
    #expect(observers.next(after: ticks(1)) == nil)
  }

  /// After thirty days, intervals of NTSC frames are still exact multiples.
  @Test func multiplesAreExactAfterDays() {
    var observers = TimeObservers()
    observers.add(.periodic(CMTime(value: 1001, timescale: 30_000)), identifier: 1)
    let start = CMTime(value: 30 * 86_400, timescale: 1)
    var time = start
    // 30 × 86400 × 30000 / 1001 = 77 682 317.68…: the next whole multiple is the 77 682 318th.
    for count in Int64(77_682_318)..<77_682_418 {
      time = observers.next(after: time) ?? .invalid
      #expect(time == CMTime(value: count * 1001, timescale: 30_000))
    }
  }

  /// Any range fires the same observers backward as forward, in reverse order.
  @Test func backwardFiresInReverseOrder() {
    var numbers = SeededNumbers(11)
    for _ in 0..<500 {
      var observers = TimeObservers()
      observers.add(.periodic(ticks(.random(in: 1...200, using: &numbers))), identifier: 1)
      observers.add(.boundary((0..<5).map { _ in ticks(.random(in: 0...2000, using: &numbers)) }), identifier: 2)
      let start = Int64.random(in: 0...1000, using: &numbers)
      let end = start + .random(in: 0...1000, using: &numbers)
      // Forward excludes the start and includes the end; backward does the opposite.
      let forward = observers.dueTimes(after: ticks(start - 1), through: ticks(end))
      let backward = observers.dueTimes(before: ticks(end + 1), through: ticks(start))
      #expect(backward.map(\.time) == forward.map(\.time).reversed())
    }
  }

  @Test func negativePositionsHaveMultiples() {
    var observers = TimeObservers()
    observers.add(.periodic(ticks(100)), identifier: 1)
    #expect(
      observers.dueTimes(after: ticks(-150), through: ticks(100)).map(\.time) == [ticks(-100), .zero, ticks(100)])
  }
}
