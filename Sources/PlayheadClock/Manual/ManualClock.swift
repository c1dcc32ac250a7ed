import Foundation

/// A clock that advances only when a test advances it, and never while any thread of the engine is busy.
///
/// Every wait of the engine happens at a gate. When all threads wait, the state of the player is settled: only then
/// does `advance` step to the next deadline. So an hour of playback takes as long as the work in it, and yields the
/// same result every time. A thread that reads from a network or disk counts as busy: time waits for it.
public final class ManualClock: EngineClock, @unchecked Sendable {
  // Sendable: everything mutable below is touched only under `mutex`.
  /// Guards everything mutable of the clock and its gates. Not recursive, and not held while clients are called.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  /// Signalled when the last busy thread starts to wait, or ends.
  private let settled: UnsafeMutablePointer<pthread_cond_t>
  /// The current time. Only `step`, `advance`, `leap` and `tryStep` increase it.
  private var time: HostTime
  /// The number of engine threads that are not waiting at a gate. Time advances only while it is 0.
  private var busyThreads = 0
  /// The gates at which a thread waits.
  private var waiting: [ObjectIdentifier: ManualGate] = [:]
  /// The number of gates created so far, which orders gates with equal deadlines.
  private var gateCount = 0
  /// Calls to clients that were delivered and not made yet, oldest first.
  private var calls: [@Sendable () -> Void] = []
  /// Called without the mutex whenever every thread waits; nil unless a driver advances the clock.
  private var onIdle: (@Sendable () -> Void)?

  /// True: time does not advance during a transfer, so that results do not depend on the network.
  public var waitsForNetwork: Bool { true }

  /// Creates a clock that starts at one second, so that times before the start are not negative.
  ///
  /// - Parameter start: The first value of `now`.
  public init(start: HostTime = HostTime(nanoseconds: 1_000_000_000)) {
    time = start
    mutex = .allocate(capacity: 1)
    settled = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(settled, nil)
  }

  deinit {
    pthread_cond_destroy(settled)
    pthread_mutex_destroy(mutex)
    settled.deallocate()
    mutex.deallocate()
  }

  /// Calls `body` with the mutex locked. It must not use a public function of the clock.
  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  // MARK: For the engine

  /// The current time of the clock.
  public var now: HostTime { locked { time } }
  /// The first second of 2024 is the clock's second zero.
  public var date: Date { Date(timeIntervalSince1970: 1_704_067_200 + Double(now.nanoseconds) / 1e9) }

  /// Makes a gate of this clock. Thread-safe.
  public func makeGate(_ name: String) -> any Gate {
    locked {
      gateCount += 1
      return ManualGate(clock: self, name: name, order: gateCount)
    }
  }

  /// Counts the new thread as busy before it runs, so that time cannot advance in between.
  public func threadWillStart() { locked { busyThreads += 1 } }

  /// The thread no longer delays time. Calls the idle handler if it was the last busy one.
  public func threadDidEnd() {
    let onIdle = locked { () -> (@Sendable () -> Void)? in
      busyThreads -= 1
      return busyThreads == 0 ? becomeIdle() : nil
    }
    onIdle?()
  }

  /// Wakes `settle`; returns the idle handler, to be called after the mutex is unlocked. Requires the mutex.
  private func becomeIdle() -> (@Sendable () -> Void)? {
    pthread_cond_broadcast(settled)
    return onIdle
  }

