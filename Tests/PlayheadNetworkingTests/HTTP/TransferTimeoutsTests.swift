import Testing

@testable import PlayheadNetworking

@Suite struct TransferTimeoutsTests {
  /// 100 bytes in 10 s at least, 4 s without data, 6 s to the header.
  private func limits(whole: Double? = nil) -> HTTPLimits {
    var limits = HTTPLimits(connect: 3, firstByte: 6, idle: 4, whole: whole)
    limits.lowSpeed = LowSpeedLimit(bytes: 100, seconds: 10)
    return limits
  }

  @Test func headerLinesDoNotProlongTheWaitForTheHeader() {
    var timeouts = TransferTimeouts(limits(), now: 100)
    timeouts.noteArrival(now: 105)
    #expect(timeouts.deadline == 106)
    #expect(timeouts.failure(at: 105.9) == nil)
    #expect(timeouts.failure(at: 106) == .timedOut(.answering, seconds: 6))
  }

  @Test func silenceAfterTheHeaderTimesOut() {
    var timeouts = TransferTimeouts(limits(), now: 100)
    timeouts.noteArrival(now: 105)
    timeouts.endHead()
    #expect(timeouts.deadline == 109)
    timeouts.noteArrival(now: 107)
    timeouts.count(100)
    #expect(timeouts.failure(at: 110.9) == nil)
    #expect(timeouts.failure(at: 111) == .timedOut(.sending, seconds: 4))
  }

  @Test func slowBodyFailsAlthoughBytesArrive() {
    var timeouts = TransferTimeouts(limits(), now: 100)
    timeouts.endHead()
    for second in 1...3 {
      timeouts.noteArrival(now: 100 + Double(second) * 3)
      timeouts.count(20)
    }
    #expect(timeouts.deadline == 110)
    #expect(timeouts.failure(at: 110) == .tooSlow(bytes: 60, seconds: 10))
  }

  @Test func discardedBytesCountForTheSpeedOnly() {
    var timeouts = TransferTimeouts(limits(whole: 8), now: 100)
    timeouts.endHead()
    timeouts.noteArrival(now: 105)
    timeouts.count(100, isDiscarded: true)
    #expect(timeouts.deadline == 108)
    #expect(timeouts.failure(at: 108) == .timedOut(.sending, seconds: 8))
    timeouts.noteArrival(now: 107)
    timeouts.count(7)
    #expect(timeouts.failure(at: 108) == .tooSlow(bytes: 7, seconds: 8))
  }

  @Test func pausedTransferHasNoDeadlineButTheWhole() {
    var timeouts = TransferTimeouts(limits(), now: 100)
    timeouts.endHead()
    timeouts.pause()
    #expect(timeouts.isPaused && timeouts.deadline == nil)
    #expect(timeouts.failure(at: 1000) == nil)
    var limited = TransferTimeouts(limits(whole: 30), now: 100)
    limited.endHead()
    limited.pause()
    #expect(limited.deadline == 130)
  }

  @Test func limitsBeginAnewAfterAPause() {
    var timeouts = TransferTimeouts(limits(), now: 100)
    timeouts.endHead()
    timeouts.pause()
    timeouts.resume(now: 500)
    #expect(!timeouts.isPaused && timeouts.deadline == 504)
  }
}
