import PlayheadNetworking
import Testing

/// The rule on a clock that the test moves.
@Suite struct OpeningLimitTests {
  /// The time at which opening from a server of this throughput fails; nil: not within an hour.
  private func failure(bytesPerSecond: Int) -> (seconds: Double, reason: HTTPFailure)? {
    let budget = OpeningBudget(now: 0)
    for second in 1...3600 {
      let now = Double(second)
      if let failure = budget.received(bytesPerSecond, within: .standard, now: now) { return (now, failure) }
    }
    return nil
  }

  @Test func slowServerFailsAfterOneMinute() throws {
    let found = try #require(failure(bytesPerSecond: 65))
    #expect((60...63).contains(found.seconds))
    #expect(found.reason == .openingTooSlow(bytes: Int(found.seconds) * 65, seconds: found.seconds))
  }

  /// 3 KiB a second: a second is allowed for 4 KiB, so that a quarter of the time counts.
  @Test func receivedBytesExtendOpeningTime() throws {
    let found = try #require(failure(bytesPerSecond: 3072))
    #expect((239...242).contains(found.seconds))
  }

  @Test(arguments: [4096, 100_000, 100_000_000]) func openingNeverExceedsTenMinutes(speed: Int) throws {
    let found = try #require(failure(bytesPerSecond: speed))
    #expect((600...601).contains(found.seconds))
  }

  /// A header of two megabytes over GPRS, with 40 kbit/s.
  @Test func largeHeaderOverSlowLinkOpens() {
    let budget = OpeningBudget(now: 0)
    let failures = (1...400).compactMap { budget.received(5000, within: .standard, now: Double($0)) }
    #expect(failures.isEmpty)
    budget.end()
    #expect(budget.received(1, within: .standard, now: 1e6) == nil)
  }

  @Test func openingTimeoutIsNotRetried() {
    var schedule = RetrySchedule(.progressive, now: 0)
    let decisions = [HTTPFailure.openingTooSlow(bytes: 1, seconds: 60), .tooLarge("it")].map {
      schedule.failed($0, now: 61)
    }
    #expect(decisions == [.giveUp, .giveUp])
  }
}
