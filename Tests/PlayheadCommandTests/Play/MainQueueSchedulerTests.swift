import Dispatch
import TestSupport
import Testing

@testable import PlayheadCommand

@Suite struct MainQueueSchedulerTests {
  @MainActor @Test func requestsBeforeCallAreMerged() async {
    let scheduler = MainQueueScheduler()
    let calls = Counter()
    scheduler.connect { calls.add() }
    for _ in 0..<10 { scheduler.schedule() }
    #expect(calls.value == 0)
    await mainQueue()
    #expect(calls.value == 1)
    scheduler.schedule()
    await mainQueue()
    #expect(calls.value == 2)
  }

  @MainActor @Test func scheduledCallHasNoEffectAfterDisconnect() async {
    let scheduler = MainQueueScheduler()
    let calls = Counter()
    scheduler.connect { calls.add() }
    scheduler.schedule()
    scheduler.disconnect()
    await mainQueue()
    #expect(calls.value == 0)
  }

  @Test func runnerReturnsResultOfWorkThatEndsLater() {
    let number: Int = MainQueueRunner.run { finish in
      DispatchQueue.main.async { MainActor.assumeIsolated { finish(7) } }
    }
    #expect(number == 7)
  }

  /// Waits for the blocks that are in the main queue.
  private func mainQueue() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }
}
