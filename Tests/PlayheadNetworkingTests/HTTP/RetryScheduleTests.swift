import PlayheadNetworking
import Testing

@Suite("Retry schedule")
struct RetryScheduleTests {
  /// The request times of a resource, in seconds from its last byte, if each try fails `delay` seconds after it began.
  private func tries(
    _ policy: RetryPolicy, hasWorked: Bool, failingAfter delay: Double, _ failure: HTTPFailure
  ) -> (begun: [Double], givenUp: Double) {
    var schedule = RetrySchedule(policy, now: 0)
    if hasWorked { schedule.received(960, now: 0) }
    var now = 0.0
    var begun: [Double] = []
    while true {
      now += delay
      guard case .retry(let after, _) = schedule.failed(failure, now: now) else { return (begun, now) }
      now += after
      begun.append((now * 1000).rounded() / 1000)
    }
  }

  @Test("a reset connection is retried at once, then with growing pauses, for less than ten seconds")
  func reset() {
    let (begun, givenUp) = tries(.progressive, hasWorked: true, failingAfter: 0, .lost)
    #expect(begun == [0, 0.25, 0.75, 1.75, 3.25, 4.75, 6.25, 7.75, 9.25])
    #expect(givenUp < 10)
  }

  @Test func retriesLostNetworkUntilTimeout() {
    for failure in [HTTPFailure.lost, .hostNotFound("a"), .unreachable(host: "a"), .refused(host: "a")] {
      let (begun, givenUp) = tries(.progressive.waiting(for: 60), hasWorked: true, failingAfter: 0, failure)
      #expect((58...60).contains(givenUp))
      #expect(zip(begun, begun.dropFirst()).allSatisfy { $1 - $0 <= 1.5 })
    }
    // A resource that was never reached fails as early as without a timeout.
    #expect(tries(.progressive.waiting(for: 60), hasWorked: false, failingAfter: 0, .lost).begun == [0, 0.25])
    var schedule = RetrySchedule(.progressive.waiting(for: 60), now: 0)
    #expect(schedule.failed(.lost, now: 5) == .retry(after: 0, within: 4.5))
  }

  @Test("no pause resumes playback later than two seconds after the fault")
  func pauses() {
    for policy in [RetryPolicy.progressive, .document] {
      #expect(policy.pauses.allSatisfy { $0 < 2 })
    }
  }

  @Test("a silent server is given up within ten seconds; the last try is limited to the remaining time")
  func silence() {
    var schedule = RetrySchedule(.progressive, now: 0)
    schedule.received(960, now: 0)
    let silent = HTTPFailure.timedOut(.sending, seconds: 4)
    #expect(schedule.failed(silent, now: 4) == .retry(after: 0, within: 5.5))
    #expect(schedule.failed(silent, now: 8) == .retry(after: 0.25, within: 1.25))
    #expect(schedule.failed(silent, now: 9.5) == .giveUp)
    #expect(schedule.reported(silent, now: 9.5) == .timedOut(.sending, seconds: 9.5))
    #expect(schedule.reported(.lost, now: 9.5) == .lost)
  }

  @Test("a request that never worked is tried three times")
  func opening() {
    #expect(tries(.progressive, hasWorked: false, failingAfter: 0, .refused(host: "a")).begun == [0, 0.25])
  }

  @Test("a try that reaches the low-speed limit resets the schedule")
  func progress() {
    var schedule = RetrySchedule(.progressive, now: 0)
    for time in stride(from: 0.0, to: 100, by: 5) {
      schedule.received(960, now: time)
      #expect(schedule.failed(.lost, now: time) == .retry(after: 0, within: 9.5))
    }
  }

  /// A server of 5 bytes a second: each try returns 75 bytes in the window of the low-speed limit.
  @Test(arguments: [nil, 60, 600] as [Double?]) func fewBytesPerTryAreNoProgress(timeout: Double?) {
    var schedule = RetrySchedule(.progressive.waiting(for: timeout), now: 0)
    schedule.received(100_000, now: 0)
    var now = 0.0
    while now < 2000 {
      for _ in 0..<15 {
        now += 1
        schedule.received(5, now: now)
      }
      guard case .retry(let after, _) = schedule.failed(.tooSlow(bytes: 75, seconds: 15), now: now) else { break }
      now += after
    }
    #expect(now <= (timeout ?? 9.5) + 16, "given up after \(now) s")
  }

  @Test func fewBytesBeforeResetAreNoProgress() {
    var schedule = RetrySchedule(.progressive, now: 0)
    var now = 0.0
    while now < 100 {
      schedule.received(5, now: now)
      guard case .retry(let after, _) = schedule.failed(.lost, now: now) else { break }
      now += after + 0.1
    }
    #expect(now < 10)
  }

  @Test(
    "a permanent failure is reported at once",
    arguments: [
      HTTPFailure.status(404, retryAfter: nil), .status(403, retryAfter: nil), .status(401, retryAfter: nil),
      .hostNotFound("a"), .notSecure(host: "a", reason: ""), .badRedirect, .badResponse(""), .noLibrary,
    ])
  func permanentFailure(failure: HTTPFailure) {
    var schedule = RetrySchedule(.progressive, now: 0)
    #expect(schedule.failed(failure, now: 0) == .giveUp)
  }

  @Test("statuses of a busy server are retried", arguments: [408, 425, 429, 500, 502, 503, 504])
  func transientStatuses(status: Int) {
    var schedule = RetrySchedule(.progressive, now: 0)
    #expect(schedule.failed(.status(status, retryAfter: nil), now: 0) == .retry(after: 0, within: 9.5))
  }

  @Test("Retry-After is respected, and ends retrying if it is too long")
  func retryAfter() {
    var schedule = RetrySchedule(.progressive, now: 0)
    schedule.received(960, now: 0)
    #expect(schedule.failed(.status(503, retryAfter: 3), now: 0) == .retry(after: 3, within: 6.5))
    #expect(schedule.failed(.status(503, retryAfter: 60), now: 3) == .giveUp)
  }

  @Test("a file missing after it was found is retried twice")
  func missingOnce() {
    var schedule = RetrySchedule(.progressive, now: 0)
    schedule.received(960, now: 0)
    #expect(schedule.failed(.status(404, retryAfter: nil), now: 0) != .giveUp)
    #expect(schedule.failed(.status(404, retryAfter: nil), now: 0) != .giveUp)
    #expect(schedule.failed(.status(404, retryAfter: nil), now: 0) == .giveUp)
  }
}
