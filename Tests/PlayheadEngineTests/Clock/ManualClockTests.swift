import Dispatch
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadClock
@testable import PlayheadItems

@Suite struct ManualClockTests {
  /// A thread that sleeps `steps` times for `interval`, and records when it woke.
  private static func sleeper(
    _ clock: ManualClock, _ name: String, steps: Int, interval: HostDuration, log: Collected<String>
  ) -> EngineThread {
    let gate = clock.makeGate(name)
    let start = clock.now
    return EngineThread(name, clock: clock) {
      for step in 1...steps {
        gate.wait(until: start + HostDuration(nanoseconds: interval.nanoseconds * Int64(step)))
        log.add("\(name)@\((clock.now - start).nanoseconds / 1_000_000)")
      }
    }
  }

  @Test func timeAdvancesOnlyWhenMoved() {
    let clock = ManualClock(start: HostTime(nanoseconds: 5))
    #expect(clock.now.nanoseconds == 5)
    clock.advance(by: .milliseconds(7))
    #expect(clock.now.nanoseconds == 7_000_005)
  }

  @Test func threadsWakeInDeadlineOrder() {
    let clock = ManualClock()
    let log = Collected<String>()
    let threads = [
      Self.sleeper(clock, "a", steps: 3, interval: .milliseconds(20), log: log),
      Self.sleeper(clock, "b", steps: 2, interval: .milliseconds(30), log: log),
    ]
    clock.advance(by: .milliseconds(60))
    for thread in threads { thread.join() }
    // Both are due at 60 ms: gates open in creation order.
    #expect(log.all == ["a@20", "b@30", "a@40", "a@60", "b@60"])
  }

  @Test func advancesAnHourInstantly() {
    let clock = ManualClock()
    let log = Collected<String>()
    let thread = Self.sleeper(clock, "c", steps: 3600, interval: .seconds(1), log: log)
    clock.advance(by: .seconds(3600))
    thread.join()
    #expect(log.all.last == "c@3600000")
    #expect(log.all.count == 3600)
  }

  @Test func doesNotReachDeadlineBeyondLimit() {
    let clock = ManualClock()
    let log = Collected<String>()
    let thread = Self.sleeper(clock, "d", steps: 1, interval: .milliseconds(100), log: log)
    clock.advance(by: .milliseconds(99))
    #expect(log.all.isEmpty)
    #expect(clock.step(limit: clock.now) == false)
    #expect(clock.step())
    clock.settle()
    #expect(log.all == ["d@100"])
    thread.join()
  }

  @Test func gateOpenedBeforeWaitPasses() {
    let clock = ManualClock()
    let gate = clock.makeGate("early")
    gate.open()
    let passed = Counter()
    let thread = EngineThread("early", clock: clock) {
      gate.wait(until: nil)
      passed.add()
      gate.wait(until: nil)
      passed.add()
    }
    clock.settle()
    #expect(passed.value == 1)
    gate.open()
    thread.join()
    #expect(passed.value == 2)
  }

  @Test func passedDeadlineDoesNotWait() {
    let clock = ManualClock()
    let gate = clock.makeGate("late")
    let thread = EngineThread("late", clock: clock) { gate.wait(until: clock.now) }
    thread.join()
    #expect(clock.now.nanoseconds == 1_000_000_000)
  }

  /// Time waits for a running thread: it counts as busy from before its start.
  @Test func timeWaitsForBusyThreads() {
    let clock = ManualClock()
    let gates = [clock.makeGate("first"), clock.makeGate("second")]
    let sum = Counter()
    let start = clock.now
    let worker = EngineThread("worker", clock: clock) {
      gates[0].wait(until: start + .milliseconds(10))
      for _ in 0..<200_000 { sum.add() }
      gates[1].open()
    }
    let seen = Collected<Int>()
    let watcher = EngineThread("watcher", clock: clock) {
      gates[1].wait(until: start + .milliseconds(11))
      seen.add(sum.value)
    }
    clock.advance(by: .milliseconds(20))
    worker.join()
    watcher.join()
    #expect(seen.all == [200_000])
  }

  @Test func deliversInOrderOnAdvancingThread() {
    let clock = ManualClock()
    let log = Collected<Int>()
    clock.deliver {
      log.add(1)
      clock.deliver { log.add(3) }
    }
    clock.deliver { log.add(2) }
    #expect(log.all.isEmpty)
    clock.settle()
    #expect(log.all == [1, 2, 3])
  }

  @Test func advanceUntilReportsWhetherConditionHeld() {
    let clock = ManualClock()
    let log = Collected<String>()
    let thread = Self.sleeper(clock, "e", steps: 5, interval: .milliseconds(10), log: log)
    #expect(clock.advance { log.all.count == 2 })
    #expect(log.all == ["e@10", "e@20"])
    #expect(!clock.advance(limit: .milliseconds(15)) { log.all.count == 5 })
    #expect(!clock.advance { log.all.count == 6 })
    thread.join()
  }

  // MARK: Outside of tests

  /// The steps of `PLAYHEAD_CLOCK=manual` on the main queue: it never advances while a thread works, and delivers calls
  /// before advancing.
  @Test func turnDeliversOrAdvancesWithoutWaiting() {
    let clock = ManualClock()
    let idle = Counter()
    clock.whenIdle { idle.add() }
    let log = Collected<String>()
    let (gate, work) = (clock.makeGate("f"), DispatchSemaphore(value: 0))
    let start = clock.now
    let thread = EngineThread("f", clock: clock) {
      work.wait()
      clock.deliver { log.add("called at \((clock.now - start).seconds)") }
      gate.wait(until: start + .seconds(3))
      log.add("woken at \((clock.now - start).seconds)")
    }
    #expect(clock.tryStep() == .busy && idle.value == 0)
    work.signal()
    clock.settle()
    #expect(log.all == ["called at 0.0"])
    clock.deliver { log.add("called again") }
    #expect(clock.tryStep() == .called)
    #expect(log.all == ["called at 0.0", "called again"])
    #expect(clock.tryStep() == .moved)
    thread.join()
    #expect(log.all.last == "woken at 3.0")
    #expect(clock.tryStep() == .nothingToDo)
    // When it waited, when it ended, and for the call in between.
    #expect(idle.value == 3)
  }

  /// The setting is read once, when the program's first player is made.
  @Test func usesSystemClockUnlessManualRequested() {
    for setting in [nil, "", "Manual", "0"] as [String?] {
      #expect(PlaybackEnvironment.standard(clock: setting).clock is SystemClock)
    }
  }
}