  /// Blocks the calling thread at `gate`. It does not count as busy meanwhile.
  fileprivate func wait(_ gate: ManualGate, until deadline: HostTime?) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if gate.isOpen || deadline.map({ $0 <= time }) == true {
      gate.isOpen = false
      return
    }
    gate.deadline = deadline
    gate.isWaiting = true
    waiting[ObjectIdentifier(gate)] = gate
    busyThreads -= 1
    if busyThreads == 0, let onIdle = becomeIdle() {
      pthread_mutex_unlock(mutex)
      onIdle()
      pthread_mutex_lock(mutex)
    }
    while gate.isWaiting { pthread_cond_wait(gate.condition, mutex) }
  }

  /// Wakes the thread at `gate`, or makes its next wait return at once.
  fileprivate func open(_ gate: ManualGate) {
    locked {
      if gate.isWaiting { release(gate) } else { gate.isOpen = true }
    }
  }

  /// Wakes the thread at `gate`. Requires the mutex.
  private func release(_ gate: ManualGate) {
    gate.isWaiting = false
    gate.deadline = nil
    waiting[ObjectIdentifier(gate)] = nil
    busyThreads += 1
    pthread_cond_signal(gate.condition)
  }

  // MARK: For tests

  /// Waits until every thread of the engine waits, then makes the pending calls to clients, until none is left.
  public func settle() {
    while true {
      let due = locked { () -> [@Sendable () -> Void] in
        while busyThreads > 0 { pthread_cond_wait(settled, mutex) }
        let due = calls
        calls = []
        return due
      }
      if due.isEmpty { return }
      for call in due { call() }
    }
  }

  /// Settles, then advances to the next deadline if it is not later than `limit`. Returns false if there is none.
  @discardableResult
  public func step(limit: HostTime? = nil) -> Bool {
    settle()
    return locked { releaseNext(limit: limit) }
  }

  /// Advances to the next deadline and wakes its thread. Requires the mutex.
  private func releaseNext(limit: HostTime?) -> Bool {
    let next = waiting.values.filter { $0.deadline != nil }
      .min { ($0.deadline ?? .zero, $0.order) < ($1.deadline ?? .zero, $1.order) }
    guard let next, let deadline = next.deadline, limit.map({ deadline <= $0 }) ?? true else { return false }
    time = max(time, deadline)
    release(next)
    return true
  }

  /// Advances by `duration`, through every deadline in between.
  public func advance(by duration: HostDuration) {
    let end = now + duration
    while step(limit: end) {}
    locked { time = max(time, end) }
    settle()
  }

  /// Advances by `duration` at once, as for a program that is suspended and resumed: the deadlines in between are
  /// skipped. A thread whose deadline was skipped wakes with the next step.
  public func leap(by duration: HostDuration) {
    settle()
    locked { time = time + duration }
  }

  /// Advances until `condition` is true. Returns false if it is not within `limit`, or if no deadline is left.
  @discardableResult
  public func advance(limit: HostDuration = .seconds(3600), until condition: () -> Bool) -> Bool {
    let end = now + limit
    settle()
    while !condition() {
      guard step(limit: end) else {
        settle()
        return condition()
      }
      settle()
    }
    return true
  }
}

extension ManualClock: EventDelivery {
  /// Clients are called between two steps of time, on the thread that moves it.
  package func deliver(_ call: @escaping @Sendable () -> Void) {
    let onIdle = locked { () -> (@Sendable () -> Void)? in
      calls.append(call)
      return busyThreads == 0 ? self.onIdle : nil
    }
    onIdle?()
  }
}

// MARK: Without a test

extension ManualClock {
  /// The result of a step of `tryStep`: a thread is busy; client calls were made; time advanced; no call and no
  /// deadline is left.
  package enum StepResult { case busy, called, moved, nothingToDo }

  /// Calls `body`, on any thread, whenever every thread of the engine waits, and when a call is added while they do.
  package func whenIdle(_ body: @escaping @Sendable () -> Void) { locked { onIdle = body } }

  /// `settle` and `step` for a caller that must not block: makes the pending calls, or else advances to the next
  /// deadline. Does nothing while a thread is busy.
  package func tryStep() -> StepResult {
    let (result, due) = locked { () -> (StepResult, [@Sendable () -> Void]) in
      guard busyThreads == 0 else { return (.busy, []) }
      guard calls.isEmpty else {
        defer { calls = [] }
        return (.called, calls)
      }
      return (releaseNext(limit: nil) ? .moved : .nothingToDo, [])
    }
    for call in due { call() }
    return result
  }
}

/// A gate of a manual clock. One thread waits at it, with a condition variable of its own.
private final class ManualGate: Gate, @unchecked Sendable {
  // Sendable: the clock accesses everything mutable here under its own mutex.
  // The strong reference lets late callers, such as a network thread, open a gate after all other references to the
  // clock are gone.
  private let clock: ManualClock
  /// Appears in diagnostics only.
  let name: String
  /// The number of the gate in order of creation. Of equal deadlines the smallest number is released first.
  let order: Int
  /// Signalled when the clock releases the gate. Waits use the clock's mutex.
  let condition: UnsafeMutablePointer<pthread_cond_t>
  /// Whether a wake-up came while no thread waited: the next wait returns at once.
  var isOpen = false
  /// Whether a thread waits here. The clock clears it to release the thread.
  var isWaiting = false
  /// The deadline of the waiting thread; nil without one, and while no thread waits.
  var deadline: HostTime?

  /// Creates a gate at which no thread waits.
  ///
  /// - Parameter order: Larger than that of every earlier gate of the clock.
  init(clock: ManualClock, name: String, order: Int) {
    self.clock = clock
    self.name = name
    self.order = order
    condition = .allocate(capacity: 1)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  func wait(until deadline: HostTime?) { clock.wait(self, until: deadline) }
  func open() { clock.open(self) }
}
