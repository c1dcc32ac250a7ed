import Foundation

/// A clock that stands until a test moves it, and never moves while any thread of the engine is busy.
///
/// Every wait of the engine happens at a gate. When all threads wait, the state of the player is settled: only then does
/// `advance` step to the next moment that somebody waits for. So an hour of playing takes as long as the work in it, and
/// gives the same result every time. A thread that reads from a network or disk counts as busy: time waits for it.
public final class ManualClock: EngineClock, @unchecked Sendable {
  // Sendable: everything mutable below is touched only under `mutex`.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let settled: UnsafeMutablePointer<pthread_cond_t>
  private var time: HostTime
  private var busyThreads = 0
  private var waiting: [ObjectIdentifier: ManualGate] = [:]
  private var gateCount = 0
  private var calls: [@Sendable () -> Void] = []
  private var onIdle: (@Sendable () -> Void)?

  public var waitsForNetwork: Bool { true }

  /// Starts at one second, so that a moment before the start is no negative number.
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

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  // MARK: The engine's side

  public var now: HostTime { locked { time } }
  /// The first second of 2024 is the clock's second zero.
  public var date: Date { Date(timeIntervalSince1970: 1_704_067_200 + Double(now.nanoseconds) / 1e9) }

  public func makeGate(_ name: String) -> any Gate {
    locked {
      gateCount += 1
      return ManualGate(clock: self, name: name, order: gateCount)
    }
  }

  public func threadWillStart() { locked { busyThreads += 1 } }

  public func threadDidEnd() {
    let onIdle = locked { () -> (@Sendable () -> Void)? in
      busyThreads -= 1
      return busyThreads == 0 ? becomeIdle() : nil
    }
    onIdle?()
  }

  /// Under the mutex: lets `settle` go on, and gives what is to be called after the mutex is let go.
  private func becomeIdle() -> (@Sendable () -> Void)? {
    pthread_cond_broadcast(settled)
    return onIdle
  }

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

  fileprivate func open(_ gate: ManualGate) {
    locked {
      if gate.isWaiting { release(gate) } else { gate.isOpen = true }
    }
  }

  private func release(_ gate: ManualGate) {
    gate.isWaiting = false
    gate.deadline = nil
    waiting[ObjectIdentifier(gate)] = nil
    busyThreads += 1
    pthread_cond_signal(gate.condition)
  }

  // MARK: The test's side

  /// Waits until every thread of the engine waits, then makes the calls that are due to clients, until none is left.
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

  /// Settles, then moves to the next moment that anybody waits for, if it is not later than `limit`. False if there is none.
  @discardableResult
  public func step(limit: HostTime? = nil) -> Bool {
    settle()
    return locked { releaseNext(limit: limit) }
  }

  private func releaseNext(limit: HostTime?) -> Bool {
    let next = waiting.values.filter { $0.deadline != nil }
      .min { ($0.deadline ?? .zero, $0.order) < ($1.deadline ?? .zero, $1.order) }
    guard let next, let deadline = next.deadline, limit.map({ deadline <= $0 }) ?? true else { return false }
    time = max(time, deadline)
    release(next)
    return true
  }

  /// Lets `duration` pass.
  public func advance(by duration: HostDuration) {
    let end = now + duration
    while step(limit: end) {}
    locked { time = max(time, end) }
    settle()
  }

  /// Lets `duration` pass at once, as it does for a program that is stopped and goes on: nothing happens at the moments in between.
  public func leap(by duration: HostDuration) {
    settle()
    locked { time = time + duration }
  }

  /// Lets time pass until `condition` holds. False if it does not within `limit`, or if nothing is left to wait for.
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
  /// What has become of a turn.
  package enum Turn { case busy, called, moved, nothingToDo }

  /// Calls `body`, on any thread, whenever every thread of the engine waits, and when something is to be delivered while they do.
  package func whenIdle(_ body: @escaping @Sendable () -> Void) { locked { onIdle = body } }

  /// `settle` and `step` for somebody who may not wait: makes the calls that are due, or else moves to the next moment that anybody
  /// waits for. Does nothing while a thread is busy.
  package func takeTurn() -> Turn {
    let (turn, due) = locked { () -> (Turn, [@Sendable () -> Void]) in
      guard busyThreads == 0 else { return (.busy, []) }
      guard calls.isEmpty else {
        defer { calls = [] }
        return (.called, calls)
      }
      return (releaseNext(limit: nil) ? .moved : .nothingToDo, [])
    }
    for call in due { call() }
    return turn
  }
}

private final class ManualGate: Gate, @unchecked Sendable {
  // Sendable: the clock touches everything mutable here under its own mutex.
  // Whoever is late, as the network is, may open a gate after everybody else has let go of the clock.
  private let clock: ManualClock
  let name: String
  let order: Int
  let condition: UnsafeMutablePointer<pthread_cond_t>
  var isOpen = false
  var isWaiting = false
  var deadline: HostTime?

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
