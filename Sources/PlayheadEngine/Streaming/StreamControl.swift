import PlayheadNetworking
import Synchronization

/// The thread-safe control of a stream's reader: cancellation and progress.
final class StreamControl: TransferControl {
  private struct State {
    var isCancelled = false
    var waitedFor: (any ResourceLoad)?
    var isAtGate = false
    var snapshot = TransferSnapshot()
  }

  /// The reader's gate: loads open it when they finish.
  let gate: any Gate
  private let state = Mutex(State())

  /// The budget of the opening that the reader's requests belong to; nil outside one.
  let opening: OpeningBudget?

  init(gate: any Gate, opening: OpeningBudget? = nil) {
    self.gate = gate
    self.opening = opening
    state.withLock { $0.snapshot.stream = StreamSnapshot() }
  }

  // MARK: Other threads

  var transfer: TransferSnapshot? {
    state.withLock { state in
      var snapshot = state.snapshot
      snapshot.isWaiting = state.waitedFor != nil || state.isAtGate
      return snapshot
    }
  }

  /// Interrupts the reader: its present and later waits throw `cancelled` until `resume`.
  func cancel() {
    state.withLock { state -> (any ResourceLoad)? in
      state.isCancelled = true
      return state.waitedFor
    }?.interrupt()
    gate.open()
  }

  /// Permits the reader to wait again.
  func resume() { state.withLock { $0.isCancelled = false } }

  // MARK: The reader's thread

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Changes the published progress.
  func update(_ change: (inout TransferSnapshot) -> Void) { state.withLock { change(&$0.snapshot) } }

  /// Waits for a load until it ends or the reader is cancelled.
  func wait<Result>(
    for load: any ResourceLoad, _ body: (any ResourceLoad) throws(ByteSourceError) -> Result
  ) throws(ByteSourceError) -> Result {
    let mayWait = state.withLock { state -> Bool in
      guard !state.isCancelled else { return false }
      load.resume()
      state.waitedFor = load
      return true
    }
    guard mayWait else { throw .cancelled }
    defer { state.withLock { $0.waitedFor = nil } }
    return try body(load)
  }

  /// Waits at the gate until a deadline of the engine's clock.
  func wait(until deadline: HostTime?) throws(ByteSourceError) {
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
