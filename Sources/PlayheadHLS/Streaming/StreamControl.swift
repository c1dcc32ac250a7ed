import PlayheadClock
import PlayheadNetworking
import Synchronization

/// The thread-safe control of a stream's reader: cancellation and progress.
///
/// The reader's thread waits through it. Other threads cancel and read the progress.
package final class StreamControl: TransferControl {
  /// The state that all threads share.
  private struct State {
    /// Set by `cancel` until `resume`.
    var isCancelled = false
    /// The load or the content key for which the reader waits; nil: none.
    var waitedFor: (any InterruptibleWait)?
    /// Whether the reader waits at its gate.
    var isAtGate = false
    /// The progress that the reader has published.
    var snapshot = TransferSnapshot()
  }

  /// The reader's gate: loads open it when they finish.
  let gate: any Gate
  private let state = Mutex(State())

  /// The budget of the opening that the reader's requests belong to; nil outside one.
  package let opening: OpeningBudget?

  /// Creates a control for a reader that waits at `gate`.
  package init(gate: any Gate, opening: OpeningBudget? = nil) {
    self.gate = gate
    self.opening = opening
    state.withLock { $0.snapshot.stream = StreamSnapshot() }
  }

  // MARK: Other threads

  /// The published progress. It is waiting while the reader waits for a load or at its gate.
  package var transfer: TransferSnapshot? {
    state.withLock { state in
      var snapshot = state.snapshot
      snapshot.isWaiting = state.waitedFor != nil || state.isAtGate
      return snapshot
    }
  }

  /// Interrupts the reader: its present and later waits throw `cancelled` until `resume`.
  package func cancel() {
    state.withLock { state -> (any InterruptibleWait)? in
      state.isCancelled = true
      return state.waitedFor
    }?.interrupt()
    gate.open()
  }

  /// Permits the reader to wait again.
  package func resume() { state.withLock { $0.isCancelled = false } }

  // MARK: The reader's thread

  /// Whether waits end with an error. Any thread may read it.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Changes the published progress.
  ///
  /// - Parameter change: Called with the lock held: it must not call anything that takes another lock.
  func update(_ change: (inout TransferSnapshot) -> Void) { state.withLock { change(&$0.snapshot) } }

  /// Waits for a load until it ends or the reader is cancelled.
  ///
  /// - Parameter body: Reads from the load, and may block. It throws `cancelled` when `cancel` interrupts the load.
  func wait<Result>(
    for load: any ResourceLoad, _ body: (any ResourceLoad) throws(ByteSourceError) -> Result
  ) throws(ByteSourceError) -> Result {
    try begin(load)
    defer { state.withLock { $0.waitedFor = nil } }
    return try body(load)
  }

  /// Waits for a content key until the program has answered or the reader is cancelled.
  ///
  /// - Returns: The key, or the failure with the program's error.
  func wait(for key: ContentKeyWait) throws(ByteSourceError) -> Result<ContentKey, DelegateFailure> {
    try begin(key)
    defer { state.withLock { $0.waitedFor = nil } }
    return try key.key()
  }

  /// Records what the reader waits for.
  private func begin(_ wait: any InterruptibleWait) throws(ByteSourceError) {
    let mayWait = state.withLock { state -> Bool in
      guard !state.isCancelled else { return false }
      wait.resume()
      state.waitedFor = wait
      return true
    }
    guard mayWait else { throw .cancelled }
  }

  /// Waits at the gate until a deadline of the engine's clock.
  ///
  /// - Parameter deadline: Nil: until the gate is opened.
  /// - Throws: `ByteSourceError.cancelled` if the reader is or becomes cancelled.
  package func wait(until deadline: HostTime?) throws(ByteSourceError) {
    let mayWait = state.withLock { state -> Bool in
      state.isAtGate = !state.isCancelled
      return state.isAtGate
    }
    guard mayWait else { throw .cancelled }
    gate.wait(until: deadline)
    state.withLock { $0.isAtGate = false }
    if isCancelled { throw .cancelled }
  }
}
